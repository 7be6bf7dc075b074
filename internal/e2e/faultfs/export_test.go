package faultfs

// Check is for tests.
func Check(f Fault) error { return f.check() }
