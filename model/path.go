package model

import (
	"bytes"
	"slices"
)

// traceTo is the shortest behaviour that ends in a state that was found.
func (s *search) traceTo(i int) *Trace { return s.follow(s.path(i)).trace }

// traceOver is traceTo and one step more.
func (s *search) traceOver(i int, last *step) *Trace {
	t := s.follow(s.path(i))
	t.take(last)
	return t.trace
}

// path is the states from the initial one to the one with that number.
func (s *search) path(i int) []int {
	path := []int{i}
	for ; i != 0; path = append(path, i) {
		i = int(s.parents[i])
	}
	slices.Reverse(path)
	return path
}

// follow takes a first step that leads from each state to the next.
func (s *search) follow(path []int) *tracer {
	t := s.Model.tracer()
	for _, i := range path[1:] {
		t.take(s.between(t.state, s.found.at(i)))
	}
	return t
}

func (m *Model) between(from, to []byte) *step {
	x := m.stepper()
	x.now = from
	for _, st := range m.steps {
		if x.step(st) && bytes.Equal(x.next, to) {
			return st
		}
	}
	panic("model: no step leads from a state to one that was found from it")
}
