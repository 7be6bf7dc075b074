package quotient

import (
	"github.com/genlock-go/genlock/internal/ast"
)

// expr looks at an expression: nil where it means the same without dead messages, whatever its tokens are called.
func (c context) expr(x ast.Expr) *Reason {
	switch x := x.(type) {
	case ast.Named:
		return c.expr(x.X)
	case ast.And:
		return c.each(x.Xs, c.equals(x.Xs...))
	case ast.Implies:
		if r := c.expr(x.If); r != nil {
			return r
		}
		return c.knowing(c.equals(conjuncts(x.If)...)...).expr(x.Then)
	case ast.Quant:
		return c.within(x.Var).expr(x.Body)
	case ast.NumberOf:
		if isToken(x.Var.Type) {
			return c.wrong("%s counts tokens", ast.Text(x))
		}
		return c.within(x.Var).expr(x.Body)
	case ast.Eq:
		return c.eq(x)
	case ast.Less:
		if token(x.A) || token(x.B) {
			return c.wrong("%s compares tokens by age", ast.Text(x))
		}
	case ast.Count:
		return c.count(x)
	case ast.Replies:
		return c.firing(x.Firing)
	case ast.Moves:
		return c.firing(x.Firing)
	case ast.ReplyOf:
		return c.firing(x.Firing)
	}
	return c.all(ast.Children(x))
}

func (c context) all(xs []ast.Expr) *Reason {
	for _, x := range xs {
		if r := c.expr(x); r != nil {
			return r
		}
	}
	return nil
}

// each looks at conjuncts: what one says of a token the others may rely on.
func (c context) each(xs []ast.Expr, live []string) *Reason { return c.knowing(live...).all(xs) }

func conjuncts(x ast.Expr) []ast.Expr {
	switch x := x.(type) {
	case ast.Named:
		return conjuncts(x.X)
	case ast.And:
		var xs []ast.Expr
		for _, y := range x.Xs {
			xs = append(xs, conjuncts(y)...)
		}
		return xs
	default:
		return []ast.Expr{x}
	}
}

// equals are the token variables of which some conditions say that they are an entry's own.
func (c context) equals(xs ...ast.Expr) []string {
	var names []string
	for _, x := range xs {
		for _, y := range conjuncts(x) {
			eq, ok := y.(ast.Eq)
			if !ok {
				continue
			}
			a, b := eq.A, eq.B
			if _, ok := a.(ast.Var); !ok {
				a, b = b, a
			}
			if v, ok := a.(ast.Var); ok && c.ownAt(b) != "" {
				names = append(names, v.V.Name)
			}
		}
	}
	return names
}

// token says whether an expression is a token.
func token(x ast.Expr) bool {
	switch x := x.(type) {
	case ast.Var:
		return isToken(x.V.Type)
	case ast.Lit:
		return isToken(x.Type)
	case ast.Get:
		return isToken(x.Field.Type)
	case ast.Read:
		return isToken(x.Fact.Type)
	case ast.After:
		return token(x.X)
	}
	return false
}

// eq lets a token be compared with none, a variable with the token of one entry, and an entry's token with what it was.
func (c context) eq(x ast.Eq) *Reason {
	if !token(x.A) && !token(x.B) {
		return c.all([]ast.Expr{x.A, x.B})
	}
	a, b := before(x.A), before(x.B)
	if isNone(a) || isNone(b) || c.ownAt(a) != "" && c.ownAt(a) == c.ownAt(b) {
		return nil
	}
	if _, ok := a.(ast.Var); !ok {
		a, b = b, a
	}
	v, isVar := a.(ast.Var)
	get, isGet := b.(ast.Get)
	switch {
	case isVar && isGet && len(get.At) == 0 && c.self != nil:
		return c.compares(v.V, c.ownAt(b), variables(c.self.Keys))
	case isVar && isGet:
		return c.compares(v.V, c.ownAt(b), get.At)
	default:
		return c.wrong("%s compares tokens that are not of one entry", ast.Text(x))
	}
}

func isNone(x ast.Expr) bool {
	lit, ok := x.(ast.Lit)
	return ok && lit.N == 0
}

// before is what After is of: an entry's token after a step is still a token of that entry.
func before(x ast.Expr) ast.Expr {
	if after, ok := x.(ast.After); ok {
		return before(after.X)
	}
	return x
}

// count lets messages be counted that carry the token of the entry that they name.
func (c context) count(x ast.Count) *Reason {
	home := c.q.Home[x.Channel]
	if home == nil {
		return c.argsOf(x)
	}
	asked := x.Args[home.Token]
	if asked == nil {
		return c.wrong("%s counts messages of any token, dead ones among them", ast.Text(x))
	}
	if v, ok := asked.(ast.Var); ok && !c.isLive(v.V.Name) {
		return c.wrong("%s counts messages that may be dead", ast.Text(x))
	}
	at := make([]ast.Expr, len(home.Keys))
	for i, n := range home.Keys {
		if at[i] = x.Args[n]; at[i] == nil {
			return c.wrong("%s counts messages to any entry by the token of one", ast.Text(x))
		}
	}
	if r := c.carried(asked, home.Machine, at, ast.Text(x)); r != nil {
		return r
	}
	return c.argsOf(x)
}

func (c context) argsOf(x ast.Count) *Reason {
	for _, arg := range x.Args {
		if arg != nil && !token(arg) {
			if r := c.expr(arg); r != nil {
				return r
			}
		}
	}
	return nil
}

// firing wants an event that carries a token to happen at the entry with whose token it is compared.
func (c context) firing(f *ast.Firing) *Reason {
	c = c.within(f.Over...)
	for _, x := range f.Exprs() {
		if !token(x) {
			if r := c.expr(x); r != nil {
				return r
			}
		}
	}
	for _, i := range tokens(f.Event.Args) {
		if r := c.carried(f.Args[i], f.Event.Machine, f.At, ast.FiringText(f)); r != nil {
			return r
		}
	}
	return nil
}
