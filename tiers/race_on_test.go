//go:build race

package tiers_test

// races says that the race detector runs, which allocates.
const races = true
