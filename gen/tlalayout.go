package gen

import (
	"strings"
	"unicode/utf8"
)

// TLA+ is laid out as a person would: on one line where it fits, else one conjunct, one definition, one component a
// line. Columns matter: a list of conjuncts ends where something stands at or left of its bullets.
const tlaWidth = 100

// How tightly TLA+ binds, loosest first.
const (
	bindOpen     = iota // quantifiers, LET, IF: they take all that follows
	bindImplies         // =>
	bindEquiv           // <=>
	bindJunction        // /\ \/: they do not mix without parentheses
	bindNot             // ~
	bindRelation        // = # \in <=
	bindSet             // \cup \ \cap ..
	bindSum             // + (+) (-) \o
	bindTight           // names, calls, parentheses
)

// A layout is a piece of TLA+ that knows how to write itself.
type layout interface {
	// flat is the piece on one line; false where it wants several.
	flat() (string, bool)
	// lines are the piece over several lines: the first begins at column col, the others bring their indentation, and
	// tail columns stay free after the last.
	lines(col, tail int) []string
	strength() int
}

// place lays x out from column col: on one line where it fits.
func place(x layout, col, tail int) []string {
	if s, ok := x.flat(); ok && col+width(s)+tail <= tlaWidth {
		return []string{s}
	}
	return x.lines(col, tail)
}

func width(s string) int { return utf8.RuneCountInString(s) }

func indent(n int) string { return strings.Repeat(" ", n) }

// within is x where only what binds at least so tightly may stand.
func within(x layout, strength int) layout {
	if x.strength() < strength {
		return around{"(", x, ")"}
	}
	return x
}

// A word is a piece that is never broken.
type word struct {
	text  string
	binds int
}

func atom(text string) word                 { return word{text, bindTight} }
func (w word) flat() (string, bool)         { return w.text, true }
func (w word) lines(col, tail int) []string { return []string{w.text} }
func (w word) strength() int                { return w.binds }

// around is x between two texts, as tight as a parenthesis.
type around struct {
	before string
	x      layout
	after  string
}

func (a around) flat() (string, bool) {
	s, ok := a.x.flat()
	return a.before + s + a.after, ok
}

func (a around) lines(col, tail int) []string {
	ls := place(a.x, col+width(a.before), tail+width(a.after))
	ls = append([]string(nil), ls...)
	ls[0] = a.before + ls[0]
	ls[len(ls)-1] += a.after
	return ls
}

func (a around) strength() int { return bindTight }

// A prefix is an operator before x.
type prefix struct {
	op    string
	x     layout
	binds int
}

func (p prefix) flat() (string, bool)         { return around{p.op, p.x, ""}.flat() }
func (p prefix) lines(col, tail int) []string { return around{p.op, p.x, ""}.lines(col, tail) }
func (p prefix) strength() int                { return p.binds }

// A junction is a list of conjuncts or disjuncts. Over several lines each has a bullet, and needs no parentheses.
type junction struct {
	op    string
	items []layout
}

