package spec

import (
	"maps"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// instances judges sizes, tokens and names of each instance.
func (c *checker) instances() {
	for i, instance := range c.Instances {
		report := c.about("instance "+instance.Name, instance.Pos)
		c.sizes(report, c.source.Instances[i])
		switch {
		case instance.Tokens < 0, c.tokens && instance.Tokens == 0:
			report("has %d tokens: at least 1", instance.Tokens)
		case !c.tokens && instance.Tokens > 0:
			report("has tokens, which the system does not use")
		}
		if instance.Checks > ast.InvariantsOnly {
			report("has no level of checks %d", instance.Checks)
		}
		c.switches(report, instance)
	}
}

func (c *checker) sizes(report reporter, source Instance) {
	sized := map[string]bool{}
	for _, size := range source.Sizes {
		switch {
		case sized[size.sort]:
			report("gives %s two sizes", size.sort)
		case !slices.Contains(c.sorts, size.sort):
			report("gives a size to %q, which the system does not use", size.sort)
		case size.n < 1:
			report("gives %s the size %d: at least 1", size.sort, size.n)
		}
		sized[size.sort] = true
	}
	for _, sort := range c.sorts {
		if !sized[sort] {
			report("gives %s no size", sort)
		}
	}
}

// switches judges what is on, off, and fair.
func (c *checker) switches(report reporter, i *ast.Instance) {
	for _, name := range i.With {
		if !c.canSwitch(name) {
			report("is with %q, which is no action and no property", name)
		}
		if slices.Contains(i.Without, name) {
			report("is both with and without %s", name)
		}
	}
	for _, name := range i.Without {
		if !c.canSwitch(name) {
			report("is without %q, which is no action and no property", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(i.Fair)) {
		if c.Action(name) == nil {
			report("is fair to %q, which is no action", name)
		}
		if i.Fair[name] > ast.StrongAny {
			report("has no fairness %d for %s", i.Fair[name], name)
		}
	}
}

func (c *checker) canSwitch(name string) bool {
	return c.Action(name) != nil || c.Property(name) != nil
}
