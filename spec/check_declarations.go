package spec

import (
	"maps"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// constructions reports what went wrong while the declarations were built, each fault once.
func (c *checker) constructions() {
	for _, m := range c.Machines {
		c.built("machine "+m.Name, m.Faults)
	}
	for _, e := range c.Events {
		c.built("event "+e.Name, e.Faults)
	}
	for _, ch := range c.Channels {
		c.built("channel "+ch.Name, ch.Faults)
	}
	for _, f := range c.Facts {
		c.built("fact "+f.Name, f.Faults)
	}
	c.eachPart(func(report func(ast.Pos) reporter, xs []ast.Expr, effects []ast.Effect) {
		for _, e := range effects {
			if undone, ok := e.(ast.Undone); ok {
				report(undone.Fault.Pos)("%s", undone.Fault.Text)
			}
			xs = append(xs, ast.EffectExprs(e)...)
		}
		for _, x := range xs {
			ast.Walk(x, func(x ast.Expr) bool {
				if bad, ok := x.(ast.Bad); ok {
					report(bad.Fault.Pos)("%s", bad.Fault.Text)
				}
				return true
			})
		}
	})
}

func (c *checker) built(where string, faults []ast.Fault) {
	for _, f := range faults {
		c.about(where, f.Pos)("%s", f.Text)
	}
}

// eachPart visits the conditions and effects of every cell, action and property, with a way to report on it.
func (c *checker) eachPart(f func(report func(ast.Pos) reporter, xs []ast.Expr, effects []ast.Effect)) {
	for _, cell := range c.Cells {
		f(func(pos ast.Pos) reporter {
			at := *cell
			at.Pos = pos
			return c.aboutCell(&at, "")
		}, []ast.Expr{cell.When}, cell.Do)
	}
	elsewhere := func(where string) func(ast.Pos) reporter {
		return func(pos ast.Pos) reporter { return c.about(where, pos) }
	}
	for _, a := range c.Actions {
		xs := []ast.Expr{a.When}
		for _, firing := range a.Fire {
			xs = append(xs, firing.Exprs()...)
		}
		f(elsewhere("action "+a.Name), xs, a.Do)
	}
	for _, p := range c.Properties {
		f(elsewhere("property "+p.Name), []ast.Expr{p.Holds, p.From, p.To}, nil)
	}
	f(elsewhere("Done"), []ast.Expr{c.Done}, nil)
}

// declarations judges machines, channels, events, facts and variables by themselves.
func (c *checker) declarations() {
	for _, m := range c.Machines {
		c.machine(m)
	}
	for _, ch := range c.Channels {
		c.channel(ch)
	}
	for _, e := range c.Events {
		report := c.about("event "+e.Name, e.Pos)
		for _, v := range twice(append(e.Machine.Keys[:len(e.Machine.Keys):len(e.Machine.Keys)], e.Args...)) {
			report("carries %s twice: each argument is a variable of its own, and the entry's key comes of itself", v)
		}
	}
	for _, f := range c.Facts {
		report := c.about("fact "+f.Name, f.Pos)
		for _, v := range twice(f.Keys) {
			report("is keyed by %s twice", v)
		}
		c.blankable(report, f.Type)
	}
	for _, v := range c.variables {
		if v.Type.Kind == ast.Nat && v.Type.Max <= 0 && v.Type.MaxSort == "" {
			c.about("variable "+v.Name, v.Pos)("counts without a bound: declare it with UpTo")
		}
	}
}

func (c *checker) machine(m *ast.Machine) {
	report := c.about("machine "+m.Name, m.Pos)
	if len(m.Phases) == 0 {
		report("has no phases")
	}
	for _, p := range repeated(m.Phases) {
		report("names phase %s twice", p)
	}
	for _, p := range m.Blank {
		if !slices.Contains(m.Phases, p) {
			report("calls %s blank, which is no phase of it", p)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(m.Docs)) {
		if !slices.Contains(m.Phases, p) {
			report("says what %s means, which is no phase of it", p)
		}
	}
	if len(m.Faults) == 0 && (len(m.Keys) == 0 || len(m.Keys) > 2) {
		report("is keyed by one variable or by a pair of them")
	}
	for _, v := range m.Keys {
		if v.Type.Kind != ast.Sort {
			report("is keyed by %s, which is of no sort", v.Name)
		}
	}
	for _, v := range twice(m.Keys) {
		report("is keyed by %s twice", v)
	}
	for _, f := range m.Fields {
		c.field(f)
	}
}

func (c *checker) field(f *ast.Field) {
	report := c.about("field "+f.Name, f.Pos)
	switch f.Shape {
	case ast.Plain:
		c.blankable(report, f.Type)
	case ast.Option:
		if f.Type.Kind != ast.Sort {
			report("is an option of no sort")
		}
	case ast.Set:
		if f.Type.Kind != ast.Sort {
			report("is a set of no sort")
		}
	}
}

// blankable reports a type that has no blank value, or no bound.
func (c *checker) blankable(report reporter, t ast.Type) {
	switch {
	case t.Kind == ast.Sort:
		report("has no blank value: a value of the sort %s is kept in an option or a set", t.Name)
	case t.Kind == ast.Nat && t.Max <= 0 && t.MaxSort == "":
		report("counts without a bound: declare it with CountTo, CountOf or FactUpTo")
	case t.Kind == ast.Nat && slices.Contains([]string{"Token", "Nat", "bool"}, t.MaxSort):
		report("counts up to the size of %s, which is no sort", t.MaxSort)
	}
}

func (c *checker) channel(ch *ast.Channel) {
	report := c.about("channel "+ch.Name, ch.Pos)
	for _, v := range twice(ch.Fields) {
		report("carries %s twice: each field is a variable of its own", v)
	}
	if ch.Queue && ch.Room < 1 {
		report("has room for %d messages: at least 1", ch.Room)
	}
	if !ch.Queue && len(ch.Each) > 0 {
		report("has Each, which only a queue has")
	}
	for _, v := range ch.Each {
		if !hasNamed(ch.Fields, v.Name) {
			report("is one queue for each %s, which is no field of its messages", v.Name)
		}
	}
	for _, v := range twice(ch.Each) {
		report("is one queue for each %s twice", v)
	}
}

// twice are the names that several variables of a list share.
func twice(vs []*ast.Variable) []string {
	var names []string
	for _, v := range vs {
		names = append(names, v.Name)
	}
	return repeated(names)
}

// repeated are the members of a list that it has more than once, each once.
func repeated(list []string) []string {
	var again []string
	for i, x := range list {
		if slices.Contains(list[:i], x) {
			again = appendNew(again, x)
		}
	}
	return again
}

func hasNamed(vs []*ast.Variable, name string) bool {
	return slices.ContainsFunc(vs, func(v *ast.Variable) bool { return v.Name == name })
}
