package gostep

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
)

// box is a machine of one phase with everything that an effect can touch.
type box struct {
	machine             *ast.Machine
	item, other         *ast.Variable
	inside, fresh, worn *ast.Field
	put                 *ast.Event
	out                 *ast.Channel
}

func newBox() *box {
	item := ast.Type{Kind: ast.Sort, Name: "Item"}
	b := &box{
		machine: &ast.Machine{Name: "box", Phases: []string{"Only"}, Keys: []*ast.Variable{{Name: "place", Type: ast.Type{Kind: ast.Sort, Name: "Place"}}}},
		item:    &ast.Variable{Name: "item", Type: item},
		other:   &ast.Variable{Name: "other", Type: item},
	}
	b.inside = &ast.Field{Machine: b.machine, Name: "inside", Shape: ast.Set, Type: item}
	b.fresh = &ast.Field{Machine: b.machine, Name: "fresh", Shape: ast.Mark, Type: item, On: b.inside}
	b.worn = &ast.Field{Machine: b.machine, Name: "worn", Shape: ast.Plain, Type: ast.Type{Kind: ast.Bool}}
	b.machine.Fields = []*ast.Field{b.inside, b.fresh, b.worn}
	b.put = &ast.Event{Machine: b.machine, Name: "Put", Args: []*ast.Variable{b.item}}
	b.out = &ast.Channel{Name: "out", Struct: "Out", Fields: []*ast.Variable{b.item}}
	return b
}

// render makes the cell, and one for when its guard does not hold, a package.
func (b *box) render(cell ast.Cell) error {
	cell.Event, cell.In = b.put, ast.PhaseSet{Phases: []string{"Only"}}
	cells := []*ast.Cell{&cell}
	if cell.When != nil {
		cells = append(cells, &ast.Cell{Event: b.put, In: cell.In, When: ast.Not{X: cell.When}, Outcome: ast.Ignore, Why: "otherwise"})
	}
	_, err := Render(&ast.System{Name: "Boxes", Machines: []*ast.Machine{b.machine}, Events: []*ast.Event{b.put}, Cells: cells}, "digest", "box")
	return err
}

// If it failed, what a result cannot say would be left out of it without a word.
func TestRefusesWhatAStepCannotSay(t *testing.T) {
	b := newBox()
	var (
		item, other   = ast.Var{V: b.item}, ast.Var{V: b.other}
		inside, fresh = ast.Get{Field: b.inside}, ast.Get{Field: b.fresh}
		send          = ast.Send{Channel: b.out, Args: []ast.Expr{item}}
	)
	for want, cell := range map[string]ast.Cell{
		"two messages for out in one cell":                          {Do: []ast.Effect{send, send}},
		"names no other element than the event's one argument":      {Do: []ast.Effect{ast.Add{Field: b.inside, X: other}}},
		"mean another thing in the order":                           {Do: []ast.Effect{ast.Add{Field: b.inside, X: item}, ast.Remove{Field: b.inside, X: item}}},
		"is asked after it was changed":                             {Do: []ast.Effect{ast.Add{Field: b.inside, X: item}, ast.Assign{Field: b.worn, X: ast.Empty{Set: inside}}}},
		"a step cannot ask":                                         {When: ast.Quant{Var: b.other, Body: ast.Has{Set: inside, Elem: other}}},
		"takes one element off a set":                               {When: ast.Empty{Set: ast.Less1{Set: ast.Less1{Set: inside, Elem: item}, Elem: item}}},
		"a step cannot do \"message becomes true\"":                 {Do: []ast.Effect{ast.SetFact{Fact: &ast.Fact{Name: "message"}, X: ast.Lit{Type: ast.Type{Kind: ast.Bool}, N: 1}}}},
		"event Put of box: the set inside is no value":              {When: ast.Eq{A: inside, B: inside}},
		"event Put of box: the effects on inside (FreshMark, Insid": {Do: []ast.Effect{ast.Add{Field: b.fresh, X: item}, ast.Clear{Field: b.inside}}},
	} {
		require.ErrorContains(t, b.render(cell), want)
	}
	require.NoError(t, b.render(ast.Cell{When: ast.Has{Set: fresh, Elem: item}, Do: []ast.Effect{ast.Add{Field: b.inside, X: item}, ast.Add{Field: b.fresh, X: item}, send}}))
}

// If it failed, effects whose order does not matter would be refused, or others let through.
func TestOrderOfSetEffects(t *testing.T) {
	b := newBox()
	s := &set{field: b.inside, marks: []*ast.Field{b.fresh}}
	add, remove, clear := setBit{b.inside, setAdd}, setBit{b.inside, setRemove}, setBit{b.inside, setClear}
	mark, unmark, unmarkAll, markAll := setBit{b.fresh, setMark}, setBit{b.fresh, setUnmark}, setBit{b.fresh, setUnmarkAll}, setBit{b.fresh, setMarkAll}
	for _, same := range [][]setBit{{add, mark}, {clear, add, mark}, {remove, add}, {unmarkAll, mark}, {unmark, remove}, {add, markAll}, {markAll, remove}, {unmarkAll, clear}} {
		require.True(t, s.sameInOrder(same), bitsText(same))
	}
	for _, differs := range [][]setBit{{add, remove}, {add, clear}, {mark, unmark}, {markAll, add}, {mark, unmarkAll}} {
		require.False(t, s.sameInOrder(differs), bitsText(differs))
	}
}

// If it failed, the step would ask what it need not, or ask something twice.
func TestTreeAsksOnce(t *testing.T) {
	var (
		a, b  = ast.Var{V: &ast.Variable{Name: "a"}}, ast.Var{V: &ast.Variable{Name: "b"}}
		cells = []*ast.Cell{
			{When: ast.And{Xs: []ast.Expr{ast.Not{X: a}, b}}},
			{When: ast.Not{X: ast.Or{Xs: []ast.Expr{a, b}}}},
			{When: a},
		}
	)
	leaf := func(i int) *tree { return &tree{cell: cells[i]} }
	require.Equal(t, &tree{ask: a, yes: leaf(2), no: &tree{ask: b, yes: leaf(0), no: leaf(1)}}, decide(cells))
	require.Nil(t, decide(nil))
}
