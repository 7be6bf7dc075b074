//go:build !unix

package dir

// openFlags are none: here no file makes opening it wait.
const openFlags = 0
