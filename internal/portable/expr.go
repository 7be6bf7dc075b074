package portable

import (
	"github.com/genlock-go/genlock/internal/ast"
)

// A class is what an expression stands for: a value of a type, an optional one, or a set of them.
type class struct {
	shape ast.Shape // Plain, Option or Set
	of    ast.Type
}

var (
	boolean = class{ast.Plain, ast.Type{Kind: ast.Bool}}
	natural = class{ast.Plain, ast.Type{Kind: ast.Nat}}
)

// alike says that two values may be compared, or one stand for the other. Counters have one type, whatever their bounds.
func alike(a, b ast.Type) bool {
	switch {
	case a.Kind != b.Kind:
		return false
	case a.Kind == ast.Sort:
		return a.Name == b.Name
	default:
		return a.Words == b.Words
	}
}

// condition is an expression that is true or false; nil for none.
func (r *reader) condition(n *node) ast.Expr {
	if n == nil {
		return nil
	}
	return r.bool(n, 0)
}

func (r *reader) bool(n *node, depth int) ast.Expr { return r.value(n, boolean.of, depth) }

// value is an expression of a type.
func (r *reader) value(n *node, of ast.Type, depth int) ast.Expr {
	x, c := r.expr(n, depth)
	if c.shape != ast.Plain || !alike(c.of, of) {
		refuse("%q stands where a %s is wanted", ast.Text(x), kinds[of.Kind])
	}
	return x
}

// values are expressions of the types of some variables.
func (r *reader) values(ns []*node, vs []*ast.Variable, depth int) []ast.Expr {
	if len(ns) != len(vs) {
		refuse("%d values for %d variables", len(ns), len(vs))
	}
	xs := make([]ast.Expr, len(ns))
	for i, n := range ns {
		xs[i] = r.value(n, vs[i].Type, depth)
	}
	return xs
}

// arity holds a node to a number of expressions inside it.
func arity(n *node, want int) {
	if len(n.Xs) != want {
		refuse("%q of %d expressions, want %d", n.Op, len(n.Xs), want)
	}
}

// expr is an expression and its class.
func (r *reader) expr(n *node, depth int) (ast.Expr, class) {
	if r.nodes++; n == nil || r.nodes > maxNodes || depth > maxDepth {
		refuse("an expression that is missing, or deeper than %d or larger than %d nodes", maxDepth, maxNodes)
	}
	depth++
	if x, c, ok := r.leaf(n, depth); ok {
		return x, c
	}
	if x, ok := r.connective(n, depth); ok {
		return x, boolean
	}
	if x, c, ok := r.question(n, depth); ok {
		return x, c
	}
	return r.comparison(n, depth)
}

// leaf reads variables, constants, and what fields and facts hold.
func (r *reader) leaf(n *node, depth int) (ast.Expr, class, bool) {
	switch n.Op {
	case "var":
		v := r.bound(n)
		return ast.Var{V: v}, class{ast.Plain, v.Type}, true
	case "lit":
		return r.literal(n)
	case "get":
		f := r.field(n.Machine, n.Field)
		var at []ast.Expr
		if len(n.Xs) > 0 {
			at = r.values(n.Xs, f.Machine.Keys, depth)
		}
		return ast.Get{Field: f, At: at}, class{min(f.Shape, ast.Set), f.Type}, true
	case "read":
		f := at(r.sys.Facts, n.Fact, "fact")
		return ast.Read{Fact: f, At: r.values(n.Xs, f.Keys, depth)}, class{ast.Plain, f.Type}, true
	}
	return nil, class{}, false
}

func (r *reader) literal(n *node) (ast.Expr, class, bool) {
	if n.Type == nil {
		refuse("a constant without a type")
	}
	t := r.typ(*n.Type)
	most := map[ast.Kind]int{ast.Bool: 1, ast.Token: 0, ast.Nat: maxNat}[t.Kind]
	if t.Words != nil {
		most = len(t.Words.List) - 1
	}
	if t.Kind == ast.Sort || n.N < 0 || n.N > most {
		refuse("no constant %d of type %s", n.N, t.Name)
	}
	return ast.Lit{Type: t, N: n.N}, class{ast.Plain, t}, true
}

func (r *reader) bound(n *node) *ast.Variable {
	if n.Var == nil {
		refuse("%q without a variable", n.Op)
	}
	return r.variable(*n.Var)
}

func (r *reader) field(machine, field *int) *ast.Field {
	return at(at(r.sys.Machines, machine, "machine").Fields, field, "field")
}

// connective reads what joins conditions.
func (r *reader) connective(n *node, depth int) (ast.Expr, bool) {
	bools := func() []ast.Expr {
		xs := make([]ast.Expr, len(n.Xs))
		for i, x := range n.Xs {
			xs[i] = r.bool(x, depth)
		}
		return xs
	}
	one := func() ast.Expr { arity(n, 1); return bools()[0] }
	switch n.Op {
	case "not":
		return ast.Not{X: one()}, true
	case "and":
		return ast.And{Xs: bools()}, true
	case "or":
		return ast.Or{Xs: bools()}, true
	case "implies":
		arity(n, 2)
		xs := bools()
		return ast.Implies{If: xs[0], Then: xs[1]}, true
	case "every", "some":
		return ast.Quant{All: n.Op == "every", Var: r.bound(n), Body: one()}, true
	case "named":
		return ast.Named{Name: n.Name, X: one()}, true
	}
	return nil, false
}

