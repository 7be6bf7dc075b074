package spec

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// firing judges one event that an action fires.
func (s scope) firing(a *ast.Action, f *ast.Firing) {
	for _, x := range f.At {
		if _, ok := x.(ast.Var); !ok {
			s.report("fires %s at %s: an entry is named by variables", f.Event.Name, ast.Text(x))
		}
	}
	for _, v := range f.Over {
		s.forEach(a, f, v)
	}
	for _, v := range twice(f.Over) {
		s.report("fires %s for each %s twice", f.Event.Name, v)
	}
	if f.Where != nil && len(f.Over) == 0 {
		s.report("fires %s with Where but without ForEach: say it in When", f.Event.Name)
	}
	inner := s.binding(f.Over...)
	inner.check(f.Exprs()...)
	if is, ok := settled(f.Where); ok && !s.source.edited {
		s.report("fires %s with a Where that is always %t", f.Event.Name, is)
	}
}

func (s scope) forEach(a *ast.Action, f *ast.Firing, v *ast.Variable) {
	if !isAt(f, v) {
		s.report("fires %s for each %s, which does not name the entry: one entry would be hit twice", f.Event.Name, v.Name)
	}
	if hasNamed(a.Params(), v.Name) {
		s.report("fires %s for each %s, which is a parameter", f.Event.Name, v.Name)
	}
}

func isAt(f *ast.Firing, v *ast.Variable) bool {
	return slices.ContainsFunc(f.At, func(x ast.Expr) bool {
		at, ok := x.(ast.Var)
		return ok && at.V.Name == v.Name
	})
}

// firings judges the events of one step together: no two at one entry, at most one that draws a token, no two messages
// whose order in a queue would be open.
func (c *checker) firings() {
	for _, a := range c.Actions {
		report := c.about("action "+a.Name, a.Pos)
		for i, f := range a.Fire {
			for _, g := range a.Fire[:i] {
				c.apart(report, a, g, f)
			}
			c.eachSends(report, f)
		}
		c.drawsOnce(report, a)
		c.queuesOnce(report, a)
	}
}

// apart wants a proof that two firings never meet at one entry.
func (c *checker) apart(report reporter, a *ast.Action, f, g *ast.Firing) {
	if f.Event.Machine != g.Event.Machine {
		return
	}
	if len(f.Over) > 0 || len(g.Over) > 0 {
		report("fires %s and %s in %s, one of them ForEach: they may meet at one entry", f.Event.Name, g.Event.Name, f.Event.Machine.Name)
		return
	}
	if !differ(a.When, f.At, g.At) {
		report("fires %s and %s in %s: When must say Not(a.Eq(b)) of the variables that name the entries", f.Event.Name, g.Event.Name, f.Event.Machine.Name)
	}
}

// differ says whether a condition has a conjunct not(a = b) for the places of two entries.
func differ(when ast.Expr, a, b []ast.Expr) bool {
	switch x := when.(type) {
	case ast.Named:
		return differ(x.X, a, b)
	case ast.And:
		return slices.ContainsFunc(x.Xs, func(x ast.Expr) bool { return differ(x, a, b) })
	case ast.Not:
		return impliedByMeeting(x.X, a, b)
	}
	return false
}

// impliedByMeeting says whether x holds wherever the entries are one: it is a = b, or all of several such.
func impliedByMeeting(x ast.Expr, a, b []ast.Expr) bool {
	switch x := x.(type) {
	case ast.Named:
		return impliedByMeeting(x.X, a, b)
	case ast.And:
		return !slices.ContainsFunc(x.Xs, func(x ast.Expr) bool { return !impliedByMeeting(x, a, b) })
	case ast.Eq:
		for i := range a {
			if same(x.A, a[i]) && same(x.B, b[i]) || same(x.A, b[i]) && same(x.B, a[i]) {
				return true
			}
		}
	}
	return false
}

func same(a, b ast.Expr) bool { return ast.FullText(a) == ast.FullText(b) }

// eachSends judges the cells of an event that happens at many entries at once: their messages must be told apart, and
// they draw nothing.
func (c *checker) eachSends(report reporter, f *ast.Firing) {
	if len(f.Over) == 0 {
		return
	}
	for _, cell := range c.CellsOf(f.Event) {
		if draws(cell) > 0 {
			report("fires %s ForEach, and in %s it draws a token: a step draws at most one", f.Event.Name, cell.In.Text())
		}
		for _, e := range cell.Do {
			send, ok := e.(ast.Send)
			switch {
			case ok && send.Channel.Queue:
				report("fires %s ForEach, and in %s it sends to the queue %s: their order is open", f.Event.Name, cell.In.Text(), send.Channel.Name)
			case ok && !carriesKey(send, f):
				report("fires %s ForEach, and in %s its message to %s does not carry the entry's key", f.Event.Name, cell.In.Text(), send.Channel.Name)
			}
		}
	}
}

// carriesKey says whether a message names each part of its entry's key over which the firing runs.
func carriesKey(send ast.Send, f *ast.Firing) bool {
	for i, x := range f.At {
		at, ok := x.(ast.Var)
		if !ok || !hasNamed(f.Over, at.V.Name) {
			continue
		}
		key := ast.Var{V: f.Event.Machine.Keys[i]}
		if !slices.ContainsFunc(send.Args, func(arg ast.Expr) bool { return same(arg, key) }) {
			return false
		}
	}
	return true
}

func (c *checker) drawsOnce(report reporter, a *ast.Action) {
	var drawing []string
	for _, f := range a.Fire {
		if slices.ContainsFunc(c.CellsOf(f.Event), func(cell *ast.Cell) bool { return draws(cell) > 0 }) {
			drawing = append(drawing, f.Event.Name)
		}
	}
	if len(drawing) > 1 {
		report("fires %s and %s, which may both draw a token: a step draws at most one", drawing[0], drawing[1])
	}
}

func (c *checker) queuesOnce(report reporter, a *ast.Action) {
	senders := map[*ast.Channel]string{}
	for _, ch := range sends(a.Do) {
		senders[ch] = "its Do"
	}
	for _, f := range a.Fire {
		for _, ch := range c.sentBy(f.Event) {
			if other := senders[ch]; other != "" && ch.Queue {
				report("%s and %s may both send to the queue %s: their order is open", other, f.Event.Name, ch.Name)
			}
			senders[ch] = f.Event.Name
		}
	}
}

// sentBy are the channels that some cell of an event sends to.
func (c *checker) sentBy(e *ast.Event) []*ast.Channel {
	var channels []*ast.Channel
	for _, cell := range c.CellsOf(e) {
		for _, ch := range sends(cell.Do) {
			channels = appendNew(channels, ch)
		}
	}
	return channels
}
