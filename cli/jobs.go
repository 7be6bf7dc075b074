package cli

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// A job is a system and those of its instances that are explored.
type job struct {
	system    spec.System
	instances []string
	only      []string // properties that are judged; none: those of the instance
	whole     bool     // all of them, of the spec as it is, with what is dead in it: what none reaches is vacuous
}

func (c *check) jobs(specs []Spec) ([]job, error) {
	var jobs []job
	for _, x := range specs {
		j := job{system: x.System, instances: x.instances(), whole: c.bug == "" && c.instance == "" && !c.unbounded}
		if c.bug != "" {
			bug, ok := x.System.Bug(c.bug)
			if !ok {
				continue
			}
			edited, err := x.System.With(bug)
			if err != nil {
				return nil, err
			}
			j.system, j.instances, j.only = edited, where(bug, j.instances), []string{bug.Breaks}
		}
		if c.instance != "" {
			if !slices.Contains(x.instances(), c.instance) {
				continue
			}
			j.instances = []string{c.instance}
		}
		jobs = append(jobs, j)
	}
	if len(jobs) == 0 {
		return nil, c.nothing(specs)
	}
	return jobs, nil
}

// where are the instances in which a bug shows itself; all where it does not say.
func where(bug spec.Edit, all []string) []string {
	var found []string
	for _, f := range bug.Found {
		found = append(found, f.Instance)
	}
	if found == nil {
		return all
	}
	return found
}

// nothing names what there would have been.
func (c *check) nothing(specs []Spec) error {
	var instances, bugs []string
	for _, x := range specs {
		instances = append(instances, x.instances()...)
		for _, b := range x.System.KnownBugs {
			bugs = append(bugs, b.Name)
		}
	}
	if c.bug != "" && !slices.Contains(bugs, c.bug) {
		return usagef("no known bug %q; there is %s", c.bug, list(bugs))
	}
	return usagef("no instance %q; there is %s", c.instance, list(instances))
}
