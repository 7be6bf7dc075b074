package model

import (
	"bytes"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// Classes are sets of states that are alike for what is judged. A search may look at one state of each: the one that stands
// for the class. What it finds wrong there is then told as a behaviour of the system itself.
type classes struct {
	project   *projection // leaves out what nobody looks at; nil: nothing
	renamings []renaming  // any of them leads to a state of the same class
	spare     []byte
}

// of writes the state that stands for the class of a state.
func (c *classes) of(dst, state []byte) {
	if c.project != nil && len(c.renamings) == 0 {
		c.project.apply(dst, state)
		return
	}
	if c.project != nil {
		c.spare = slices.Grow(c.spare[:0], len(dst))[:len(dst)]
		c.project.apply(c.spare, state)
		state = c.spare
	}
	copy(dst, state)
	for i := range c.renamings {
		if r := &c.renamings[i]; r.compare(state, dst) < 0 {
			r.apply(dst, state)
		}
	}
}

// represent is the state that the search keeps for a state.
func (s *search) represent(state []byte) []byte {
	if s.classes == nil {
		return state
	}
	s.classes.of(s.stands, state)
	return s.stands
}

// shown is a behaviour that ends in a state, or goes on with a step from there, and breaks the claim; and the values for
// which it does.
func (s *search) shown(c *claim, from int, st *step) (*Trace, []Binding) {
	switch {
	case s.classes != nil:
		return s.retold(s.path(from), st, c.name)
	case st == nil:
		return s.traceTo(from), c.with
	default:
		return s.traceOver(from, st), c.with
	}
}

// retold is a behaviour of the system that goes through the classes of some states and then, if last is not nil, takes a
// step of its action that breaks the claim of that name.
func (s *search) retold(path []int, last *step, name string) (*Trace, []Binding) {
	c := s.concrete(len(path))
	r := &retelling{search: c, told: c.tracer(), class: make([]byte, s.layout.size)}
	for _, i := range path[1:] {
		r.goOn(s.found.at(i))
	}
	if last == nil {
		r.breaks(name, r.invariants, &frame{now: r.told.state})
	} else {
		r.breach(last.action.Name, name)
	}
	if c.err != nil {
		s.Model.fail("%v", c.err)
	}
	return r.told.trace, r.with
}

// A retelling is a behaviour that is being told. It steps where the search did, which is over.
type retelling struct {
	*search
	told  *tracer
	class []byte
	with  []Binding
}

// goOn takes a step into a class.
func (r *retelling) goOn(class []byte) {
	r.try("a class that was found from it", func(*step) bool {
		r.classes.of(r.class, r.next)
		return r.fault == "" && bytes.Equal(r.class, class)
	})
}

// follow takes a step into a class that is the same but for its token, and changes something.
func (r *retelling) follow(like *step, class []byte) {
	r.try("where a behaviour without a bound on tokens goes", func(st *step) bool {
		if st.action.Name != like.action.Name || !sameButTokens(st, like) || r.fault != "" || bytes.Equal(r.now, r.next) {
			return false
		}
		return bytes.Equal(r.represented(r.next), class)
	})
}

// represented is the class of a state, as a state.
func (r *retelling) represented(state []byte) []byte {
	if r.classes == nil {
		return state
	}
	r.classes.of(r.class, state)
	return r.class
}

func sameButTokens(a, b *step) bool {
	for i, v := range a.action.params {
		if v.Type.Kind != ast.Token && a.params[i] != b.params[i] {
			return false
		}
	}
	return true
}

// breach takes a step of an action that breaks a claim.
func (r *retelling) breach(action, name string) {
	r.try("what breaks "+name, func(st *step) bool {
		switch {
		case st.action.Name != action:
			return false
		case name == TypeOK:
			return r.fault != ""
		default:
			return r.breaks(name, r.invariants, &frame{now: r.next}) || r.breaks(name, st.claims, &r.frame)
		}
	})
}

// try takes the first step that will do.
func (r *retelling) try(what string, will func(*step) bool) {
	r.now = r.told.state
	for _, st := range r.steps {
		if r.step(st) && will(st) {
			r.told.take(st)
			return
		}
	}
	r.Model.fail("no step leads from a state to %s: a fault of the search", what)
}

// breaks says whether a claim of that name is broken, and keeps the values for which it is.
func (r *retelling) breaks(name string, claims []claim, in *frame) bool {
	for i := range claims {
		if c := &claims[i]; c.name == name && !c.holds.holds(in) && !(c.of != nil && r.excused(c.of.Except)) {
			r.with = c.with
			return true
		}
	}
	return false
}
