package model

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// occasions are the compiled forms of an event: one for each entry and each value of the arguments, made when first
// needed.
type occasions struct {
	event *ast.Event
	at    grid // the entry's keys, then the arguments; a token argument may be 0
	made  map[int]*occasion
}

// An occasion is an event at one entry with given arguments: for each phase the cells that may apply.
type occasion struct {
	event *ast.Event
	entry int // the place of the entry
	keys  []int
	args  []int
	arms  [][]arm // by phase
}

type arm struct {
	guard condition
	does  *outcome
}

// An outcome is what a cell does at an occasion.
type outcome struct {
	cell    int    // in System.Cells; -1 where no cell applies
	phase   int    // it applies in
	reply   int    // the word; -1: none
	answer  string // in words, once a walk has asked for it
	draws   int
	effects []effect
	changes bool // it may change the entry
}

func (c *compiler) occasionsOf(e *ast.Event) *occasions {
	if o, ok := c.occasions[e]; ok {
		return o
	}
	o := &occasions{event: e, made: map[int]*occasion{}}
	o.at = append(o.at, c.layout.machines[e.Machine].keys...)
	for _, v := range e.Args {
		span, err := c.layout.held(v.Type)
		if err != nil {
			c.fail("event %s: argument %s: its sort %s has no size", e.Name, v.Name, v.Type.Name)
		}
		o.at = append(o.at, span)
	}
	c.occasions[e] = o
	return o
}

// occasion compiles the event at an entry.
func (c *compiler) occasion(o *occasions, index int) *occasion {
	if at, ok := o.made[index]; ok {
		return at
	}
	m, tuple := o.event.Machine, o.at.tuple(index)
	entries := c.layout.machines[m]
	at := &occasion{event: o.event, keys: tuple[:len(m.Keys)], args: tuple[len(m.Keys):], arms: make([][]arm, len(m.Phases))}
	at.entry = entries.at(entries.keys.index(at.keys))
	o.made[index] = at
	s := scope{compiler: c, self: at.entry}.bindAll(m.Keys, at.keys).bindAll(o.event.Args, at.args)
	for i, cell := range c.sys.Cells {
		if cell.Event == o.event {
			s.addArms(at, i, cell)
		}
	}
	return at
}

// addArms adds a cell to the phases it is about, unless the arguments already rule it out.
func (s scope) addArms(at *occasion, number int, cell *ast.Cell) {
	guard := s.condition(cell.When)
	if guard.fixed() && !guard.is {
		return
	}
	for phase, name := range at.event.Machine.Phases {
		if slices.Contains(cell.In.Phases, name) {
			at.arms[phase] = append(at.arms[phase], arm{guard, s.outcome(number, cell, phase)})
		}
	}
}

func (s scope) outcome(number int, cell *ast.Cell, phase int) *outcome {
	does := &outcome{cell: number, phase: phase, reply: -1}
	if cell.Reply != "" {
		does.reply = cell.ReplyOf.Words.Index(cell.Reply)
	}
	switch cell.Outcome {
	case ast.Apply:
		s.own = true
		does.effects = append(s.effects(cell.Do), s.enter(cell)...)
		does.draws = draws(cell)
		does.changes = len(does.effects) > 0
	case ast.Reject:
		does.effects = []effect{s.rejecting(rejectText(cell.Event, cell.Event.Machine.Phases[phase]))}
	}
	return does
}

func draws(cell *ast.Cell) int {
	n := 0
	for _, e := range cell.Do {
		if _, ok := e.(ast.Fresh); ok {
			n++
		}
	}
	return n
}

// enter moves the entry to the cell's next phase; a blank one clears all fields.
func (s scope) enter(cell *ast.Cell) []effect {
	if cell.To == "" {
		return nil
	}
	m, self := cell.Event.Machine, s.self
	to := byte(slices.Index(m.Phases, cell.To))
	if !m.IsBlank(cell.To) {
		return []effect{func(x *frame) { x.next[self] = to }}
	}
	end := self + s.layout.machines[m].stride
	return []effect{func(x *frame) {
		clear(x.next[self:end])
		x.next[self] = to
	}}
}

func (s scope) rejecting(text string) effect {
	n := s.layout.reject(text)
	place, mask := s.layout.rejected+n/8, byte(1)<<(n%8)
	return func(x *frame) { x.next[place] |= mask }
}

// judge finds the cell that applies in the state before the step.
func (o *occasion) judge(x *frame) *outcome {
	for _, a := range o.arms[x.now[o.entry]] {
		if a.guard.f == nil || a.guard.f(x) {
			return a.does
		}
	}
	return o.nothing(x)
}

// nothing is the outcome where no cell applies, which Validate excludes.
func (o *occasion) nothing(x *frame) *outcome {
	phase := int(x.now[o.entry])
	text := rejectText(o.event, o.event.Machine.Phases[phase])
	fail := func(x *frame) { x.fail("no cell says what happens to %s", text) }
	return &outcome{cell: -1, phase: phase, reply: -1, effects: []effect{fail}}
}

// A fired event is an occasion that may depend on the state.
type fired struct {
	fixed *occasion
	index number
	list  *occasions
	c     *compiler
}

// at compiles which occasion a firing is.
func (s scope) at(f *ast.Firing) fired {
	o := s.occasionsOf(f.Event)
	index := s.index(o.at, s.numbers(append(append([]ast.Expr(nil), f.At...), f.Args...)))
	fire := fired{index: index, list: o, c: s.compiler}
	if index.fixed() {
		if index.n < 0 {
			s.fail("event %s is fired with values that its arguments cannot have", f.Event.Name)
			return fire
		}
		fire.fixed = s.occasion(o, index.n)
	}
	return fire
}

func (f *fired) occasion(x *frame) *occasion {
	if f.fixed != nil {
		return f.fixed
	}
	i := f.index.f(x)
	if i < 0 {
		x.fail("event %s is fired with values that its arguments cannot have", f.list.event.Name)
		i = 0
	}
	if at, ok := f.list.made[i]; ok {
		return at
	}
	return f.c.occasion(f.list, i)
}
