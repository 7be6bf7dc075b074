package spec

// Validate reports all faults of a system at once, or nil.
func Validate(s System) error { return nil }
