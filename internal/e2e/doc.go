// Package e2e holds tests that do to a tier what storage and machines really do: calls that fail, come back short, or
// never come back, on a file system mounted for the purpose (faultfs); and processes that are killed at any moment
// (reexec). It is a module of its own, so that nobody who imports the tiers is asked for what only these tests need.
package e2e
