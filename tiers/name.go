package tiers

import (
	"crypto/sha256"
	"encoding/hex"
)

const (
	plainKey = 'k' // before the digits of a key
	digested = 'd' // before the digits of a key's digest
)

// LongestPlain is the length of the longest key, in bytes, whose name shows it.
const LongestPlain = sha256.Size

// LongestName is the length of the longest name, in bytes.
const LongestName = 1 + 2*sha256.Size

// Name is the name under which a tier keeps the block of a key, whatever bytes the key has: a letter and then hexadecimal
// digits, LongestName of them at most. Two keys have two names: a short key is written out, a longer one by its SHA-256
// digest, and the letter tells which. So no key names another directory, a hidden file, or something outside.
func Name(key []byte) string { return string(AppendName(nil, key)) }

// AppendName appends the name of a key to name, for callers that make many.
func AppendName(name, key []byte) []byte {
	if len(key) <= LongestPlain {
		return hex.AppendEncode(append(name, plainKey), key)
	}
	digest := sha256.Sum256(key)
	return hex.AppendEncode(append(name, digested), digest[:])
}

// IsName reports whether the text is the name of some key.
func IsName(text string) bool {
	if len(text)%2 == 0 || len(text) > LongestName {
		return false
	}
	for _, c := range []byte(text[1:]) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') { // capitals would give a key two names
			return false
		}
	}
	return text[0] == plainKey || text[0] == digested && len(text) == LongestName
}

// PlainKey is the key of a name that shows it. ok is false for the name of a longer key, and for what is no name.
func PlainKey(name string) (key []byte, ok bool) {
	if !IsName(name) || name[0] != plainKey {
		return nil, false
	}
	key, err := hex.DecodeString(name[1:])
	return key, err == nil
}
