package diagram

import (
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A graph is one machine's phases and the lines between them.
type graph struct {
	machine *ast.Machine
	phases  []phase
	lines   []line
}

type phase struct {
	name, doc string
	blank     bool
	stays     []string // events that do something here and lead nowhere else
}

// A line is one event, or several alike, that lead from some phases to another one.
type line struct {
	from   []int // phases in order
	to     int
	events []string
}

func (l line) label() string { return strings.Join(l.events, ", ") }

// graphOf collects what the cells of a machine do. Events are in order of declaration.
func graphOf(sys *ast.System, m *ast.Machine) *graph {
	g := &graph{machine: m}
	for _, p := range m.Phases {
		g.phases = append(g.phases, phase{name: p, doc: m.Docs[p], blank: m.IsBlank(p)})
	}
	for _, e := range sys.EventsOf(m) {
		g.event(e, sys.CellsOf(e))
	}
	slices.SortStableFunc(g.lines, func(a, b line) int {
		if a.to != b.to {
			return a.to - b.to
		}
		return a.from[0] - b.from[0]
	})
	return g
}

func (g *graph) event(e *ast.Event, cells []*ast.Cell) {
	from := make([][]int, len(g.phases)) // by target
	for i := range g.phases {
		for _, c := range cells {
			if c.Outcome != ast.Apply || !slices.Contains(c.In.Phases, g.phases[i].name) {
				continue
			}
			to := g.index(c.To, i)
			if to != i && !slices.Contains(from[to], i) {
				from[to] = append(from[to], i)
			}
			if to == i && !slices.Contains(g.phases[i].stays, e.Name) {
				g.phases[i].stays = append(g.phases[i].stays, e.Name)
			}
		}
	}
	for to, sources := range from {
		if len(sources) > 0 {
			g.line(sources, to, e.Name)
		}
	}
}

// line adds the event to the line between the same phases, or draws a new one.
func (g *graph) line(from []int, to int, event string) {
	for i, l := range g.lines {
		if l.to == to && slices.Equal(l.from, from) {
			g.lines[i].events = append(l.events, event)
			return
		}
	}
	g.lines = append(g.lines, line{from, to, []string{event}})
}

// index is the number of a phase; stay where there is none.
func (g *graph) index(name string, stay int) int {
	for i, p := range g.phases {
		if p.name == name {
			return i
		}
	}
	return stay
}
