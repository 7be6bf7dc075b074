package keys

import "fmt"

// LongestPrinted is how many bytes of a printed key an error carries.
const LongestPrinted = 64

// Print prints a key for an error or a log: quoted, so that no byte of it is taken for anything else, and cut off where it
// is long.
func Print[K comparable](key K) string {
	s := fmt.Sprint(key)
	if len(s) <= LongestPrinted {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprintf("%q… (%d bytes)", s[:LongestPrinted], len(s))
}
