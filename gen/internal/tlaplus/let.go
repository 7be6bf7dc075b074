package tlaplus

// What takes all that follows: binders and definitions.

// A binder is a quantifier or whatever else has a head, and a body that takes all that follows.
type binder struct {
	head layout // with its colon
	body layout
}

func (b binder) flat() (string, bool) {
	head, ok := b.head.flat()
	s, also := b.body.flat()
	return head + " " + s, ok && also
}

func (b binder) lines(col, tail int) []string {
	body := place(b.body, col+2, tail)
	ls := append([]string(nil), place(b.head, col, 0)...)
	return append(append(ls, indent(col+2)+body[0]), body[1:]...)
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
	return s, ok && also && width(s) <= lineWidth/2
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
