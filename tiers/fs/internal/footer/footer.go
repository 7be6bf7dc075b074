// Package footer is the page behind a block's bytes: whose block it is, how long, and what its bytes add up to.
//
//	offset  bytes
//	     0      8  magic, which carries the version of this form
//	     8      8  which sums there are: bit 0 the checksum, bit 1 the code
//	    16      8  length of the block
//	    24     32  SHA-256 of the block's name
//	    56      8  CRC-32C of the block
//	    64     32  message authentication code of namespace, name, length and block: HMAC-SHA256
//	    96      8  CRC-32C of all before it
//	   104         zeros, up to a page
//
// Numbers are little-endian. The checksum finds accidents; whoever can write the file can write a checksum that fits. The
// code finds whoever does not have its key.
package footer

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"

	"github.com/genlock-go/genlock/tiers"
)

// Bytes is the size of a footer: one page, so that it can be written past the page cache like the block before it.
const Bytes = 4096

// ErrMismatch is a block that is not what its footer says, or a footer that says nothing.
var ErrMismatch = errors.New("footer mismatch")

const magic = "genlock\x01"

const (
	hasChecksum = 1 << iota
	hasCode
)

const (
	atSums   = 8
	atLength = 16
	atName   = 24
	atCRC    = 56
	atCode   = 64
	atOwn    = 96
	end      = 104
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Kind says what footers are to carry, and what is checked.
type Kind struct {
	Checksum bool
	Key      tiers.Secret // of the code; none: no code
	// Namespace goes into the code, so that a block that was moved from another namespace does not pass.
	Namespace string
}

// Any reports whether there is a footer at all.
func (k Kind) Any() bool { return k.Checksum || k.Key.Set() }

// A Sum adds up a block, piece by piece.
type Sum struct {
	kind   Kind
	name   [sha256.Size]byte
	length uint64
	crc    uint32
	code   hash.Hash // nil: none
}

// Start starts the sum of the block of that name, which has length bytes.
func (k Kind) Start(name string, length int) *Sum {
	s := &Sum{kind: k, name: sha256.Sum256([]byte(name)), length: uint64(length)}
	if k.Key.Set() {
		s.code = hmac.New(sha256.New, k.Key.Reveal())
		s.code.Write(binary.LittleEndian.AppendUint64([]byte(magic), uint64(len(k.Namespace))))
		s.code.Write([]byte(k.Namespace))
		s.code.Write(s.name[:])
		s.code.Write(binary.LittleEndian.AppendUint64(nil, s.length))
	}
	return s
}

// Add adds the next bytes of the block.
func (s *Sum) Add(b []byte) {
	if s.kind.Checksum {
		s.crc = crc32.Update(s.crc, castagnoli, b)
	}
	if s.code != nil {
		s.code.Write(b)
	}
}

// Write writes the footer of what was added into page, which has Bytes.
func (s *Sum) Write(page []byte) {
	clear(page[:Bytes])
	copy(page, magic)
	binary.LittleEndian.PutUint64(page[atLength:], s.length)
	copy(page[atName:], s.name[:])
	var sums uint64
	if s.kind.Checksum {
		sums |= hasChecksum
		binary.LittleEndian.PutUint64(page[atCRC:], uint64(s.crc))
	}
	if s.code != nil {
		sums |= hasCode
		s.code.Sum(page[atCode:atCode])
	}
	binary.LittleEndian.PutUint64(page[atSums:], sums)
	binary.LittleEndian.PutUint64(page[atOwn:], own(page))
}

func own(page []byte) uint64 { return uint64(crc32.Checksum(page[:atOwn], castagnoli)) }

// Check holds what was added against a footer that was read. A sum that the footer does not carry is not missed, but for the
// code: where there is a key, there must be one.
func (s *Sum) Check(page []byte) error {
	sums := binary.LittleEndian.Uint64(page[atSums:])
	switch {
	case string(page[:len(magic)]) != magic || binary.LittleEndian.Uint64(page[atOwn:]) != own(page) || !zero(page[end:Bytes]):
		return fmt.Errorf("%w: the footer is damaged", ErrMismatch)
	case !bytes.Equal(page[atName:atCRC], s.name[:]):
		return fmt.Errorf("%w: it is the block of another key", ErrMismatch)
	case binary.LittleEndian.Uint64(page[atLength:]) != s.length:
		return fmt.Errorf("%w: it is of a block of another length", ErrMismatch)
	case s.kind.Checksum && sums&hasChecksum != 0 && binary.LittleEndian.Uint64(page[atCRC:]) != uint64(s.crc):
		return fmt.Errorf("%w: the checksum is wrong", ErrMismatch)
	case s.code != nil && (sums&hasCode == 0 || !hmac.Equal(page[atCode:atOwn], s.code.Sum(nil))):
		return fmt.Errorf("%w: the authentication code is wrong", ErrMismatch)
	}
	return nil
}

func zero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}
