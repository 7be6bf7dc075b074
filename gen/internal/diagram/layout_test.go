package diagram

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/ast"
)

type rect struct {
	what                     string
	left, top, right, bottom float64
}

func (a rect) meets(b rect) bool {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// texts are the places of all labels, and of each box, whose text lies inside it.
func (l *layout) texts() []rect {
	var rects []rect
	for i, b := range l.boxes {
		rects = append(rects, rect{"box " + l.g.phases[i].name, b.x, b.y, b.x + b.w, b.y + b.h})
	}
	for _, w := range l.wires {
		edge, _, sign := drawing{layout: l}.sideX(w)
		for _, p := range w.phases() {
			near, far := edge+14*sign, edge+sign*(14+textWidth(w.label+l.where(w)))
			rects = append(rects, rect{fmt.Sprintf("label %s at %d", w.label, p), min(near, far), w.ports[p] - 14, max(near, far), w.ports[p] - 1})
		}
	}
	return rects
}

// lines are the places of all tracks and stubs, without width.
func (l *layout) lines() []rect {
	var rects []rect
	for _, w := range l.wires {
		edge, track, _ := drawing{layout: l}.sideX(w)
		top, bottom := w.ends()
		rects = append(rects, rect{"track of " + w.label, track, top, track, bottom})
		for _, y := range w.ports {
			rects = append(rects, rect{"stub of " + w.label, min(track, edge), y, max(track, edge), y})
		}
	}
	return rects
}

// If it failed, a text of the picture would be unreadable.
func TestNoTextIsCovered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := layOut(anyGraph(t))
		texts := l.texts()
		for i, a := range texts {
			require.GreaterOrEqual(t, a.left, 0.0, a.what)
			require.LessOrEqual(t, a.right, l.width, a.what)
			require.LessOrEqual(t, a.bottom, l.height, a.what)
			for _, b := range texts[:i] {
				require.False(t, a.meets(b), "%s covers %s", a.what, b.what)
			}
			for _, b := range l.lines() {
				require.False(t, a.meets(b), "%s crosses %s", b.what, a.what)
			}
		}
		requireOwnTracks(t, l)
	})
}

// requireOwnTracks holds that no two wires run on one another.
func requireOwnTracks(t *rapid.T, l *layout) {
	for i, a := range l.wires {
		for _, b := range l.wires[:i] {
			if a.side == b.side && a.track == b.track {
				require.False(t, meetsAny([]*wire{a}, b), "%s runs on %s", a.label, b.label)
			}
		}
	}
}

func anyGraph(t *rapid.T) *graph {
	names := []string{"A", "Pending", "LongNameOfAPhase", "InFlight", "Hit", "Miss", "Failed", "Closed"}
	g := &graph{machine: &ast.Machine{Name: "any"}}
	for _, name := range names[:rapid.IntRange(1, len(names)).Draw(t, "phases")] {
		g.phases = append(g.phases, phase{
			name:  name,
			doc:   strings.Repeat("word ", rapid.IntRange(0, 30).Draw(t, "doc")),
			stays: names[:rapid.IntRange(0, len(names)).Draw(t, "stays")],
		})
	}
	for range rapid.IntRange(0, 20).Draw(t, "lines") {
		to := rapid.IntRange(0, len(g.phases)-1).Draw(t, "to")
		var from []int
		for p := range g.phases {
			if p != to && rapid.Bool().Draw(t, "from") {
				from = append(from, p)
			}
		}
		if len(from) > 0 {
			g.line(from, to, rapid.SampledFrom(names).Draw(t, "event"))
		}
	}
	return g
}

// If it failed, the same event in several guards would be drawn several times, or what is ignored would be drawn.
func TestGraphMergesEvents(t *testing.T) {
	m := &ast.Machine{Name: "lamps", Phases: []string{"Off", "On"}, Docs: map[string]string{}}
	press, look := &ast.Event{Machine: m, Name: "Press"}, &ast.Event{Machine: m, Name: "Look"}
	in := func(phases ...string) ast.PhaseSet { return ast.PhaseSet{Phases: phases} }
	sys := &ast.System{Machines: []*ast.Machine{m}, Events: []*ast.Event{press, look}, Cells: []*ast.Cell{
		{Event: press, In: in("Off"), To: "On"},
		{Event: press, In: in("Off"), To: "On"}, // under another guard
		{Event: press, In: in("On"), Outcome: ast.Reject},
		{Event: look, In: in("Off"), To: "On"},
		{Event: look, In: in("On"), Reply: "bright"},
	}}
	g := graphOf(sys, m)
	require.Equal(t, []line{{from: []int{0}, to: 1, events: []string{"Press", "Look"}}}, g.lines)
	require.Equal(t, []string{"Look"}, g.phases[1].stays)
	require.True(t, slices.Equal(g.between(0, 1), []string{"Press", "Look"}))
}
