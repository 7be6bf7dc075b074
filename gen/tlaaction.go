package gen

import (
	"github.com/genlock-go/genlock/internal/ast"
)

// An action is an operator of its parameters: the message it takes, the records of the events it fires, then what must
// hold before, what holds after, and what stays.
//
// TLC counts a step for each way in which what must hold can be made true: a disjunction that is true twice is two
// steps. So conjuncts stand by themselves, and what is no plain conjunct is compared with TRUE, which TLC evaluates as
// one value.

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
	defs := w.definitions()
	m.write(flat(call(a.Name, atoms(params)...)) + " ==")
	if len(defs) > 0 {
		m.letLines(defs)
	}
	for _, x := range w.conjuncts() {
		ls := place(x, 5, 0)
		m.write(`  /\ ` + ls[0])
		m.write(ls[1:]...)
	}
}

// definitions are the message, the named conditions, and the records of the events.
func (w *acting) definitions() []definition {
	var defs []definition
	if c := w.a.Message(); c != nil {
		w.message = w.s.names.take("message")
		defs = append(defs, definition{w.message, w.s.message(c, variablesOf(c.Fields))})
	}
	asked := append([]ast.Expr{w.a.When}, effectExprs(w.a.Do)...)
	for _, f := range w.a.Fire {
		if len(f.Over) == 0 {
			asked = append(asked, f.Exprs()...)
		}
	}
	s, named := w.s.define(asked...)
	w.s = s
	defs = append(defs, named...)
	for _, f := range w.a.Fire {
		defs = append(defs, w.fire(f)...)
	}
	return defs
}

func variablesOf(vs []*ast.Variable) []ast.Expr {
	xs := make([]ast.Expr, len(vs))
	for i, v := range vs {
		xs[i] = ast.Var{V: v}
	}
	return xs
}

func effectExprs(effects []ast.Effect) []ast.Expr {
	var xs []ast.Expr
	for _, e := range effects {
		xs = append(xs, ast.EffectExprs(e)...)
	}
	return xs
}

// fire defines the record of an event, or the records of all its entries.
func (w *acting) fire(f *ast.Firing) []definition {
	fd := fired{Firing: f, columns: w.m.columns[f.Event]}
	one, few := "cell", "cells"
	if len(w.a.Fire) > 1 {
		word := w.m.entries[f.Event.Machine].one
		one, few = word+"Cell", word+"Cells"
	}
	if len(f.Over) == 0 {
		fd.cells = w.s.names.take(one)
		w.fired = append(w.fired, fd)
		return []definition{{fd.cells, w.s.operator(f)}}
	}
	var defs []definition
	if f.Where != nil {
		fd.hit = w.s.names.take("hit" + capital(w.m.entries[f.Event.Machine].one) + "s")
		in, names := w.s.bind(f.Over...)
		head := "{" + tuple(names) + ` \in ` + product(f.Over) + " :"
		defs = append(defs, definition{fd.hit, around{"", binder{head, in.body(f.Where)}, "}"}})
	}
	fd.cells = w.s.names.take(few)
	in, names := w.s.bind(f.Over...)
	fd.over = names
	head := "[" + bindingAs(f.Over, names) + " |->"
	if fd.hit != "" {
		head = "[" + tuple(names) + ` \in ` + fd.hit + " |->"
	}
	in, inner := in.define(f.Exprs()...)
	body := letIn(inner, in.operator(f))
	w.fired = append(w.fired, fd)
	return append(defs, definition{fd.cells, around{"", binder{head, body}, "]"}})
}

// tuple is a name, or several in angle brackets.
func tuple(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "<<" + joinNames(names) + ">>"
}

