package tlaplus

import "strings"

// Operators between expressions.

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
	if s, ok := within(n.xs[0], n.binds+1).flat(); ok && n.binds == bindRelation && width(s) <= lineWidth/4 {
		return around{s + " " + n.op + " ", within(n.xs[1], n.binds+1), ""}.lines(col, tail)
	}
	ls := append([]string(nil), place(within(n.xs[0], n.binds+1), col, 0)...)
	for i, x := range n.xs[1:] {
		rest := 0
		if i == len(n.xs)-2 {
			rest = tail
		}
		if s, ok := within(x, n.binds+1).flat(); ok && n.binds >= bindSet &&
			width(ls[len(ls)-1])+offset(ls, col)+width(n.op)+2+width(s)+rest <= lineWidth {
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
	if s, ok := within(m.premise, bindEquiv).flat(); ok && col+width(s)+3 <= lineWidth {
		then := place(m.conclusion(), col+2, tail)
		return append([]string{s + " =>", indent(col+2) + then[0]}, then[1:]...)
	}
	ls := append([]string(nil), place(within(m.premise, bindEquiv), col, 0)...)
	then := place(m.conclusion(), col+3, tail)
	ls = append(ls, indent(col)+"=> "+then[0])
	return append(ls, then[1:]...)
}

func (m implication) strength() int { return bindImplies }
