package diagram

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/genlock-go/genlock/gen/internal/plaintext"
)

// The layout: phases stand in a column in their order. Lines down run right of it, lines up run left. A line is a track
// (vertical) with a stub (horizontal) to each of its phases; the stubs of a phase lie one below the other, and their
// labels stand between the phase and the nearest track. So no text can meet another text, a track or a box.

// Sizes in pixels. The font is monospaced, so the width of a text is known without asking a font.
const (
	charWidth  = 7.3 // of a 12 px character
	nameWidth  = 9.1 // of a 15 px bold character
	lineHeight = 16
	portHeight = 20
	trackStep  = 14
	boxPad     = 12
	boxGap     = 26
	margin     = 20
	docColumns = 34
)

type box struct {
	x, y, w, h float64
	text       []string // below the name
	dashed     bool
}

// A wire is a line on one side of the column.
type wire struct {
	line  int // of the graph
	side  int // left or right
	label string
	from  []int
	to    int
	track int
	ports map[int]float64 // y of its stub at each of its phases
}

const (
	left = iota
	right
)

func (w *wire) phases() []int { return append(slices.Clone(w.from), w.to) }
func (w *wire) top() int      { return slices.Min(w.phases()) }
func (w *wire) bottom() int   { return slices.Max(w.phases()) }

// A layout is a graph with places.
type layout struct {
	g             *graph
	boxes         []box
	wires         []*wire
	gutter        [2]float64 // between the boxes and the first track
	tracks        [2]int
	width, height float64
}

func layOut(g *graph) *layout {
	l := &layout{g: g}
	for i, line := range g.lines {
		l.split(i, line)
	}
	l.place()
	l.assignTracks()
	return l
}

// split makes a line with sources above and below its target two wires.
func (l *layout) split(i int, line line) {
	var down, up []int
	for _, f := range line.from {
		if f < line.to {
			down = append(down, f)
		} else {
			up = append(up, f)
		}
	}
	for side, from := range [2][]int{left: up, right: down} {
		if len(from) > 0 {
			w := &wire{line: i, side: side, label: line.label(), from: from, to: line.to, ports: map[int]float64{}}
			l.wires = append(l.wires, w)
			l.gutter[side] = max(l.gutter[side], textWidth(w.label+l.where(w))+30)
		}
	}
}

// where is what a label at a source adds: where the wire leads.
func (l *layout) where(w *wire) string { return " → " + l.g.phases[w.to].name }

func textWidth(s string) float64 { return charWidth * float64(utf8.RuneCountInString(s)) }

// place sets boxes and the stubs at them, from the top down. A box is as high as its text or its stubs.
func (l *layout) place() {
	w := 0.0
	for _, p := range l.g.phases {
		b := box{dashed: p.blank, text: plaintext.Wrap(p.doc, docColumns)}
		for i, s := range stays(p) {
			if i == 0 && len(b.text) > 0 {
				b.text = append(b.text, "")
			}
			b.text = append(b.text, s)
		}
		w = max(w, nameWidth*float64(utf8.RuneCountInString(p.name)))
		for _, t := range b.text {
			w = max(w, textWidth(t))
		}
		l.boxes = append(l.boxes, b)
	}
	y := float64(margin)
	for i := range l.boxes {
		b := &l.boxes[i]
		onLeft, onRight := l.stubs(i, left), l.stubs(i, right)
		b.y, b.w = y, w+2*boxPad
		b.h = max(float64(lineHeight*(len(b.text)+1))+2*boxPad, float64(portHeight*max(len(onLeft), len(onRight)))+boxPad)
		for _, stubs := range [2][]*wire{onLeft, onRight} {
			first := y + (b.h-float64(portHeight*len(stubs)))/2 + portHeight*0.7
			for j, wire := range stubs {
				wire.ports[i] = first + float64(portHeight*j)
			}
		}
		y += b.h + boxGap
	}
	l.height = y
}

func stays(p phase) []string {
	if len(p.stays) == 0 {
		return nil
	}
	text := "stays on "
	for i, e := range p.stays {
		if i > 0 {
			text += ", "
		}
		text += e
	}
	return plaintext.Wrap(text, docColumns)
}

// stubs are the wires at one side of a phase from the top down, in an order in which wires of one phase do not cross
// each other: what comes from above or leads up lies above what leads down or comes from below; of those that leave
// together the ones that go farther lie outside.
func (l *layout) stubs(phase, side int) []*wire {
	var in, out []*wire
	for _, w := range l.wires {
		switch {
		case w.side != side:
		case w.to == phase:
			in = append(in, w)
		case slices.Contains(w.from, phase):
			out = append(out, w)
		}
	}
	length := func(a, b *wire) int { return cmp.Compare(a.bottom()-a.top(), b.bottom()-b.top()) }
	farther := func(a, b *wire) int { return length(b, a) }
	if side == right {
		slices.SortStableFunc(in, length)
		slices.SortStableFunc(out, farther)
		return append(in, out...)
	}
	slices.SortStableFunc(out, length)
	slices.SortStableFunc(in, farther)
	return append(out, in...)
}

// assignTracks gives each wire the innermost track on which it meets no other, short wires first.
func (l *layout) assignTracks() {
	order := slices.Clone(l.wires)
	slices.SortStableFunc(order, func(a, b *wire) int { return cmp.Compare(a.span(), b.span()) })
	var taken [2][][]*wire
	for _, w := range order {
		for w.track = 0; w.track < len(taken[w.side]) && meetsAny(taken[w.side][w.track], w); w.track++ {
		}
		if w.track == len(taken[w.side]) {
			taken[w.side] = append(taken[w.side], nil)
		}
		taken[w.side][w.track] = append(taken[w.side][w.track], w)
	}
	for side := range taken {
		l.tracks[side] = len(taken[side])
	}
	x := margin + l.gutter[left] + float64(trackStep*l.tracks[left])
	for i := range l.boxes {
		l.boxes[i].x = x
	}
	l.width = x + l.boxes[0].w + l.gutter[right] + float64(trackStep*l.tracks[right]) + margin
}

func (w *wire) ends() (top, bottom float64) {
	top, bottom = w.ports[w.to], w.ports[w.to]
	for _, y := range w.ports {
		top, bottom = min(top, y), max(bottom, y)
	}
	return top, bottom
}

func (w *wire) span() float64 {
	top, bottom := w.ends()
	return bottom - top
}

func meetsAny(others []*wire, w *wire) bool {
	return slices.ContainsFunc(others, func(o *wire) bool {
		top, bottom := w.ends()
		otop, obottom := o.ends()
		return top <= obottom+4 && otop <= bottom+4
	})
}