// conjuncts are what must hold, what becomes of each variable, and what stays.
func (w *acting) conjuncts() []layout {
	xs := append(w.presence(), w.enabling(w.a.When)...)
	xs = append(xs, w.hits()...)
	if drawn := w.drawn(); len(drawn) > 0 {
		after := infix{"+", append([]layout{atom("nextToken")}, drawn...), bindSum}
		xs = append(xs, relation(after, "<=", word{w.m.maxToken + " + 1", bindSum}))
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
		return append(xs, list{"UNCHANGED <<", ">>", atoms(same), false})
	}
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

// enabling is a condition as conjuncts.
func (w *acting) enabling(x ast.Expr) []layout {
	switch y := x.(type) {
	case nil:
		return nil
	case ast.And:
		var xs []layout
		for _, c := range y.Xs {
			xs = append(xs, w.enabling(c)...)
		}
		return xs
	}
	if isPlain(x) {
		return []layout{within(w.s.expr(x), bindNot)}
	}
	return []layout{isTrue(w.s.expr(x))}
}

func isTrue(x layout) layout { return around{"(", x, ") = TRUE"} }

// isPlain reports that TLC takes the condition as one value.
func isPlain(x ast.Expr) bool {
	switch x := x.(type) {
	case ast.Or, ast.Implies, ast.Quant:
		return false
	case ast.And:
		for _, c := range x.Xs {
			if !isPlain(c) {
				return false
			}
		}
		return true
	case ast.Named:
		return isPlain(x.X)
	case ast.Eq:
		return !isBool(x.A) || isPlainEq(x)
	case ast.After:
		return isPlain(x.X)
	default:
		return true
	}
}

// isPlainEq: a truth value that is compared with a constant is written as itself.
func isPlainEq(x ast.Eq) bool {
	for _, side := range [][2]ast.Expr{{x.A, x.B}, {x.B, x.A}} {
		if l, ok := side[0].(ast.Lit); ok {
			return l.N == 0 || isPlain(side[1])
		}
	}
	return true
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
	switch len(hit) {
	case 0:
		return nil
	case 1:
		return hit
	default:
		return []layout{isTrue(disj(hit...))}
	}
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

// next is what becomes of a variable; false where it stays.
func (w *acting) next(name string) (layout, bool) {
	switch name {
	case "nextToken":
		xs := w.drawn()
		return infix{"+", append([]layout{atom("nextToken")}, xs...), bindSum}, len(xs) > 0
	case "rejected":
		return w.rejected()
	}
	for _, machine := range w.m.sys.Machines {
		if machine.Name == name {
			return w.machine(machine)
		}
	}
	for _, c := range w.m.sys.Channels {
		if c.Name == name {
			return w.channel(c)
		}
	}
	for _, f := range w.m.sys.Facts {
		if f.Name == name {
			return w.fact(f)
		}
	}
	return nil, false
}

func (w *acting) rejected() (layout, bool) {
	xs := []layout{atom("rejected")}
	for _, f := range w.fired {
		if f.columns.reject {
			xs = append(xs, w.collected(f, "rejected", "UNION"))
		}
	}
	return infix{`\cup`, xs, bindSet}, len(xs) > 1
}

// collected is a column of one record, or of all.
func (w *acting) collected(f fired, column, join string) layout {
	if len(f.Over) == 0 {
		return atom(f.cells + "." + column)
	}
	_, names := w.s.bind(f.Over...)
	of := bindingAs(f.Over, names)
	if f.hit != "" {
		of = tuple(names) + ` \in ` + f.hit
	}
	all := atom("{" + f.cells + "[" + joinNames(names) + "]." + column + " : " + of + "}")
	if join == "UNION" {
		return prefix{"UNION ", all, bindTight}
	}
	return call(join, all)
}

// machine is the entries after the events that happened to them.
func (w *acting) machine(machine *ast.Machine) (layout, bool) {
	var at []layout
	for _, f := range w.fired {
		if f.Event.Machine != machine {
			continue
		}
		if len(f.Over) > 0 {
			return w.entries(f), true
		}
		at = append(at, atom("!["+w.s.list(f.At)+"] = "+f.cells+".next"))
	}
	return list{"[" + machine.Name + " EXCEPT ", "]", at, true}, len(at) > 0
}

// entries are all entries after an event that happened to several: those that it went over, and the others.
func (w *acting) entries(f fired) layout {
	machine := f.Event.Machine
	in := w.s.inner()
	keys := make([]string, len(machine.Keys))
	place := map[string]string{} // what the variables of ForEach are called here
	var tests []layout
	for i, k := range machine.Keys {
		v, ok := f.At[i].(ast.Var)
		over := ok && isOneOf(v.V, f.Over)
		if over {
			keys[i] = in.names.take(v.V.Name)
			place[v.V.Name] = keys[i]
			continue
		}
		keys[i] = in.names.take(k.Name)
		tests = append(tests, relation(atom(keys[i]), "=", w.s.expr(f.At[i])))
	}
	at := make([]string, len(f.Over))
	for i, v := range f.Over {
		at[i] = place[v.Name]
	}
	if f.hit != "" {
		tests = append(tests, relation(atom(tuple(at)), `\in`, atom(f.hit)))
	}
	var next layout = atom(f.cells + "[" + joinNames(at) + "].next")
	if len(tests) > 0 {
		next = choice{conj(tests...), next, atom(machine.Name + "[" + joinNames(keys) + "]")}
	}
	return around{"", binder{"[" + bindingAs(machine.Keys, keys) + " |->", next}, "]"}
}

// channel is a channel after the message was taken, the cells have sent, and the action has.
func (w *acting) channel(c *ast.Channel) (layout, bool) {
	if c.Queue {
		return w.queue(c)
	}
	xs := []layout{atom(c.Name)}
	if w.a.Take == c {
		xs[0] = infix{"(-)", []layout{xs[0], atom("SetToBag({" + w.message + "})")}, bindSum}
	}
	changed := w.a.Take == c
	for _, f := range w.fired {
		if sends(f.columns, c) {
			xs = append(xs, w.collected(f, c.Name, "BagUnion"))
		}
	}
	for _, e := range w.a.Do {
		if send, ok := e.(ast.Send); ok && send.Channel == c {
			xs = append(xs, around{"SetToBag({", w.s.message(c, send.Args), "})"})
		}
	}
	if len(xs) == 1 {
		return xs[0], changed
	}
	return infix{"(+)", xs, bindSum}, true
}

func sends(cs columns, c *ast.Channel) bool {
	for _, s := range cs.sends {
		if s == c {
			return true
		}
	}
	return false
}

// queue is a queue, or the queues, after the same.
func (w *acting) queue(c *ast.Channel) (layout, bool) {
	taken := w.a.Take == c
	sent := w.sentBy(c)
	if len(c.Each) == 0 {
		var q layout = atom(c.Name)
		if taken {
			q = call("Tail", q)
		}
		for _, x := range sent {
			q = infix{`\o`, []layout{q, x}, bindSum}
		}
		for _, args := range w.does(c) {
			q = call("Append", q, w.s.message(c, args))
		}
		return q, taken || len(sent)+len(w.does(c)) > 0
	}
	return w.queues(c, taken, sent)
}

// queues are the queues of a channel after the message was taken and others have been sent. A cell says what it sends,
// not to which queue; so each queue gets what is meant for it.
func (w *acting) queues(c *ast.Channel, taken bool, sent []layout) (layout, bool) {
	var changes []layout
	if taken {
		changes = append(changes, atom("!["+w.s.list(eachOf(c, variablesOf(c.Fields)))+"] = Tail(@)"))
	}
	for _, args := range w.does(c) {
		if len(sent) > 0 {
			sent = append(sent, around{"<<", w.s.message(c, args), ">>"})
			continue
		}
		at := "![" + w.s.list(eachOf(c, args)) + "] = "
		changes = append(changes, around{at, call("Append", atom("@"), w.s.message(c, args)), ""})
	}
	var all layout = atom(c.Name)
	if len(changes) > 0 {
		all = list{"[" + c.Name + " EXCEPT ", "]", changes, true}
	}
	if len(sent) == 0 {
		return all, len(changes) > 0
	}
	_, names := w.s.bind(c.Each...)
	mine := make([]layout, len(names))
	for i, v := range c.Each {
		mine[i] = relation(atom("m."+v.Name), "=", atom(names[i]))
	}
	q := infix{`\o`, []layout{around{"", within(all, bindTight), "[" + joinNames(names) + "]"}}, bindSum}
	for _, x := range sent {
		q.xs = append(q.xs, call("SelectSeq", x, binder{"LAMBDA m :", conj(mine...)}))
	}
	return around{"", binder{"[" + bindingAs(c.Each, names) + " |->", q}, "]"}, true
}

func (w *acting) sentBy(c *ast.Channel) []layout {
	var xs []layout
	for _, f := range w.fired {
		if sends(f.columns, c) {
			xs = append(xs, atom(f.cells+"."+c.Name))
		}
	}
	return xs
}

func (w *acting) does(c *ast.Channel) [][]ast.Expr {
	var all [][]ast.Expr
	for _, e := range w.a.Do {
		if send, ok := e.(ast.Send); ok && send.Channel == c {
			all = append(all, send.Args)
		}
	}
	return all
}

// fact is a fact after the action: of several changes at one place each sees the one before.
func (w *acting) fact(f *ast.Fact) (layout, bool) {
	var changes []layout
	var alone layout = atom(f.Name)
	change := func(at []ast.Expr, to func(old layout) layout) {
		if len(f.Keys) == 0 {
			alone = to(alone)
		}
		changes = append(changes, around{"![" + w.s.list(at) + "] = ", to(atom("@")), ""})
	}
	for _, e := range w.a.Do {
		switch e := e.(type) {
		case ast.SetFact:
			if e.Fact == f {
				change(e.At, func(layout) layout { return w.s.expr(e.X) })
			}
		case ast.BumpFact:
			if e.Fact == f {
				change(e.At, func(old layout) layout { return counted(old, e.By) })
			}
		}
	}
	if len(f.Keys) == 0 {
		return alone, len(changes) > 0
	}
	return list{"[" + f.Name + " EXCEPT ", "]", changes, true}, len(changes) > 0
}
