//go:build !linux

package primary

import "math"

func adviseHuge([]byte) {}

// mostMemory is not known here: the system refuses what it does not have.
func mostMemory() uint64 { return math.MaxUint64 }
