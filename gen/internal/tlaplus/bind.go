package tlaplus

import "github.com/genlock-go/genlock/internal/ast"

// What binds variables: quantifiers, functions, sets.

// each binds variables, each to its type: x \in X, y \in Y.
func each(vs []*ast.Variable, names []string) []layout {
	xs := make([]layout, len(vs))
	for i, v := range vs {
		xs[i] = relation(atom(names[i]), `\in`, values(v.Type))
	}
	return xs
}

// forAll is x for all values of some variables; of none x itself.
func forAll(vs []*ast.Variable, names []string, x layout) layout {
	return quantified(`\A `, vs, names, x)
}

// exists is x for some values.
func exists(vs []*ast.Variable, names []string, x layout) layout {
	return quantified(`\E `, vs, names, x)
}

func quantified(sign string, vs []*ast.Variable, names []string, x layout) layout {
	if len(vs) == 0 {
		return x
	}
	return binder{list{open: sign, close: " :", items: each(vs, names)}, x}
}

// function maps each value of some variables to x.
func function(vs []*ast.Variable, names []string, x layout) layout {
	return around{"", binder{list{open: "[", close: " |->", items: each(vs, names)}, x}, "]"}
}

// functionOver maps each element of a set to x; an element of several variables is a tuple.
func functionOver(names []string, set string, x layout) layout {
	return around{"", binder{atom("[" + tuple(names) + ` \in ` + set + " |->"), x}, "]"}
}

// setOf is the set of the values of some variables for which x holds.
func setOf(vs []*ast.Variable, names []string, x layout) layout {
	return around{"", binder{atom("{" + tuple(names) + ` \in ` + product(vs) + " :"), x}, "}"}
}

// tuple is a name, or several in angle brackets.
func tuple(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "<<" + joinNames(names) + ">>"
}

// product is the set of all values of some variables together.
func product(vs []*ast.Variable) string {
	xs := make([]layout, len(vs))
	for i, v := range vs {
		xs[i] = values(v.Type)
		if len(vs) > 1 {
			xs[i] = within(xs[i], bindTight)
		}
	}
	if len(xs) == 1 {
		return flat(xs[0])
	}
	return flat(infix{`\X`, xs, bindSet})
}

func variableNames(vs []*ast.Variable) []string {
	names := make([]string, len(vs))
	for i, v := range vs {
		names[i] = v.Name
	}
	return names
}

func atoms(names []string) []layout {
	xs := make([]layout, len(names))
	for i, n := range names {
		xs[i] = atom(n)
	}
	return xs
}

func joinNames(names []string) string { return flat(list{items: atoms(names)}) }
