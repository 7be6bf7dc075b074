package model

// A frame is what compiled expressions read and compiled effects write: the state before a step and the state that the
// step makes. Guards and conditions read now; the effects of a cell read and write the entry in next.
type frame struct {
	now, next []byte
	drawn     int    // the token that Fresh draws; 0: the state's next one
	fault     string // what left its range, in words; such a step breaks TypeOK
	log       *log   // nil: nobody asks
}

// A log keeps what a step sent, for those who ask about one step.
type log struct {
	sent   []posted
	sender *occasion // of what is sent next; nil: the action
	only   bool      // messages go into the log and nowhere else
}

// A posted message and the entry that sent it; nil: the action did.
type posted struct {
	Message
	by *occasion
}

// A number is a compiled expression: a constant, or a function of the frame.
type number struct {
	n int
	f func(*frame) int
}

// A condition is a compiled condition: a constant, or a function of the frame.
type condition struct {
	is bool
	f  func(*frame) bool
}

func constant(n int) number { return number{n: n} }
func always(is bool) condition {
	return condition{is: is}
}

func (n number) fixed() bool    { return n.f == nil }
func (c condition) fixed() bool { return c.f == nil }

func (n number) value(f *frame) int {
	if n.f == nil {
		return n.n
	}
	return n.f(f)
}

func (c condition) holds(f *frame) bool {
	if c.f == nil {
		return c.is
	}
	return c.f(f)
}

// condition is a number read as a truth value.
func (n number) condition() condition {
	if n.fixed() {
		return always(n.n != 0)
	}
	f := n.f
	return condition{f: func(x *frame) bool { return f(x) != 0 }}
}

// number is a truth value read as a number.
func (c condition) number() number {
	if c.fixed() {
		return constant(int(bit(c.is)))
	}
	f := c.f
	return number{f: func(x *frame) int { return int(bit(f(x))) }}
}

func (c condition) not() condition {
	if c.fixed() {
		return always(!c.is)
	}
	f := c.f
	return condition{f: func(x *frame) bool { return !f(x) }}
}

// both leaves out what is constant.
func both(a, b condition) condition {
	switch {
	case a.fixed() && !a.is, b.fixed() && b.is:
		return a
	case b.fixed(), a.fixed():
		return b
	}
	f, g := a.f, b.f
	return condition{f: func(x *frame) bool { return f(x) && g(x) }}
}

func either(a, b condition) condition {
	switch {
	case a.fixed() && a.is, b.fixed() && !b.is:
		return a
	case b.fixed(), a.fixed():
		return b
	}
	f, g := a.f, b.f
	return condition{f: func(x *frame) bool { return f(x) || g(x) }}
}

func allOf(cs []condition) condition {
	all := always(true)
	for _, c := range cs {
		all = both(all, c)
	}
	return all
}

func anyOf(cs []condition) condition {
	some := always(false)
	for _, c := range cs {
		some = either(some, c)
	}
	return some
}