// question reads what is asked of entries, channels and events.
func (r *reader) question(n *node, depth int) (ast.Expr, class, bool) {
	switch n.Op {
	case "in":
		m := at(r.sys.Machines, n.Machine, "machine")
		if n.In == nil {
			refuse("no phases")
		}
		return ast.InPhase{Machine: m, At: r.values(n.Xs, m.Keys, depth), Phases: ast.PhaseSet(*n.In)}, boolean, true
	case "changed":
		m := at(r.sys.Machines, n.Machine, "machine")
		return ast.Changed{Machine: m, At: r.values(n.Xs, m.Keys, depth)}, boolean, true
	case "count":
		return r.count(n, depth), natural, true
	case "moves":
		return ast.Moves{Firing: r.firing(n.Firing, depth)}, boolean, true
	case "replies":
		t := r.replies(n)
		if t.Words.Index(n.Word) < 0 {
			refuse("%q is no word of %s", n.Word, t.Name)
		}
		return ast.Replies{Firing: r.firing(n.Firing, depth), Word: n.Word, Of: t}, boolean, true
	case "reply of":
		t := r.replies(n)
		return ast.ReplyOf{Firing: r.firing(n.Firing, depth), Type: t}, class{ast.Plain, t}, true
	}
	return nil, class{}, false
}

func (r *reader) replies(n *node) ast.Type {
	if n.Type == nil || n.Type.Words == nil {
		refuse("a reply of no enumeration")
	}
	return r.typ(*n.Type)
}

// count may have arguments that are missing: anything matches them.
func (r *reader) count(n *node, depth int) ast.Expr {
	c := at(r.sys.Channels, n.Channel, "channel")
	arity(n, len(c.Fields))
	args := make([]ast.Expr, len(n.Xs))
	for i, x := range n.Xs {
		if x != nil {
			args[i] = r.value(x, c.Fields[i].Type, depth)
		}
	}
	return ast.Count{Channel: c, Args: args}
}

// comparison reads what compares and counts values, sets and options.
func (r *reader) comparison(n *node, depth int) (ast.Expr, class) {
	xs, cs := make([]ast.Expr, len(n.Xs)), make([]class, len(n.Xs))
	for i, x := range n.Xs {
		xs[i], cs[i] = r.expr(x, depth)
	}
	is := func(shapes ...ast.Shape) {
		arity(n, len(shapes))
		for i, s := range shapes {
			if cs[i].shape != s || !alike(cs[i].of, cs[0].of) {
				refuse("%q of %q", n.Op, ast.Text(xs[i]))
			}
		}
	}
	switch n.Op {
	case "eq":
		is(ast.Plain, ast.Plain)
		return ast.Eq{A: xs[0], B: xs[1]}, boolean
	case "less":
		is(ast.Plain, ast.Plain)
		return ast.Less{A: xs[0], B: xs[1]}, boolean
	case "has":
		is(ast.Set, ast.Plain)
		return ast.Has{Set: xs[0], Elem: xs[1]}, boolean
	case "empty":
		is(ast.Set)
		return ast.Empty{Set: xs[0]}, boolean
	case "without":
		is(ast.Set, ast.Plain)
		return ast.Less1{Set: xs[0], Elem: xs[1]}, cs[0]
	case "is":
		is(ast.Option, ast.Plain)
		return ast.OptIs{Opt: xs[0], X: xs[1]}, boolean
	case "none":
		is(ast.Option)
		return ast.OptNone{Opt: xs[0]}, boolean
	case "after":
		arity(n, 1)
		return ast.After{X: xs[0]}, cs[0]
	case "sum":
		for i, c := range cs {
			if c.shape != ast.Plain || c.of.Kind != ast.Nat {
				refuse("a sum of %q", ast.Text(xs[i]))
			}
		}
		return ast.Sum{Xs: xs}, natural
	case "number of":
		is(ast.Plain)
		if cs[0].of.Kind != ast.Bool {
			refuse("the number of %q", ast.Text(xs[0]))
		}
		return ast.NumberOf{Var: r.bound(n), Body: xs[0]}, natural
	}
	refuse("no operator %q", n.Op)
	return nil, class{}
}

func (r *reader) firing(f *firing, depth int) *ast.Firing {
	if f == nil {
		refuse("no event")
	}
	e := at(r.sys.Events, &f.Event, "event")
	out := &ast.Firing{Event: e, At: r.values(f.At, e.Machine.Keys, depth), Args: r.values(f.Args, e.Args, depth), Over: r.variables(f.Over)}
	if f.Where != nil {
		out.Where = r.bool(f.Where, depth)
	}
	return out
}
