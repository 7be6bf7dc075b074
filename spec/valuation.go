package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A space is the small values over which the cells of one event are judged. Conditions compare values and never compute
// with them, so a sort or the tokens with one value more than there are terms of it show every case: all equal, all
// different, and one that nobody names. Truth values of atoms would not do: Empty and Has of one set exclude each other.
type space struct {
	machine *ast.Machine
	vars    []*ast.Variable
	fields  []*ast.Field   // a mark stands after its set
	sorts   map[string]int // number of values
	tokens  int            // 0 is none, then 1 to tokens
	nats    int            // the largest counter
}

// spaceOf is the space of what the expressions look at. The fields that more names are part of it too.
func spaceOf(m *ast.Machine, xs []ast.Expr, more []*ast.Field) *space {
	s := &space{machine: m, vars: ast.Free(xs...), sorts: map[string]int{}}
	literals, counters := 0, 0
	for _, v := range s.vars {
		s.term(v.Type)
		counters += counting(v.Type)
	}
	for _, x := range xs {
		ast.Walk(x, func(x ast.Expr) bool {
			switch x := x.(type) {
			case ast.Quant:
				s.term(x.Var.Type)
			case ast.NumberOf:
				s.term(x.Var.Type)
			case ast.Get:
				s.field(x.Field)
			case ast.Lit:
				if x.Type.Kind == ast.Nat {
					literals = max(literals, x.N)
				}
			}
			return true
		})
	}
	for _, f := range more {
		s.field(f)
	}
	for _, f := range s.fields {
		counters += counting(f.Type)
	}
	s.nats = literals + counters + 1
	for sort := range s.sorts {
		s.sorts[sort]++
	}
	return s
}

func counting(t ast.Type) int {
	if t.Kind == ast.Nat {
		return 1
	}
	return 0
}

func (s *space) field(f *ast.Field) {
	if f.On != nil {
		s.field(f.On)
	}
	if slices.Contains(s.fields, f) {
		return
	}
	s.fields = append(s.fields, f)
	if f.Shape == ast.Plain || f.Shape == ast.Option {
		s.term(f.Type)
	} else {
		s.sorts[f.Type.Name] += 0 // so that it has the one value that nobody names
	}
}

func (s *space) term(t ast.Type) {
	switch t.Kind {
	case ast.Sort:
		s.sorts[t.Name]++
	case ast.Token:
		s.tokens++
	}
}

// size is the number of values of a type, from 0 on.
func (s *space) size(t ast.Type) int {
	switch t.Kind {
	case ast.Bool:
		return 2
	case ast.Sort:
		return s.sorts[t.Name]
	case ast.Token:
		return s.tokens + 1
	case ast.Enum:
		return len(t.Words.List)
	default:
		if t.MaxSort == "" {
			return min(t.Max, s.nats) + 1
		}
		return s.nats + 1
	}
}

// fieldSize is the number of values of a field: an option has none besides, a set is a number with a bit a member.
func (s *space) fieldSize(f *ast.Field) int {
	switch f.Shape {
	case ast.Option:
		return s.size(f.Type) + 1
	case ast.Set, ast.Mark:
		return 1 << min(s.size(f.Type), 30)
	default:
		return s.size(f.Type)
	}
}

// valuations is how many there are in a phase; at least the bound where there are more.
func (s *space) valuations(bound int) int {
	n := 1
	for _, v := range s.vars {
		n = min(n*max(s.size(v.Type), 1), bound)
	}
	for _, f := range s.fields {
		n = min(n*max(s.fieldSize(f), 1), bound)
	}
	return n
}

// A valuation is a value of each argument and each field: numbers as in package ast, of a sort from 0 on, of an option
// from 1 on.
type valuation struct {
	*space
	vars   map[string]int
	fields map[*ast.Field]int
}

// each calls f with every valuation of a phase; in a blank phase the fields are blank. f must not keep it.
func (s *space) each(phase string, f func(*valuation)) {
	v := &valuation{s, map[string]int{}, map[*ast.Field]int{}}
	v.eachVar(0, func() {
		if s.machine.IsBlank(phase) {
			f(v)
			return
		}
		v.eachField(0, func() { f(v) })
	})
}

func (v *valuation) eachVar(i int, f func()) {
	if i == len(v.space.vars) {
		f()
		return
	}
	variable := v.space.vars[i]
	for n := range v.size(variable.Type) {
		v.vars[variable.Name] = n
		v.eachVar(i+1, f)
	}
}

func (v *valuation) eachField(i int, f func()) {
	if i == len(v.space.fields) {
		f()
		return
	}
	field := v.space.fields[i]
	for n := range v.fieldSize(field) {
		if field.On != nil && n&^v.fields[field.On] != 0 {
			continue // only members are marked
		}
		v.fields[field] = n
		v.eachField(i+1, f)
	}
}

// String is the valuation in the words of traces.
func (v *valuation) String() string {
	var parts []string
	for _, x := range v.space.vars {
		parts = append(parts, x.Name+" = "+v.word(x.Type, v.vars[x.Name]))
	}
	for _, f := range v.space.fields {
		parts = append(parts, f.Name+" = "+v.fieldText(f))
	}
	return strings.Join(parts, ", ")
}

func (v *valuation) fieldText(f *ast.Field) string {
	n := v.fields[f]
	switch f.Shape {
	case ast.Option:
		if n == 0 {
			return "none"
		}
		return v.word(f.Type, n-1)
	case ast.Set, ast.Mark:
		var members []string
		for i := range v.size(f.Type) {
			if n>>i&1 == 1 {
				members = append(members, v.word(f.Type, i))
			}
		}
		return "{" + strings.Join(members, ", ") + "}"
	default:
		return v.word(f.Type, n)
	}
}

func (v *valuation) word(t ast.Type, n int) string {
	switch t.Kind {
	case ast.Bool:
		return fmt.Sprint(n == 1)
	case ast.Sort:
		return fmt.Sprintf("%s%d", strings.ToLower(t.Name), n+1)
	case ast.Enum:
		return t.Words.List[n]
	case ast.Token:
		if n == 0 {
			return "none"
		}
	}
	return fmt.Sprint(n)
}
