package spec

import "github.com/genlock-go/genlock/internal/ast"

// properties judges what properties and Done speak of.
func (c *checker) properties() {
	for _, p := range c.Properties {
		report := c.about("property "+p.Name, p.Pos)
		c.wellSaid(report, p)
		s := scope{checker: c, report: report, place: inProperty}
		if p.Kind == ast.Step {
			s.place = inStep
		}
		s = s.binding(ast.Free(p.Holds, p.From, p.To)...)
		if a := c.Action(p.On); a != nil {
			s = s.binding(a.Params()...)
		}
		s.check(p.Holds, p.From, p.To)
	}
	s := scope{checker: c, report: c.about("Done", posOf(c.Done)), place: inProperty}
	for _, v := range ast.Free(c.Done) {
		s.report("nothing binds %s", v.Name)
	}
	s.binding(ast.Free(c.Done)...).check(c.Done)
}

// wellSaid holds a property to the parts that its kind has.
func (c *checker) wellSaid(report reporter, p *ast.Property) {
	switch {
	case p.Kind == ast.LeadsTo && (p.From == nil || p.To == nil):
		report("has no From or no To")
	case p.Kind == ast.Finitely && p.On == "":
		report("names no action")
	case p.Kind != ast.LeadsTo && p.Kind != ast.Finitely && p.Holds == nil:
		report("has no Holds")
	}
	if p.On != "" && len(p.Except) > 0 {
		report("is on %s and on all but some: it is one or the other", p.On)
	}
	for _, name := range append(p.Except[:len(p.Except):len(p.Except)], p.On) {
		if name != "" && c.Action(name) == nil {
			report("speaks of %q, which is no action", name)
		}
	}
}
