package spec

import "github.com/genlock-go/genlock/internal/ast"

const maxSettled = 10 // atoms: 1,024 cases

// settled says that a condition is always the same, whatever its atoms are. It takes atoms for independent, so it never
// calls a condition settled that is not; one that depends on how its atoms hang together it lets pass.
func settled(x ast.Expr) (is, ok bool) {
	if x == nil {
		return false, false
	}
	k := skeleton{place: map[string]int{}}
	k.value(x) // finds the atoms
	if len(k.place) > maxSettled {
		return false, false
	}
	is = k.value(x)
	for k.truth = 1; k.truth < 1<<len(k.place); k.truth++ {
		if k.value(x) != is {
			return false, false
		}
	}
	return is, true
}

// A skeleton is a condition in which everything but the logic is opaque.
type skeleton struct {
	place map[string]int // of each atom, by its text
	truth uint           // a bit for each atom
}

func (k *skeleton) value(x ast.Expr) bool {
	switch x := x.(type) {
	case ast.Named:
		return k.value(x.X)
	case ast.Not:
		return !k.value(x.X)
	case ast.And:
		return k.count(x.Xs, false) == 0
	case ast.Or:
		return k.count(x.Xs, true) > 0
	case ast.Implies:
		return k.count([]ast.Expr{x.If}, false)+k.count([]ast.Expr{x.Then}, true) > 0
	case ast.Lit:
		return x.N == 1
	case ast.Eq:
		return k.equal(x)
	}
	return k.atom(x)
}

// count is how many conditions are like that; it looks at all, so that all atoms are found.
func (k *skeleton) count(xs []ast.Expr, like bool) int {
	n := 0
	for _, x := range xs {
		if k.value(x) == like {
			n++
		}
	}
	return n
}

func (k *skeleton) equal(x ast.Eq) bool {
	a, literal := x.A.(ast.Lit)
	b, both := x.B.(ast.Lit)
	switch {
	case same(x.A, x.B):
		return true
	case literal && both:
		return a.N == b.N
	case typeOfExpr(x.A).Kind == ast.Bool:
		return k.count([]ast.Expr{x.A, x.B}, true) != 1
	}
	return k.atom(x)
}

func (k *skeleton) atom(x ast.Expr) bool {
	text := ast.FullText(x)
	i, known := k.place[text]
	if !known {
		i = len(k.place)
		k.place[text] = i
	}
	return k.truth>>i&1 == 1
}
