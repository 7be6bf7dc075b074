package fs

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/genlock-go/genlock/tiers"
)

// Format is the version of how blocks are stored. It is part of every namespace: builds of two formats can share a root and
// never read each other's blocks.
const Format = 1

// A Namespace is everything that changes the bytes of a block of a given key. Blocks are kept in a directory that is named
// by a digest of it: two namespaces that differ in anything never share a file.
type Namespace struct {
	Model    string
	Revision string // of the model's weights
	DType    string // of the blocks' numbers
	Layout   string // of the numbers within a block
	Ranks    []Rank // which part of the model's blocks these are; the order says nothing
	// Salt keeps tenants apart. It is not written down: the manifest shows a digest of it.
	Salt tiers.Secret
	// More is whatever else changes the bytes, by name.
	More map[string]string
}

// A Rank is the place of a process in one kind of parallelism.
type Rank struct {
	Kind  string // "tensor", "pipeline", …
	Index int    // from 0
	Size  int
}

// Bounds of what a namespace is made of: no field needs more, and its manifest stays readable.
const (
	longestField = 4096
	mostFields   = 256
)

// A field of a namespace, as it is digested and as the manifest shows it.
type field struct {
	tag   string
	value string
	shown string // instead of a value that is secret
}

// fields are the fields in a fixed order, or an ErrConfig that names the bad one.
func (n Namespace) fields() ([]field, error) {
	all := []field{{tag: "model", value: n.Model}, {tag: "revision", value: n.Revision},
		{tag: "dtype", value: n.DType}, {tag: "layout", value: n.Layout}}
	ranks, err := rankFields(n.Ranks)
	if err != nil {
		return nil, err
	}
	all = append(all, ranks...)
	for _, name := range slices.Sorted(maps.Keys(n.More)) {
		all = append(all, field{tag: "more:" + name, value: n.More[name]})
	}
	for _, f := range all {
		if err := checkField(f); err != nil {
			return nil, err
		}
	}
	if len(all) > mostFields {
		return nil, fmt.Errorf("%w: namespace: %d fields, at most %d", tiers.ErrConfig, len(all), mostFields)
	}
	if salt := n.Salt.Reveal(); len(salt) > 0 {
		all = append(all, field{tag: "salt", value: string(salt), shown: fingerprint("salt", salt)})
	}
	return all, nil
}

func rankFields(ranks []Rank) ([]field, error) {
	var all []field
	sorted := slices.SortedFunc(slices.Values(ranks), func(a, b Rank) int { return cmp.Compare(a.Kind, b.Kind) })
	for i, r := range sorted {
		if r.Index < 0 || r.Index >= r.Size {
			return nil, fmt.Errorf("%w: namespace: rank %.64q is %d of %d", tiers.ErrConfig, r.Kind, r.Index, r.Size)
		}
		if i > 0 && sorted[i-1].Kind == r.Kind {
			return nil, fmt.Errorf("%w: namespace: two ranks are %.64q", tiers.ErrConfig, r.Kind)
		}
		all = append(all, field{tag: "rank:" + r.Kind, value: strconv.Itoa(r.Index) + " of " + strconv.Itoa(r.Size)})
	}
	return all, nil
}

func checkField(f field) error {
	for _, text := range []string{f.tag, f.value} {
		if len(text) > longestField {
			return fmt.Errorf("%w: namespace: %.64q has %d bytes, at most %d", tiers.ErrConfig, f.tag, len(text), longestField)
		}
		if !utf8.ValidString(text) {
			return fmt.Errorf("%w: namespace: %.64q is not UTF-8", tiers.ErrConfig, f.tag)
		}
	}
	return nil
}

// digest is the SHA-256 of fields, in hexadecimal digits. Tags and values are counted before they are written, so no two
// lists of fields are the same bytes.
func digest(fields []field) string {
	var text []byte
	text = binary.AppendUvarint(text, uint64(len(fields)))
	for _, f := range fields {
		text = binary.AppendUvarint(text, uint64(len(f.tag)))
		text = append(text, f.tag...)
		text = binary.AppendUvarint(text, uint64(len(f.value)))
		text = append(text, f.value...)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// fingerprint tells one secret from another, and nothing else about it to who cannot guess it.
func fingerprint(what string, secret []byte) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("genlock fingerprint of a " + what))
	return "fingerprint " + hex.EncodeToString(mac.Sum(nil)[:16])
}
