package quotient

import (
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// homes finds for each channel whose messages carry a token the entry where they belong: a cell that sends one names its own
// entry, an action that takes one fires an event there. All must name the same.
func (q *Quotient) homes(actions []*ast.Action) *Reason {
	for _, c := range q.sys.Channels {
		token, r := tokenOf(c)
		switch {
		case r != nil:
			return r
		case token < 0:
			continue
		case c.Queue:
			return &Reason{"channel " + c.Name, "a dead message would keep its place in a queue"}
		}
		q.Home[c] = &Home{Token: token}
	}
	for _, cell := range q.sys.Cells {
		for _, e := range cell.Do {
			if s, ok := e.(ast.Send); ok && q.Home[s.Channel] != nil {
				if r := q.settle(s.Channel, cell.Event.Machine, variables(cell.Event.Machine.Keys), s.Args); r != nil {
					return r
				}
			}
		}
	}
	for _, a := range actions {
		if r := q.taker(a); r != nil {
			return r
		}
	}
	for _, c := range q.sys.Channels {
		if h := q.Home[c]; h != nil && h.Machine == nil {
			return &Reason{"channel " + c.Name, "nothing says at which entry its tokens are looked at"}
		}
	}
	return nil
}

func tokenOf(c *ast.Channel) (int, *Reason) {
	token := -1
	for i, f := range c.Fields {
		if !isToken(f.Type) {
			continue
		}
		if token >= 0 {
			return -1, &Reason{"channel " + c.Name, "its messages carry two tokens"}
		}
		token = i
	}
	return token, nil
}

// taker settles the home of a channel by the events that an action fires with the token.
func (q *Quotient) taker(a *ast.Action) *Reason {
	c := a.Message()
	if q.Home[c] == nil {
		return nil
	}
	for _, f := range a.Fire {
		if len(tokens(f.Event.Args)) > 0 {
			if r := q.settle(c, f.Event.Machine, f.At, variables(c.Fields)); r != nil {
				return r
			}
		}
	}
	return nil
}

// settle says that messages with these values belong to the entry of a machine at these keys.
func (q *Quotient) settle(c *ast.Channel, m *ast.Machine, at, values []ast.Expr) *Reason {
	keys := make([]int, len(at))
	for i, key := range at {
		keys[i] = slices.IndexFunc(values, func(x ast.Expr) bool { return same(x, key) })
		if keys[i] < 0 {
			return &Reason{"channel " + c.Name, fmt.Sprintf("its messages do not carry %s, by which %s is found", ast.Text(key), m.Name)}
		}
	}
	h := q.Home[c]
	switch {
	case q.Own[m] == nil:
		return &Reason{"channel " + c.Name, "its messages come to " + m.Name + ", which has no token"}
	case h.Machine == nil:
		h.Machine, h.Keys = m, keys
	case h.Machine != m || !slices.Equal(h.Keys, keys):
		return &Reason{"channel " + c.Name, "its messages come to several entries"}
	}
	return nil
}

func variables(vs []*ast.Variable) []ast.Expr {
	xs := make([]ast.Expr, len(vs))
	for i, v := range vs {
		xs[i] = ast.Var{V: v}
	}
	return xs
}

// tokens are the numbers of the variables that are tokens.
func tokens(vs []*ast.Variable) []int {
	var numbers []int
	for i, v := range vs {
		if isToken(v.Type) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

func same(a, b ast.Expr) bool { return ast.FullText(a) == ast.FullText(b) }
