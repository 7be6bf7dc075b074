package gostep

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// A Shape is how the step of a system is called: what another generator needs to know to call it.
type Shape struct{ p *plan }

// ShapeOf is the shape of the step that Render makes of a system.
func ShapeOf(sys *ast.System) (*Shape, error) {
	p, err := planOf(sys)
	return &Shape{p}, err
}

// Exported is a name of the spec as the step exports it, Word the constant of a word.
func Exported(name string) string         { return exported(name) }
func Word(t ast.Type, n int) string       { return word(t, n) }
func (s *Shape) System() *ast.System      { return s.p.sys }
func (s *Shape) Machines() []*ast.Machine { return s.p.sys.Machines }

// Prefix is that of the machine's names.
func (s *Shape) Prefix(m *ast.Machine) string { return s.machine(m).prefix }

// Cells are the machine's, in the order in which its step numbers them.
func (s *Shape) Cells(m *ast.Machine) []*ast.Cell { return s.machine(m).cells }

// Plain are the fields of the machine's Entry.
func (s *Shape) Plain(m *ast.Machine) []*ast.Field { return s.machine(m).plain }

// A SetShape is a set field, the marks on it, and the bits of its change.
type SetShape struct {
	Field   *ast.Field
	Marks   []*ast.Field
	Counted []*ast.Field // marks of which the step asks how many there are
	Changes []SetChange  // in the order in which they are carried out
}

// A SetChange is one bit: what happens to the set, or to a mark.
type SetChange struct {
	Name  string // of its constant
	Field *ast.Field
	Op    SetOp
}

// SetOp is what becomes of a set or a mark.
type SetOp int

// The changes of a set or a mark.
const (
	ClearSet SetOp = iota
	RemoveIt
	AddIt
	UnmarkAll
	UnmarkIt
	MarkAll
	MarkIt
)

// Sets are the machine's.
func (s *Shape) Sets(m *ast.Machine) []SetShape {
	g := s.machine(m)
	var shapes []SetShape
	for _, set := range g.sets {
		shape := SetShape{Field: set.field, Marks: set.marks}
		for _, mark := range set.marks {
			if set.counts[mark] {
				shape.Counted = append(shape.Counted, mark)
			}
		}
		for _, b := range set.bits() {
			shape.Changes = append(shape.Changes, SetChange{b.name(g.prefix), b.field, SetOp(b.op)})
		}
		shapes = append(shapes, shape)
	}
	return shapes
}

// A Call is how the function of an event is called: with the entry, the sets, the keys, the event's own arguments, and
// the fresh token if it draws one.
type Call struct {
	Sets   []*ast.Field
	Keys   []*ast.Variable
	Sends  []*ast.Channel
	Draws  bool
	Result string // its type
}

// Call is that of an event.
func (s *Shape) Call(e *ast.Event) Call {
	g := s.machine(e.Machine)
	for _, ev := range g.events {
		if ev.e != e {
			continue
		}
		c := Call{Keys: ev.keys, Sends: ev.channels, Draws: ev.draws, Result: (&body{s.p, g, ev}).result()}
		for _, set := range ev.sets {
			c.Sets = append(c.Sets, set.field)
		}
		return c
	}
	return Call{}
}

// Carries says whether what the machine sends to a channel carries a field; those that only repeat the sender's keys are
// left out.
func (s *Shape) Carries(m *ast.Machine, c *ast.Channel, field *ast.Variable) bool {
	return slices.Contains(s.machine(m).messageFields(s.p.sys, c), field)
}

func (s *Shape) machine(m *ast.Machine) *machine {
	for _, g := range s.p.machines {
		if g.m == m {
			return g
		}
	}
	return &machine{m: m}
}

// RuntimeSource declares what generated code uses of statemachine.
func RuntimeSource() string { return runtimeSource }