func conj(items ...layout) layout { return joined(`/\`, items) }
func disj(items ...layout) layout { return joined(`\/`, items) }

// joined takes lists of the same kind in.
func joined(op string, items []layout) layout {
	var all []layout
	for _, x := range items {
		if j, ok := x.(junction); ok && j.op == op {
			all = append(all, j.items...)
			continue
		}
		all = append(all, x)
	}
	if len(all) == 1 {
		return all[0]
	}
	return junction{op, all}
}

func (j junction) flat() (string, bool) {
	parts := make([]string, len(j.items))
	for i, x := range j.items {
		s, ok := within(x, bindNot).flat()
		if !ok {
			return "", false
		}
		parts[i] = s
	}
	return strings.Join(parts, " "+j.op+" "), true
}

func (j junction) lines(col, tail int) []string {
	var ls []string
	for i, x := range j.items {
		rest := 0
		if i == len(j.items)-1 {
			rest = tail
		}
		item := place(x, col+3, rest)
		lead := indent(col)
		if i == 0 {
			lead = ""
		}
		ls = append(ls, lead+j.op+" "+item[0])
		ls = append(ls, item[1:]...)
	}
	return ls
}

func (j junction) strength() int { return bindJunction }

// An infix is a chain of operands.
type infix struct {
	op    string
	xs    []layout
	binds int
}

func relation(a layout, op string, b layout) layout {
	return infix{op, []layout{a, b}, bindRelation}
}

func (n infix) flat() (string, bool) {
	var b strings.Builder
	for i, x := range n.xs {
		s, ok := within(x, n.binds+1).flat()
		if !ok {
			return "", false
		}
		if i > 0 {
			b.WriteString(" " + n.op + " ")
		}
		b.WriteString(s)
	}
	return b.String(), true
}

func (n infix) lines(col, tail int) []string {
	if s, ok := within(n.xs[0], n.binds+1).flat(); ok && n.binds == bindRelation && width(s) <= tlaWidth/4 {
		return around{s + " " + n.op + " ", within(n.xs[1], n.binds+1), ""}.lines(col, tail)
	}
	ls := append([]string(nil), place(within(n.xs[0], n.binds+1), col, 0)...)
	for i, x := range n.xs[1:] {
		rest := 0
		if i == len(n.xs)-2 {
			rest = tail
		}
		if s, ok := within(x, n.binds+1).flat(); ok && n.binds >= bindSet &&
			width(ls[len(ls)-1])+offset(ls, col)+width(n.op)+2+width(s)+rest <= tlaWidth {
			ls[len(ls)-1] += " " + n.op + " " + s
			continue
		}
		lead := indent(col+2) + n.op + " "
		more := place(within(x, n.binds+1), width(lead), rest)
		ls = append(ls, lead+more[0])
		ls = append(ls, more[1:]...)
	}
	return ls
}

func (n infix) strength() int { return n.binds }

// offset is where the last of some lines begins: only the first brings no indentation.
func offset(ls []string, col int) int {
	if len(ls) == 1 {
		return col
	}
	return 0
}

// An implication has its premise on a line of its own, or as a list with the arrow under its bullets.
type implication struct{ premise, then layout }

func (m implication) flat() (string, bool) {
	a, ok := within(m.premise, bindEquiv).flat()
	b, also := m.conclusion().flat()
	return a + " => " + b, ok && also
}

// conclusion needs no parentheses where it takes all that follows: nothing does.
func (m implication) conclusion() layout {
	if m.then.strength() == bindImplies {
		return within(m.then, bindEquiv)
	}
	return m.then
}

func (m implication) lines(col, tail int) []string {
	if s, ok := within(m.premise, bindEquiv).flat(); ok && col+width(s)+3 <= tlaWidth {
		then := place(m.conclusion(), col+2, tail)
		return append([]string{s + " =>", indent(col+2) + then[0]}, then[1:]...)
	}
	ls := append([]string(nil), place(within(m.premise, bindEquiv), col, 0)...)
	then := place(m.conclusion(), col+3, tail)
	ls = append(ls, indent(col)+"=> "+then[0])
	return append(ls, then[1:]...)
}

func (m implication) strength() int { return bindImplies }

// A binder is a quantifier or whatever else has a head, and a body that takes all that follows.
type binder struct {
	head string // with its colon
	body layout
}

func (b binder) flat() (string, bool) {
	s, ok := b.body.flat()
	return b.head + " " + s, ok
}

func (b binder) lines(col, tail int) []string {
	body := place(b.body, col+2, tail)
	return append([]string{b.head, indent(col+2) + body[0]}, body[1:]...)
}

func (b binder) strength() int { return bindOpen }

// A definition is a name and what it stands for.
type definition struct {
	name string
	x    layout
}

func (d definition) lines(col, tail int) []string {
	lead := d.name + " == "
	ls := place(d.x, col+width(lead), tail)
	if len(ls) > 1 && width(lead) > 24 { // a long name would push everything to the right
		ls = place(d.x, col+2, tail)
		return append([]string{d.name + " ==", indent(col+2) + ls[0]}, ls[1:]...)
	}
	return append([]string{lead + ls[0]}, ls[1:]...)
}

// A let is a list of definitions before a body.
type let struct {
	defs []definition
	body layout
}

// letIn leaves x as it is where there is nothing to define.
func letIn(defs []definition, x layout) layout {
	if len(defs) == 0 {
		return x
	}
	return let{defs, x}
}

func (l let) flat() (string, bool) {
	if len(l.defs) > 1 {
		return "", false
	}
	x, ok := l.defs[0].x.flat()
	body, also := l.body.flat()
	s := "LET " + l.defs[0].name + " == " + x + " IN " + body
	return s, ok && also && width(s) <= tlaWidth/2
}

func (l let) lines(col, tail int) []string {
	var ls []string
	for i, d := range l.defs {
		lead := indent(col + 4)
		if i == 0 {
			lead = "LET "
		}
		def := d.lines(col+4, 3)
		ls = append(ls, lead+def[0])
		ls = append(ls, def[1:]...)
	}
	ls[len(ls)-1] += " IN"
	body := place(l.body, col, tail)
	ls = append(ls, indent(col)+body[0])
	return append(ls, body[1:]...)
}

func (l let) strength() int { return bindOpen }

// A list is what stands between two brackets: as much on a line as fits, or one item a line.
type list struct {
	open, close string
	items       []layout
	column      bool // one item a line where not all fit on one
}

func call(name string, args ...layout) layout {
	if len(args) == 0 {
		return atom(name)
	}
	return list{open: name + "(", close: ")", items: args}
}

func (l list) flat() (string, bool) {
	parts := make([]string, len(l.items))
	for i, x := range l.items {
		s, ok := x.flat()
		if !ok {
			return "", false
		}
		parts[i] = s
	}
	return l.open + strings.Join(parts, ", ") + l.close, true
}

func (l list) lines(col, tail int) []string {
	inner := col + width(l.open)
	ls, at := []string{l.open}, inner
	for i, x := range l.items {
		end := 1 // the comma
		if i == len(l.items)-1 {
			end = width(l.close) + tail
		}
		s, ok := x.flat()
		if i > 0 && ok && !l.column && at+1+width(s)+end <= tlaWidth {
			ls[len(ls)-1] += " " + s
			at += 1 + width(s)
		} else {
			item := place(x, inner, end)
			if i > 0 {
				ls = append(ls, indent(inner))
			}
			ls[len(ls)-1] += item[0]
			ls = append(ls, item[1:]...)
			at = inner + width(item[0])
			if len(item) > 1 {
				at = width(item[len(item)-1])
			}
		}
		if i < len(l.items)-1 {
			ls[len(ls)-1] += ","
			at++
		}
	}
	ls[len(ls)-1] += l.close
	return ls
}

func (l list) strength() int { return bindTight }

// A choice is IF … THEN … ELSE ….
type choice struct{ test, then, otherwise layout }

func (c choice) flat() (string, bool) {
	a, ok := c.test.flat()
	b, also := c.then.flat()
	d, too := c.otherwise.flat()
	return "IF " + a + " THEN " + b + " ELSE " + d, ok && also && too
}

func (c choice) lines(col, tail int) []string {
	ls := around{"IF ", c.test, ""}.lines(col, 0)
	then := around{"THEN ", c.then, ""}.lines(col+2, 0)
	ls = append(append(ls, indent(col+2)+then[0]), then[1:]...)
	otherwise := around{"ELSE ", c.otherwise, ""}.lines(col+2, tail)
	return append(append(ls, indent(col+2)+otherwise[0]), otherwise[1:]...)
}

func (c choice) strength() int { return bindOpen }
