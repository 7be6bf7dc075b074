package tiers

// An Event tells others, a router for example, what has changed in the storage of a tier. Each change is told once, in the
// order in which changes happened; a block is there when all of it is, so nothing is told of a store that failed.
type Event[K comparable] struct {
	Tier string
	Capabilities
	Keys  []K  // valid until the receiver returns
	There bool // they were stored; false: they were removed
}
