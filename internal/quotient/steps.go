package quotient

import (
	"github.com/genlock-go/genlock/internal/ast"
)

// ages looks for tokens that are compared by age: the plainest reason of all.
func (q *Quotient) ages(actions []*ast.Action) *Reason {
	for _, cell := range q.sys.Cells {
		if x := byAge(cell.When); x != nil {
			return &Reason{"cell " + cell.Event.Name + " in " + cell.In.Text(), ast.Text(x) + " compares tokens by age"}
		}
	}
	for _, a := range actions {
		if x := byAge(a.When); x != nil {
			return &Reason{"action " + a.Name, ast.Text(x) + " compares tokens by age"}
		}
	}
	return nil
}

// byAge is the first comparison of tokens by age in an expression.
func byAge(x ast.Expr) (found ast.Expr) {
	ast.Walk(x, func(y ast.Expr) bool {
		if less, ok := y.(ast.Less); ok && token(less.A) && found == nil {
			found = less
		}
		return found == nil
	})
	return found
}

// cells looks at the guards and effects of all cells.
func (q *Quotient) cells() *Reason {
	for _, cell := range q.sys.Cells {
		c := q.context("cell " + cell.Event.Name + " in " + cell.In.Text()).inside(cell.Event)
		if cell.When != nil {
			if r := c.expr(cell.When); r != nil {
				return r
			}
		}
		for _, e := range cell.Do {
			if r := c.effect(e); r != nil {
				return r
			}
		}
	}
	return nil
}

// actions looks at the actions that are on.
func (q *Quotient) actions(actions []*ast.Action) *Reason {
	for _, a := range actions {
		if r := q.action(a); r != nil {
			return r
		}
	}
	if q.sys.Done == nil {
		return nil
	}
	return q.context("Done").binding(ast.Free(q.sys.Done)...).expr(q.sys.Done)
}

func (q *Quotient) action(a *ast.Action) *Reason {
	c := q.context("action " + a.Name).acting(a)
	if len(tokens(a.For)) > 0 && q.Home[a.Message()] == nil {
		return c.wrong("a parameter is a token that no message brings")
	}
	if a.When != nil {
		if r := c.expr(a.When); r != nil {
			return r
		}
	}
	for _, f := range a.Fire {
		if r := c.firing(f); r != nil {
			return r
		}
		if r := c.deadFiring(f); r != nil {
			return r
		}
	}
	for _, e := range a.Do {
		if r := c.effect(e); r != nil {
			return r
		}
		if r := c.deadEffect(e); r != nil {
			return r
		}
	}
	return nil
}

// deadFiring: what an action does with a dead message must be ignored, so each of its events must carry the token to the
// message's own entry.
func (c context) deadFiring(f *ast.Firing) *Reason {
	if c.home == nil {
		return nil
	}
	if len(tokens(f.Event.Args)) == 0 || len(f.Over) > 0 {
		return c.wrong("fires %s, which does not look at the token of the message that is taken", ast.FiringText(f))
	}
	return nil
}

// deadEffect: a dead message may change nothing in the world but other dead messages.
func (c context) deadEffect(e ast.Effect) *Reason {
	if c.home == nil {
		return nil
	}
	s, ok := e.(ast.Send)
	if !ok {
		return c.wrong("does %s whatever the token of the message that is taken", ast.EffectText(e))
	}
	to := c.q.Home[s.Channel]
	if to == nil {
		return c.wrong("does %s, which carries no token, whatever the token of the message that is taken", ast.EffectText(e))
	}
	if v, ok := s.Args[to.Token].(ast.Var); !ok || v.V.Name != c.message.Name {
		return c.wrong("does %s, which carries another token than the message that is taken", ast.EffectText(e))
	}
	return nil
}

// effect looks at what a cell or an action does.
func (c context) effect(e ast.Effect) *Reason {
	switch e := e.(type) {
	case ast.Assign:
		if lit, ok := e.X.(ast.Lit); isToken(e.Field.Type) && !(ok && lit.N == 0) {
			return c.wrong("does %s: a token is drawn, and not copied", ast.EffectText(e))
		}
	case ast.Send:
		return c.send(e)
	}
	for _, x := range ast.EffectExprs(e) {
		if r := c.expr(x); r != nil {
			return r
		}
	}
	return nil
}

// send wants a message with a token to name the entry whose token it is.
func (c context) send(s ast.Send) *Reason {
	home := c.q.Home[s.Channel]
	for i, x := range s.Args {
		if home != nil && i == home.Token {
			continue
		}
		if r := c.expr(x); r != nil {
			return r
		}
	}
	if home == nil {
		return nil
	}
	at := make([]ast.Expr, len(home.Keys))
	for i, n := range home.Keys {
		at[i] = s.Args[n]
	}
	return c.carried(s.Args[home.Token], home.Machine, at, ast.EffectText(s))
}
