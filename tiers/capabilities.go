package tiers

import (
	"fmt"
	"slices"
)

// Capabilities say what kind of storage a tier has.
type Capabilities struct {
	Medium   Medium
	Locality Locality
	// Persistent storage outlives the process.
	Persistent bool
}

// A Medium is what blocks are kept on: "file", "object", or a word of somebody else's tier.
type Medium string

// Media of our tiers.
const (
	File   Medium = "file"
	Object Medium = "object"
)

// A Locality is who shares the storage.
type Locality string

const (
	Private Locality = "private" // this process alone
	Host    Locality = "host"    // the processes of this machine
	Shared  Locality = "shared"  // several machines
)

// ParseLocality is the locality of that name, or an ErrConfig that names it.
func ParseLocality(name string) (Locality, error) {
	switch l := Locality(name); l {
	case Private, Host, Shared:
		return l, nil
	}
	return "", fmt.Errorf("%w: locality %.64q is none of %q, %q and %q", ErrConfig, name, Private, Host, Shared)
}

// A Filter says which tiers a request may use. The zero Filter allows all of them.
type Filter struct {
	Media      []Medium   // allowed ones; none listed: all
	Localities []Locality // likewise
	DenyAll    bool       // no tier at all
}

// Allows reports whether a tier with these capabilities may be used.
func (f Filter) Allows(c Capabilities) bool {
	return !f.DenyAll &&
		(len(f.Media) == 0 || slices.Contains(f.Media, c.Medium)) &&
		(len(f.Localities) == 0 || slices.Contains(f.Localities, c.Locality))
}
