package tlaplus

import (
	"strings"
	"unicode/utf8"
)

// TLA+ is laid out as a person would: on one line where it fits, else one conjunct, one definition, one component a
// line. Columns matter: a list of conjuncts ends where something stands at or left of its bullets.
const lineWidth = 100

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
	if s, ok := x.flat(); ok && col+width(s)+tail <= lineWidth {
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
		if i > 0 && ok && !l.column && at+1+width(s)+end <= lineWidth {
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
