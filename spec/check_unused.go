package spec

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// unused reports declarations that nothing needs: most often a slip elsewhere, the wrong name in a cell or an action.
func (c *checker) unused() {
	u := uses{}
	eachExpr(c.System, u.expr)
	for _, cell := range c.Cells {
		u.effects(cell.Do)
	}
	for _, a := range c.Actions {
		u.effects(a.Do)
		u.action(a)
	}
	for _, m := range c.Machines {
		c.reachable(m)
	}
	c.unusedFields(u)
	c.unusedChannels(u)
	c.unusedEvents(u)
	c.unusedOptions()
	c.unusedWords()
}

// uses are the declarations that are read, and those that are written.
type uses struct{ reads, writes []any }

func (u *uses) expr(x ast.Expr) {
	switch x := x.(type) {
	case ast.Get:
		u.reads = append(u.reads, x.Field)
	case ast.Read:
		u.reads = append(u.reads, x.Fact)
	case ast.Count:
		u.reads = append(u.reads, x.Channel)
	}
}

func (u *uses) effects(effects []ast.Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case ast.Send:
			u.writes = append(u.writes, e.Channel)
		case ast.SetFact:
			u.writes = append(u.writes, e.Fact)
		case ast.BumpFact:
			u.writes = append(u.writes, e.Fact)
		default:
			if f := changed(e); f != nil {
				u.writes = append(u.writes, f)
			}
		}
	}
}

func (u *uses) action(a *ast.Action) {
	if m := a.Message(); m != nil {
		u.reads = append(u.reads, m)
	}
	for _, f := range a.Fire {
		u.reads = append(u.reads, f.Event)
	}
}

func (c *checker) unusedFields(u uses) {
	for _, m := range c.Machines {
		for _, f := range m.Fields {
			c.idle(u, "field "+f.Name, f.Pos, f, "is never changed", "is never looked at")
		}
	}
	for _, f := range c.Facts {
		c.idle(u, "fact "+f.Name, f.Pos, f, "is never changed", "is never looked at")
	}
}

func (c *checker) unusedChannels(u uses) {
	for _, ch := range c.Channels {
		c.idle(u, "channel "+ch.Name, ch.Pos, ch, "is never sent to", "is never taken from or looked at")
	}
}

func (c *checker) idle(u uses, where string, pos ast.Pos, what any, unwritten, unread string) {
	if !slices.Contains(u.writes, what) {
		c.about(where, pos)("%s", unwritten)
	}
	if !slices.Contains(u.reads, what) {
		c.about(where, pos)("%s", unread)
	}
}

func (c *checker) unusedEvents(u uses) {
	for _, e := range c.Events {
		if !slices.Contains(u.reads, any(e)) {
			c.about("event "+e.Name, e.Pos)("no action fires it")
		}
		read := ast.Free(c.cellExprs(e)...)
		for _, v := range e.Args {
			if !hasNamed(read, v.Name) {
				c.about("event "+e.Name, e.Pos)("carries %s, which none of its cells looks at", v.Name)
			}
		}
	}
}

// cellExprs are the guards of an event's cells and the expressions of their effects.
func (c *checker) cellExprs(e *ast.Event) []ast.Expr {
	var xs []ast.Expr
	for _, cell := range c.CellsOf(e) {
		xs = append(xs, cell.When)
		for _, effect := range cell.Do {
			xs = append(xs, ast.EffectExprs(effect)...)
		}
	}
	return xs
}

// unusedOptions are optional actions and properties that no instance turns on. A system without instances is not
// explored yet.
func (c *checker) unusedOptions() {
	if len(c.Instances) == 0 {
		return
	}
	on := func(name string) bool {
		return slices.ContainsFunc(c.Instances, func(i *ast.Instance) bool { return slices.Contains(i.With, name) })
	}
	for _, a := range c.Actions {
		if a.Optional && !on(a.Name) {
			c.about("action "+a.Name, a.Pos)("is optional, and no instance is with it")
		}
	}
	for _, p := range c.Properties {
		if p.Optional && !on(p.Name) {
			c.about("property "+p.Name, p.Pos)("is optional, and no instance is with it")
		}
	}
}

// unusedWords are answers that no cell gives, of an enumeration that serves for replies only: one that is also an
// argument of an event may name what another machine has to say.
func (c *checker) unusedWords() {
	given := map[*ast.Words][]string{}
	var types []*ast.Words
	for _, cell := range c.Cells {
		if words := cell.ReplyOf.Words; words != nil {
			types = appendNew(types, words)
			given[words] = append(given[words], cell.Reply)
		}
	}
	for _, words := range types {
		for _, word := range words.List {
			if !c.carried(words) && !slices.Contains(given[words], word) {
				c.about("enumeration "+words.Name, Pos{})("no cell replies %s", word)
			}
		}
	}
}

// carried reports that an event carries values of the enumeration.
func (c *checker) carried(words *ast.Words) bool {
	return slices.ContainsFunc(c.Events, func(e *ast.Event) bool {
		return slices.ContainsFunc(e.Args, func(v *ast.Variable) bool { return v.Type.Words == words })
	})
}
