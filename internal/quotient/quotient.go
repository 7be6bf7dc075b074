// Package quotient says whether a system may draw tokens without a bound and still be explored to its end.
//
// A message whose token is not that of its entry any more is dead: it can only be ignored. Drop the dead messages, and call
// the token of each entry by one name, and there are as many states as with few tokens. What is left out changes nothing
// that is left, if each message comes to the entry that it names, tokens are only compared with the entry's own, and whatever
// happens to a dead message is ignored. Of looks at the expressions of a system for all that can be seen there; that the
// cells ignore what is dead is tried, by who knows how to run them.
package quotient

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// A Quotient says which token is whose.
type Quotient struct {
	Own  map[*ast.Machine]*ast.Field // the token of a machine's entries; none of a machine without
	Home map[*ast.Channel]*Home      // where messages that carry a token belong; none of others
	sys  *ast.System
}

// A Home is the entry that a message names: the numbers of the message's fields that hold its keys, and the token.
type Home struct {
	Machine *ast.Machine
	Keys    []int
	Token   int
}

// A Reason is why a system or a property cannot be told of live messages alone: what is looked at, and what is wrong there.
type Reason struct{ Where, What string }

// Error is the reason in words.
func (r *Reason) Error() string { return r.Where + ": " + r.What }

// Of is the quotient of a system with the actions of an instance; the error, a *Reason, names the expression that rules it
// out.
func Of(sys *ast.System, instance *ast.Instance) (*Quotient, error) {
	q := &Quotient{Own: map[*ast.Machine]*ast.Field{}, Home: map[*ast.Channel]*Home{}, sys: sys}
	actions := sys.ActionsIn(instance)
	for _, step := range []func() *Reason{
		func() *Reason { return q.ages(actions) },
		q.fields,
		func() *Reason { return q.homes(actions) },
		q.cells,
		func() *Reason { return q.actions(actions) },
	} {
		if r := step(); r != nil {
			return nil, r
		}
	}
	return q, nil
}

func isToken(t ast.Type) bool { return t.Kind == ast.Token }

// fields finds the token of each machine.
func (q *Quotient) fields() *Reason {
	for _, m := range q.sys.Machines {
		for _, f := range m.Fields {
			switch {
			case !isToken(f.Type):
			case f.Shape != ast.Plain:
				return &Reason{"field " + f.Name, "it holds several tokens, or perhaps none"}
			case q.Own[m] != nil:
				return &Reason{"machine " + m.Name, fmt.Sprintf("its entries have two tokens, %s and %s", q.Own[m].Name, f.Name)}
			default:
				q.Own[m] = f
			}
		}
	}
	for _, f := range q.sys.Facts {
		if isToken(f.Type) {
			return &Reason{"fact " + f.Name, "the world remembers a token"}
		}
	}
	return nil
}

// TellsDead says whether an action is possible with a dead message just where it seems so when dead messages are left out.
func (q *Quotient) TellsDead(a *ast.Action) bool {
	if a.When == nil {
		return true
	}
	c := q.context("action " + a.Name).acting(a)
	c.own = false
	return c.expr(a.When) == nil
}

// Unsaid is why what a property says of states and steps cannot be told where dead messages are left out; nil where it can.
func (q *Quotient) Unsaid(p *ast.Property) *Reason {
	c := q.context("property " + p.Name)
	switch {
	case p.Kind == ast.Finitely:
		return nil
	case p.Kind == ast.LeadsTo:
		return c.binding(ast.Free(p.From, p.To)...).all([]ast.Expr{p.From, p.To})
	case q.sys.Action(p.On) != nil:
		c = c.acting(q.sys.Action(p.On))
		c.own = false
	}
	return c.binding(ast.Free(p.Holds)...).expr(p.Holds)
}
