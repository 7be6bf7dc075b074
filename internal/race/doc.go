// Package race says whether the race detector is on: then everything allocates, and takes its time.
package race
