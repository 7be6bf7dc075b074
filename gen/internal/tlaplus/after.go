package tlaplus

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// What becomes of each variable in an action. Events and the action itself are judged by the state before, so all of it
// is read off the records of the events.

// next is what becomes of a variable; false where it stays.
func (w *acting) next(name string) (layout, bool) {
	switch name {
	case "nextToken":
		drawn := w.drawn()
		return w.after(name, drawn), len(drawn) > 0
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
			xs = append(xs, w.column(f, "rejected", func(all layout) layout { return prefix{"UNION ", all, bindTight} }))
		}
	}
	return infix{`\cup`, xs, bindSet}, len(xs) > 1
}

// column is a column of an event's record, or those of all its records joined.
func (w *acting) column(f fired, name string, join func(all layout) layout) layout {
	if len(f.Over) == 0 {
		return atom(f.cells + "." + name)
	}
	from := each(f.Over, f.over)
	if f.hit != "" {
		from = []layout{atom(tuple(f.over) + ` \in ` + f.hit)}
	}
	one := f.cells + "[" + joinNames(f.over) + "]." + name
	return join(list{open: "{" + one + " : ", close: "}", items: from})
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
	return list{open: "[" + machine.Name + " EXCEPT ", close: "]", items: at, column: true}, len(at) > 0
}

// entries are all entries after an event that happened to several: those that it went over, and the others.
func (w *acting) entries(f fired) layout {
	machine := f.Event.Machine
	in := w.s.inner()
	keys := make([]string, len(machine.Keys))
	place := map[string]string{} // what the variables of ForEach are called here
	var tests []layout
	for i, k := range machine.Keys {
		if v, ok := f.At[i].(ast.Var); ok && isOneOf(v.V, f.Over) {
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
	return function(machine.Keys, keys, next)
}

// channel is a channel after the message was taken, the cells have sent, and the action has.
func (w *acting) channel(c *ast.Channel) (layout, bool) {
	taken := w.a.Take == c
	if c.Queue {
		return w.queue(c, taken)
	}
	xs := []layout{atom(c.Name)}
	if taken {
		xs[0] = infix{"(-)", []layout{xs[0], atom("SetToBag({" + w.message + "})")}, bindSum}
	}
	for _, f := range w.fired {
		if slices.Contains(f.columns.sends, c) {
			xs = append(xs, w.column(f, c.Name, func(all layout) layout { return call("BagUnion", all) }))
		}
	}
	for _, args := range w.sends(c) {
		xs = append(xs, around{"SetToBag({", w.s.message(c, args), "})"})
	}
	if len(xs) == 1 {
		return xs[0], taken
	}
	return infix{"(+)", xs, bindSum}, true
}

// sends are the messages that the action itself sends.
func (w *acting) sends(c *ast.Channel) [][]ast.Expr {
	var all [][]ast.Expr
	for _, e := range w.a.Do {
		if send, ok := e.(ast.Send); ok && send.Channel == c {
			all = append(all, send.Args)
		}
	}
	return all
}

// queue is a queue, or the queues of a channel, after the same.
func (w *acting) queue(c *ast.Channel, taken bool) (layout, bool) {
	var sent []layout // sequences that cells send
	for _, f := range w.fired {
		if slices.Contains(f.columns.sends, c) {
			sent = append(sent, atom(f.cells+"."+c.Name))
		}
	}
	does := w.sends(c)
	changed := taken || len(sent)+len(does) > 0
	switch {
	case len(c.Each) == 0:
		return w.single(c, taken, sent, does), changed
	case len(sent) == 0:
		return w.eachQueue(c, taken, does), changed
	default:
		for _, args := range does {
			sent = append(sent, around{"<<", w.s.message(c, args), ">>"})
		}
		return w.sorted(c, w.eachQueue(c, taken, nil), sent), changed
	}
}

func (w *acting) single(c *ast.Channel, taken bool, sent []layout, does [][]ast.Expr) layout {
	var q layout = atom(c.Name)
	if taken {
		q = call("Tail", q)
	}
	if len(sent) > 0 {
		q = infix{`\o`, append([]layout{q}, sent...), bindSum}
	}
	for _, args := range does {
		q = call("Append", q, w.s.message(c, args))
	}
	return q
}

// eachQueue are the queues after the action took from one and put into some.
func (w *acting) eachQueue(c *ast.Channel, taken bool, does [][]ast.Expr) layout {
	var changes []layout
	if taken {
		changes = append(changes, atom("!["+w.s.list(eachOf(c, variablesOf(c.Fields)))+"] = Tail(@)"))
	}
	for _, args := range does {
		at := "![" + w.s.list(eachOf(c, args)) + "] = "
		changes = append(changes, around{at, call("Append", atom("@"), w.s.message(c, args)), ""})
	}
	if len(changes) == 0 {
		return atom(c.Name)
	}
	return list{open: "[" + c.Name + " EXCEPT ", close: "]", items: changes, column: true}
}

// sorted gives each queue what is meant for it: a cell says what it sends, not to which queue.
func (w *acting) sorted(c *ast.Channel, queues layout, sent []layout) layout {
	in, names := w.s.bind(c.Each...)
	m := in.names.take("m")
	mine := make([]layout, len(names))
	for i, v := range c.Each {
		mine[i] = relation(atom(m+"."+v.Name), "=", atom(names[i]))
	}
	q := []layout{around{"", within(queues, bindTight), "[" + joinNames(names) + "]"}}
	for _, x := range sent {
		q = append(q, call("SelectSeq", x, binder{atom("LAMBDA " + m + " :"), conj(mine...)}))
	}
	return function(c.Each, names, infix{`\o`, q, bindSum})
}

// fact is a fact after the action: of several changes at one place each sees the one before.
func (w *acting) fact(f *ast.Fact) (layout, bool) {
	var changes []layout
	var alone layout = atom(f.Name)
	change := func(at []ast.Expr, to func(old layout) layout) {
		alone = to(alone)
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
	return list{open: "[" + f.Name + " EXCEPT ", close: "]", items: changes, column: true}, len(changes) > 0
}
