// Package tiertest tests tiers: a suite that any of them must pass, storages that fail on purpose, and a storage in memory.
//
// It needs nothing but the standard library, so that the tests of a tier that lives elsewhere can run it.
package tiertest
