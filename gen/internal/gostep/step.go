package gostep

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genlock-go/genlock/internal/ast"
)

// function is the step of one event: a switch over the phases, in each of them the guards as a tree of conditions. What
// no phase of the machine reaches ends in NoCell.
func (g *machine) function(p *plan, ev *event) (code jen.Code, err error) {
	defer func() {
		if f := recover(); f != nil {
			fault, ok := f.(renderFault)
			if !ok {
				panic(f)
			}
			err = fmt.Errorf("event %s of %s: %s", ev.e.Name, g.m.Name, fault.text)
		}
	}()
	b := &body{p: p, g: g, ev: ev}
	return jen.Func().Id("On" + ev.e.Name).Params(b.params()...).Params(jen.Id("r").Id(b.result())).Block(b.block()...), nil
}

// A body renders the function of one event.
type body struct {
	p  *plan
	g  *machine
	ev *event
}

func (b *body) params() []jen.Code {
	params := []jen.Code{jen.Id("self").Id(b.g.prefix + "Entry")}
	for _, s := range b.ev.sets {
		params = append(params, jen.Id(s.field.Name).Id(b.g.prefix+exported(s.field.Name)))
	}
	for _, v := range slices.Concat(b.ev.keys, b.ev.e.Args) {
		params = append(params, jen.Id(v.Name).Add(goType(v.Type)))
	}
	if b.ev.draws {
		params = append(params, jen.Id("fresh").Id("Token"))
	}
	return params
}

// result is the type of what the function returns: one of its own where it sends messages.
func (b *body) result() string {
	if len(b.ev.channels) > 0 {
		return b.ev.e.Name + "Result"
	}
	return b.g.prefix + "Result"
}

func (b *body) block() []jen.Code {
	sc := newScope(b.g)
	block := []jen.Code{jen.Id("r").Dot("Next").Op("=").Id("self")}
	groups := b.groups()
	block = append(block, b.shared(groups, sc)...)
	cases := make([]jen.Code, 0, len(groups)+1)
	for _, group := range groups {
		var names []jen.Code
		for _, p := range group.phases {
			names = append(names, jen.Id(b.g.prefix+p))
		}
		cases = append(cases, jen.Case(names...).Block(b.tree(group.tree, sc.inner())...))
	}
	cases = append(cases, jen.Default().Block(jen.Id("r").Dot("Cell").Op("=").Id(b.g.prefix+"NoCell"), jen.Return(jen.Id("r"))))
	return append(block, jen.Switch(jen.Id("self").Dot("Phase")).Block(cases...))
}

// A group is phases in which the event meets the same cells.
type group struct {
	phases []string
	cells  []*ast.Cell
	tree   *tree
}

func (b *body) groups() []*group {
	var groups []*group
next:
	for _, phase := range b.g.m.Phases {
		var cells []*ast.Cell
		for _, c := range b.ev.cells {
			if slices.Contains(c.In.Phases, phase) {
				cells = append(cells, c)
			}
		}
		for _, g := range groups {
			if slices.Equal(g.cells, cells) {
				g.phases = append(g.phases, phase)
				continue next
			}
		}
		groups = append(groups, &group{[]string{phase}, cells, decide(cells)})
	}
	return groups
}

// shared declares the named conditions that several cases ask and that cost no call; the others are asked where they
// are needed.
func (b *body) shared(groups []*group, sc *scope) []jen.Code {
	asked := map[string]int{}
	var order []ast.Named
	for _, g := range groups {
		g.tree.questions(func(x ast.Expr) {
			if n, ok := x.(ast.Named); ok && !asksSets(n) {
				if asked[n.Name] == 0 {
					order = append(order, n)
				}
				asked[n.Name]++
			}
		})
	}
	var code []jen.Code
	for _, n := range order {
		if asked[n.Name] > 1 {
			code = append(code, sc.declare(n))
		}
	}
	return code
}

func asksSets(x ast.Expr) bool {
	found := false
	ast.Walk(x, func(x ast.Expr) bool {
		switch x.(type) {
		case ast.Has, ast.Empty:
			found = true
		}
		return !found
	})
	return found
}

// declare makes a named condition a local variable.
func (s *scope) declare(n ast.Named) jen.Code {
	code, _ := s.bare(n.X)
	s.locals[n.Name] = true
	return jen.Id(n.Name).Op(":=").Add(code)
}

// tree asks in the order of the tree: the smaller branch, or the one that refuses, is the body of an if, the other goes on
// at the left margin. Each leaf returns: a common end of all leaves was measured to be slower.
func (b *body) tree(t *tree, sc *scope) []jen.Code {
	if t == nil {
		return nil
	}
	if t.cell != nil {
		return append(b.leaf(t.cell, sc), jen.Return(jen.Id("r")))
	}
	var code []jen.Code
	if n, ok := t.ask.(ast.Named); ok && !sc.locals[n.Name] {
		code = append(code, sc.declare(n))
	}
	first, then, is := t.yes, t.no, true
	if swap(t) {
		first, then, is = t.no, t.yes, false
	}
	inside, after := sc.inner(), sc.inner()
	bare := unnamed(t.ask)
	inside.holds[question(bare)], after.holds[question(bare)] = is, !is
	code = append(code, jen.If(sc.condition(t.ask, is)).Block(b.tree(first, inside)...))
	return append(code, b.tree(then, after)...)
}

func unnamed(x ast.Expr) ast.Expr {
	for {
		n, ok := x.(ast.Named)
		if !ok {
			return x
		}
		x = n.X
	}
}

func (s *scope) condition(x ast.Expr, is bool) *jen.Statement {
	if !is {
		x = ast.Not{X: x}
	}
	return s.expr(x, 0)
}

// swap says that the branch for "no" comes first.
func swap(t *tree) bool {
	if y, n := t.yes.size(), t.no.size(); y != n {
		return n < y
	}
	return t.no.cell != nil && t.no.cell.Outcome != ast.Apply && t.yes.cell != nil && t.yes.cell.Outcome == ast.Apply
}
