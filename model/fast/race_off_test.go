//go:build !race

package fast_test

const raceEnabled = false
