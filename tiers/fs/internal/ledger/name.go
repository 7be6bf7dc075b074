package ledger

import (
	"encoding/hex"

	"github.com/genlock-go/genlock/tiers"
)

// A name is the name of a block's file in few bytes: its letter, how many bytes its digits stand for, and these.
type name struct {
	letter byte
	count  byte
	bytes  [(tiers.LongestName - 1) / 2]byte
}

// parse is the name that a text is, if it is the name of a block.
func parse(text string) (n name, ok bool) {
	if !tiers.IsName(text) {
		return n, false
	}
	n.letter, n.count = text[0], byte(len(text)/2)
	for i := range n.bytes[:n.count] {
		n.bytes[i] = digit(text[1+2*i])<<4 | digit(text[2+2*i])
	}
	return n, true
}

// plainLetter begins the names that show their keys.
var plainLetter = tiers.Name(nil)[0]

// digit is the value of a digit of a name.
func digit(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c - 'a' + 10
}

// showsKey reports whether the digits are those of the key itself.
func (n *name) showsKey() bool { return n.letter == plainLetter }

func (n *name) String() string {
	text := append(make([]byte, 0, tiers.LongestName), n.letter)
	return string(hex.AppendEncode(text, n.bytes[:n.count]))
}
