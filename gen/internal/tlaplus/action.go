package tlaplus

import "github.com/genlock-go/genlock/internal/ast"

// An action is an operator of its parameters: the message it takes, the named conditions, the records of the events it
// fires; then what must hold before, what holds after, and what stays.

// An acting is an action being written.
type acting struct {
	m       *module
	a       *ast.Action
	s       *scope
	message string // what the message is called
	fired   []fired
}

// fired is one of its events.
type fired struct {
	*ast.Firing
	cells   string   // what its record is called, or the function of its records
	over    []string // what the variables are called over which it goes
	hit     string   // the set over which it goes, where Where restricts it
	columns columns
}

// action writes an action.
func (m *module) action(a *ast.Action) {
	m.blank()
	m.comment(a.Doc)
	s, params := m.scope().bind(a.Params()...)
	w := &acting{m: m, a: a, s: s}
	m.head(a.Name, params)
	m.let(w.definitions())
	m.page.conjuncts(`/\`, w.conjuncts())
}

func (w *acting) definitions() []definition {
	var defs []definition
	if c := w.a.Message(); c != nil {
		w.message = w.s.names.take("message")
		defs = append(defs, definition{w.message, w.s.message(c, variablesOf(c.Fields))})
	}
	s, named := w.s.define(w.reads()...)
	w.s = s
	defs = append(defs, named...)
	for _, f := range w.a.Fire {
		defs = append(defs, w.fire(f)...)
	}
	return defs
}

// reads are the expressions that stand in the action itself, not under a ForEach.
func (w *acting) reads() []ast.Expr {
	xs := []ast.Expr{w.a.When}
	for _, e := range w.a.Do {
		xs = append(xs, ast.EffectExprs(e)...)
	}
	for _, f := range w.a.Fire {
		if len(f.Over) == 0 {
			xs = append(xs, f.Exprs()...)
		}
	}
	return xs
}

func variablesOf(vs []*ast.Variable) []ast.Expr {
	xs := make([]ast.Expr, len(vs))
	for i, v := range vs {
		xs[i] = ast.Var{V: v}
	}
	return xs
}

// fire defines the record of an event, or the records of all its entries.
func (w *acting) fire(f *ast.Firing) []definition {
	fd := fired{Firing: f, columns: w.m.columns[f.Event]}
	one, several := "cell", "cells"
	if len(w.a.Fire) > 1 {
		word := w.m.entries[f.Event.Machine].one
		one, several = word+"Cell", word+"Cells"
	}
	var defs []definition
	if len(f.Over) == 0 {
		fd.cells = w.s.names.take(one)
		defs = []definition{{fd.cells, w.s.operator(f)}}
	} else {
		defs = w.fireEach(&fd, several)
	}
	w.fired = append(w.fired, fd)
	return defs
}

// fireEach defines the set of what is hit, where not all is, and the function of records.
func (w *acting) fireEach(fd *fired, name string) []definition {
	var defs []definition
	if fd.Where != nil {
		in, names := w.s.bind(fd.Over...)
		fd.hit = w.s.names.take("hit" + capital(w.m.entries[fd.Event.Machine].one) + "s")
		defs = append(defs, definition{fd.hit, setOf(fd.Over, names, in.body(fd.Where))})
	}
	in, names := w.s.bind(fd.Over...)
	fd.cells, fd.over = w.s.names.take(name), names
	in, named := in.define(append(append([]ast.Expr(nil), fd.At...), fd.Args...)...)
	record := letIn(named, in.operator(fd.Firing))
	if fd.hit != "" {
		return append(defs, definition{fd.cells, functionOver(names, fd.hit, record)})
	}
	return append(defs, definition{fd.cells, function(fd.Over, names, record)})
}

// conjuncts are what must hold, what becomes of each variable, and what stays.
func (w *acting) conjuncts() []layout {
	xs := append(w.presence(), w.s.enabling(w.a.When)...)
	xs = append(xs, w.hits()...)
	if drawn := w.drawn(); len(drawn) > 0 {
		xs = append(xs, relation(w.after("nextToken", drawn), "<=", word{w.m.maxToken + " + 1", bindSum}))
	}
	var same []string
	for _, v := range w.m.variables() {
		if next, changed := w.next(v.name); changed {
			xs = append(xs, relation(atom(v.name+"'"), "=", next))
			continue
		}
		same = append(same, v.name)
	}
	switch len(same) {
	case 0:
		return xs
	case 1:
		return append(xs, atom("UNCHANGED "+same[0]))
	default:
		return append(xs, list{open: "UNCHANGED <<", close: ">>", items: atoms(same)})
	}
}

// after is a variable with some numbers added.
func (w *acting) after(variable string, more []layout) layout {
	return infix{"+", append([]layout{atom(variable)}, more...), bindSum}
}

// presence: the message is there; of a queue, it is the first.
func (w *acting) presence() []layout {
	c := w.a.Message()
	if c == nil {
		return nil
	}
	if !c.Queue {
		return []layout{call("BagIn", atom(w.message), atom(c.Name))}
	}
	q := atom(w.s.queue(c, variablesOf(c.Fields)))
	return []layout{relation(q, "#", atom("<<>>")), relation(call("Head", q), "=", atom(w.message))}
}

// hits: an action all of whose events go over entries is a step only if one of them is hit.
func (w *acting) hits() []layout {
	var hit []layout
	for _, f := range w.fired {
		if f.hit == "" {
			return nil
		}
		hit = append(hit, relation(atom(f.hit), "#", atom("{}")))
	}
	if len(hit) < 2 {
		return hit
	}
	return []layout{w.m.isTrue(disj(hit...))}
}

// drawn are the numbers of tokens that its events draw.
func (w *acting) drawn() []layout {
	var xs []layout
	for _, f := range w.fired {
		if f.columns.draws {
			xs = append(xs, atom(f.cells+".draws"))
		}
	}
	return xs
}
