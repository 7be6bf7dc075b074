//go:build race

package job

// RaceEnabled says that the race detector is on: everything allocates, and takes its time.
const RaceEnabled = true
