//go:build race

package fast_test

// raceEnabled says that the race detector is on: what it finds it finds in small instances.
const raceEnabled = true
