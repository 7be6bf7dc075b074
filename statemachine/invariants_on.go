//go:build genlock_invariants

package statemachine

// Invariants says that a rejected event panics.
const Invariants = true
