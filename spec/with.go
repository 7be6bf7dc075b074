package spec

import (
	"errors"
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// ErrEdit is the error of an edit that does not fit its system: it names something unknown, or changes nothing.
var ErrEdit = errors.New("spec: edit does not fit")

// Bug is the known bug of that name.
func (s System) Bug(name string) (Edit, bool) {
	i := slices.IndexFunc(s.KnownBugs, func(e Edit) bool { return e.Name == name })
	if i < 0 {
		return Edit{}, false
	}
	return s.KnownBugs[i], true
}

// With is the system after an edit; s stays as it is. The error wraps ErrEdit and names the edit, and the action, event
// or condition that does not fit. Validate judges the result as any other, except that it forgives what only the edit
// left unused: an event that nothing fires any longer, say.
func (s System) With(e Edit) (System, error) {
	if len(e.Changes) == 0 {
		return System{}, fmt.Errorf("%w: %s has no changes", ErrEdit, e.Name)
	}
	edited := s
	edited.edited = true
	text := canonical(edited)
	for _, change := range e.Changes {
		if change == nil {
			return System{}, fmt.Errorf("%w: %s has a nil change", ErrEdit, e.Name)
		}
		what, err := change.apply(&edited)
		before := text
		if text = canonical(edited); err == nil && text == before {
			err = errors.New("changes nothing")
		}
		if err != nil {
			return System{}, fmt.Errorf("%w: %s: %s %w", ErrEdit, e.Name, what, err)
		}
	}
	return edited, nil
}

// Each apply gives s new slices where it changes them, so the original keeps its own; it says what it was about.

func (r replaceCells) apply(s *System) (what string, err error) {
	if len(r.cells) == 0 {
		return "ReplaceCells", errors.New("names no cells")
	}
	for i, c := range r.cells {
		if eventOf(c) == nil || c.In == nil || len(c.In.phaseSet().Phases) == 0 {
			return fmt.Sprintf("ReplaceCells: cell %d", i+1), errors.New("has no event or no phases")
		}
	}
	for _, e := range eventsOf(r.cells) {
		if err := s.replace(e, cellsOf(r.cells, e)); err != nil {
			return e.Name, err
		}
	}
	return "ReplaceCells", nil
}

// replace takes the phases of the new cells out of the event's old ones and lets the new cells stand where the first
// of these stood: generated text then changes in one place.
func (s *System) replace(e *ast.Event, cells []Cell) error {
	taken := map[string]bool{} // by a new cell; true once an old cell gave it up
	for _, c := range cells {
		for _, p := range c.In.phaseSet().Phases {
			taken[p] = false
		}
	}
	var kept []Cell
	at := -1
	for _, c := range s.Cells {
		rest, touched := c, false
		if eventOf(c) == e && c.In != nil {
			rest, touched = without(c, taken)
		}
		if touched && at < 0 {
			at = len(kept)
		}
		if !touched || len(rest.In.phaseSet().Phases) > 0 {
			kept = append(kept, rest)
		}
	}
	for _, c := range cells {
		for _, p := range c.In.phaseSet().Phases {
			if !taken[p] {
				return fmt.Errorf("in %s: no cell says anything of it", p)
			}
		}
	}
	s.Cells = slices.Insert(kept, at, cells...)
	return nil
}

// without is the cell in those of its phases that are not taken.
func without(c Cell, taken map[string]bool) (rest Cell, touched bool) {
	var phases []string
	for _, p := range c.In.phaseSet().Phases {
		if _, ok := taken[p]; ok {
			taken[p], touched = true, true
			continue
		}
		phases = append(phases, p)
	}
	if touched {
		c.In = PhaseSet{ast.PhaseSet{Phases: phases}}
	}
	return c, touched
}

func (a assume) apply(s *System) (what string, err error) {
	condition := sound(raw(a.condition))
	what = "Assume " + ast.Text(condition)
	if a.event == nil || a.event.event() == nil || condition == nil {
		return what, errors.New("has no event or no condition")
	}
	event := a.event.event()
	what += " of " + event.Name
	if len(cellsOf(s.Cells, event)) == 0 {
		return what, errors.New("speaks of an event without cells")
	}
	var cells []Cell
	found := false
	for _, c := range s.Cells {
		if guard := sound(raw(c.When)); eventOf(c) == event && looksAt(guard, condition) {
			found = true
			guard = assumed(guard, condition, a.is)
			if isConst(guard, false) {
				continue
			}
			c.When = guardOf(guard)
		}
		cells = append(cells, c)
	}
	if !found {
		return what, errors.New("speaks of a condition that none of its cells looks at")
	}
	s.Cells = cells
	return what, nil
}

func (c setFair) apply(s *System) (what string, err error) {
	return "SetFair " + c.action, s.change(c.action, func(a *Action) { a.Fair = c.fair })
}

func (c setWhen) apply(s *System) (what string, err error) {
	return "SetWhen " + c.action, s.change(c.action, func(a *Action) { a.When = c.when })
}

func (c setFire) apply(s *System) (what string, err error) {
	return "SetFire " + c.action, s.change(c.action, func(a *Action) { a.Fire = c.fire })
}

func (c setDo) apply(s *System) (what string, err error) {
	return "SetDo " + c.action, s.change(c.action, func(a *Action) { a.Do = c.do })
}

func (s *System) change(action string, f func(*Action)) error {
	i := slices.IndexFunc(s.Actions, func(a Action) bool { return a.Name == action })
	if i < 0 {
		return errors.New("speaks of an unknown action")
	}
	s.Actions = slices.Clone(s.Actions)
	f(&s.Actions[i])
	return nil
}

func eventOf(c Cell) *ast.Event {
	if c.On == nil {
		return nil
	}
	return c.On.event()
}

func eventsOf(cells []Cell) []*ast.Event {
	var events []*ast.Event
	for _, c := range cells {
		events = appendNew(events, eventOf(c))
	}
	return events
}

func cellsOf(cells []Cell, e *ast.Event) []Cell {
	var of []Cell
	for _, c := range cells {
		if eventOf(c) == e {
			of = append(of, c)
		}
	}
	return of
}
