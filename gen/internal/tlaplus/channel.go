package tlaplus

import "github.com/genlock-go/genlock/internal/ast"

// A channel is a bag of messages, or one sequence of them for each value of the fields that Each names. A message is a
// record of all its fields. A pattern in which fields are left out is a set of messages: [key: {key}, gen: Token].

// message is the record of a message; the fields are variables, or expressions.
func (s *scope) message(c *ast.Channel, args []ast.Expr) layout {
	items := make([]layout, len(c.Fields))
	for i, f := range c.Fields {
		items[i] = around{f.Name + " |-> ", s.expr(args[i]), ""}
	}
	return list{open: "[", close: "]", items: items}
}

// like is the set of messages that match; nil matches anything.
func (s *scope) like(c *ast.Channel, args []ast.Expr) layout {
	items := make([]layout, len(c.Fields))
	for i, f := range c.Fields {
		of := values(f.Type)
		if args[i] != nil {
			of = around{"{", s.expr(args[i]), "}"}
		}
		items[i] = around{f.Name + ": ", of, ""}
	}
	return list{open: "[", close: "]", items: items}
}

// messages is the set of all messages of a channel.
func messages(c *ast.Channel) layout {
	return (&scope{}).like(c, make([]ast.Expr, len(c.Fields)))
}

// count is the number of messages that match.
func (s *scope) count(x ast.Count) layout {
	channel := atom(s.prime(x.Channel.Name))
	switch {
	case x.Channel.Queue:
		return s.countQueue(x)
	case complete(x.Args):
		return call("CopiesIn", s.message(x.Channel, x.Args), channel)
	default:
		return call(s.m.need(s.m.copiesLike), s.like(x.Channel, x.Args), channel)
	}
}

// some asks whether there is one.
func (s *scope) some(x ast.Count) layout {
	switch {
	case x.Channel.Queue:
		if q, ok := s.whole(x); ok {
			return relation(q, "#", atom("<<>>"))
		}
		return relation(s.countQueue(x), ">", atom("0"))
	case complete(x.Args):
		return call("BagIn", s.message(x.Channel, x.Args), atom(s.prime(x.Channel.Name)))
	default:
		return call(s.m.need(s.m.someLike), s.like(x.Channel, x.Args), atom(s.prime(x.Channel.Name)))
	}
}

// none asks whether there is none.
func (s *scope) none(x ast.Count) layout {
	if q, ok := s.whole(x); ok {
		return relation(q, "=", atom("<<>>"))
	}
	if x.Channel.Queue {
		return relation(s.countQueue(x), "=", atom("0"))
	}
	return prefix{"~", s.some(x), bindNot}
}

func complete(args []ast.Expr) bool {
	for _, x := range args {
		if x == nil {
			return false
		}
	}
	return true
}

// whole is the queue that a pattern is about, if the pattern says which one and nothing else.
func (s *scope) whole(x ast.Count) (layout, bool) {
	if !x.Channel.Queue {
		return nil, false
	}
	for i, f := range x.Channel.Fields {
		if (x.Args[i] != nil) != isOneOf(f, x.Channel.Each) {
			return nil, false
		}
	}
	return atom(s.queue(x.Channel, x.Args)), true
}

// queue is the sequence in which a message with these fields stands.
func (s *scope) queue(c *ast.Channel, args []ast.Expr) string {
	return s.prime(c.Name) + s.at(eachOf(c, args))
}

// eachOf are the fields that say which queue it is.
func eachOf[T any](c *ast.Channel, fields []T) []T {
	var each []T
	for _, v := range c.Each {
		for i, f := range c.Fields {
			if f.Name == v.Name {
				each = append(each, fields[i])
			}
		}
	}
	return each
}

func isOneOf(v *ast.Variable, vs []*ast.Variable) bool { return anyOf([]*ast.Variable{v}, vs) }

// countQueue counts in one queue, or over all where the pattern does not say in which.
func (s *scope) countQueue(x ast.Count) layout {
	if q, ok := s.whole(x); ok {
		return call("Len", q)
	}
	like := s.like(x.Channel, x.Args)
	if complete(eachOf(x.Channel, x.Args)) {
		return call(s.m.need(s.m.lengthLike), like, atom(s.queue(x.Channel, x.Args)))
	}
	return call(s.m.need(s.m.totalLike), like, atom(s.prime(x.Channel.Name)))
}

// need notes that the module uses an operator of ours.
func (m *module) need(operator string) string {
	m.needs[operator] = true
	return operator
}
