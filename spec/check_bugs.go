package spec

import "slices"

// implicit are the properties that every system has.
var implicit = []string{"TypeOK", "NoRejectedCell", "Deadlock"}

// bugFaults judges the known bugs of a system that has no faults of its own, by applying them. What an edit leaves
// unused is forgiven; in all else the edited system is held to the same rules.
func bugFaults(s System) []Fault {
	if s.edited || len(s.KnownBugs) == 0 {
		return nil
	}
	c := newChecker(s, Link(s))
	var names []string
	for _, bug := range s.KnownBugs {
		names = append(names, bug.Name)
		c.bug(bug)
	}
	for _, name := range repeated(names) {
		c.about("known bug "+name, Pos{})("is the name of two")
	}
	return c.faults
}

func (c *checker) bug(bug Edit) {
	report := c.about("known bug "+bug.Name, Pos{})
	c.identifier(report, bug.Name)
	if c.Property(bug.Breaks) == nil && !slices.Contains(implicit, bug.Breaks) {
		report("breaks %q, which is no property", bug.Breaks)
	}
	for _, found := range bug.Found {
		if c.Instance(found.Instance) == nil {
			report("is found in %q, which is no instance", found.Instance)
		}
		if found.Length < 0 {
			report("is found after %d steps", found.Length)
		}
	}
	edited, err := c.source.With(bug)
	if err != nil {
		report("cannot be applied: %v", err)
		return
	}
	_, faults := validate(edited)
	for _, f := range faults {
		report("leaves a system with a fault: %s", f)
	}
}
