package primary

import "fmt"

// A Ref names a slot for as long as it is used for one block. A slot is used again; a Ref never is. The zero Ref names
// nothing.
type Ref struct {
	slot    uint32
	tenancy uint64
}

// Slot is the number of the slot, as Pool.Slot and tiers.Block know it.
func (r Ref) Slot() int { return int(r.slot) }

// None reports that the Ref is the zero one.
func (r Ref) None() bool { return r.tenancy == 0 }

// String is the Ref for a log: "slot 7 (use 12)".
func (r Ref) String() string {
	if r.None() {
		return "no slot"
	}
	return fmt.Sprintf("slot %d (use %d)", r.slot, r.tenancy)
}
