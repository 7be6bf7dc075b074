package tlaplus

import (
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// used is what a system needs of the language: constants, sets of words, ghosts.
type used struct {
	sorts  []string
	enums  []ast.Type
	tokens bool // some value is a token
	draws  bool // some cell draws one
	none   bool // some field may hold no value
	reject bool // some cell can never apply
	bags   bool
}

// useOf finds it, in order of first use.
func useOf(sys *ast.System) *used {
	u := &used{}
	for _, m := range sys.Machines {
		u.variables(m.Keys)
		for _, f := range m.Fields {
			u.typ(f.Type)
			u.none = u.none || f.Shape == ast.Option
		}
	}
	for _, c := range sys.Channels {
		u.variables(c.Fields)
		u.bags = u.bags || !c.Queue
	}
	for _, f := range sys.Facts {
		u.variables(f.Keys)
		u.typ(f.Type)
	}
	for _, e := range sys.Events {
		u.variables(e.Args)
		u.typ(sys.ReplyType(e))
	}
	for _, c := range sys.Cells {
		u.reject = u.reject || c.Outcome == ast.Reject
		u.draws = u.draws || draws(c) > 0
		u.expr(c.When)
	}
	for _, a := range sys.Actions {
		u.variables(a.Params())
		u.expr(a.When)
		for _, f := range a.Fire {
			u.variables(f.Over)
			u.expr(f.Exprs()...)
		}
	}
	for _, p := range sys.Properties {
		u.variables(ast.Free(p.Holds, p.From, p.To))
		u.expr(p.Holds, p.From, p.To)
	}
	u.expr(sys.Done)
	return u
}

func (u *used) variables(vs []*ast.Variable) {
	for _, v := range vs {
		u.typ(v.Type)
	}
}

// expr looks for variables that are bound inside.
func (u *used) expr(xs ...ast.Expr) {
	for _, x := range xs {
		ast.Walk(x, func(x ast.Expr) bool {
			switch x := x.(type) {
			case ast.Quant:
				u.typ(x.Var.Type)
			case ast.NumberOf:
				u.typ(x.Var.Type)
			}
			return true
		})
	}
}

func (u *used) typ(t ast.Type) {
	switch t.Kind {
	case ast.Token:
		u.tokens = true
	case ast.Sort:
		u.sort(t.Name)
	case ast.Nat:
		u.sort(t.MaxSort)
	case ast.Enum:
		if !slices.ContainsFunc(u.enums, func(e ast.Type) bool { return e.Name == t.Name }) {
			u.enums = append(u.enums, t)
		}
	}
}

func (u *used) sort(name string) {
	if name != "" && !slices.Contains(u.sorts, name) {
		u.sorts = append(u.sorts, name)
	}
}

// draws is how many tokens a cell draws.
func draws(c *ast.Cell) int {
	n := 0
	for _, e := range c.Do {
		if _, ok := e.(ast.Fresh); ok {
			n++
		}
	}
	return n
}

// values is the set of all values of a type that a message or a parameter may have.
func values(t ast.Type) layout {
	switch t.Kind {
	case ast.Bool:
		return atom("BOOLEAN")
	case ast.Token:
		return atom("Token")
	case ast.Nat:
		if t.MaxSort != "" {
			return word{"0..Cardinality(" + t.MaxSort + ")", bindSet}
		}
		return word{fmt.Sprintf("0..%d", t.Max), bindSet}
	default:
		return atom(t.Name)
	}
}

// fieldValues is the set of all values of a field.
func fieldValues(f *ast.Field) layout {
	switch {
	case f.Shape == ast.Option:
		return word{f.Type.Name + ` \cup {None}`, bindSet}
	case f.Shape != ast.Plain:
		return word{"SUBSET " + f.Type.Name, bindSet}
	default:
		return held(f.Type)
	}
}

// held is the set of what something of a type may hold: a token, or none.
func held(t ast.Type) layout {
	if t.Kind == ast.Token {
		return word{`Token \cup {0}`, bindSet}
	}
	return values(t)
}

// blank is the value of a field that nothing was put into.
func blank(f *ast.Field) layout {
	switch f.Shape {
	case ast.Option:
		return atom("None")
	case ast.Set, ast.Mark:
		return atom("{}")
	default:
		return blankOf(f.Type)
	}
}

func blankOf(t ast.Type) layout {
	switch t.Kind {
	case ast.Bool:
		return atom("FALSE")
	case ast.Enum:
		return atom(quoted(t.Words.List[0]))
	default:
		return atom("0")
	}
}
