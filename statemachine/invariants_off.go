//go:build !genlock_invariants

package statemachine

// Invariants says that a rejected event panics. In a production build it does not.
const Invariants = false
