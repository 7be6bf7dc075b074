package model

import (
	"errors"
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// ErrUnconfirmed is the error of Confirm where the interpreter finds nothing wrong.
var ErrUnconfirmed = errors.New("model: the interpreter finds nothing wrong where another engine does")

// Confirm judges what another engine found wrong: in a state, or with a step out of it. path holds the states of a behaviour
// that ends there, the initial one first, each as Report.States writes it; it is empty where the initial state is wrong. The
// report is that of Explore for the fault that it finds there, its trace included; the counts are of no meaning. Finding
// none is an ErrUnconfirmed: the engines disagree.
func Confirm(sys *ast.System, opt Options, path []string) (*Report, error) {
	m, err := New(sys, opt.Instance)
	if err != nil {
		return nil, err
	}
	if err := m.judge(opt.Only); err != nil {
		return nil, err
	}
	s := newSearch(m, Options{Instance: opt.Instance, Only: opt.Only})
	if err := s.retrace(path); err != nil {
		return nil, err
	}
	if s.report.Result == Holds && len(path) > 0 {
		s.expand(s.found.n - 1)
	}
	if m.err != nil {
		return nil, m.err
	}
	if s.report.Result == Holds {
		return nil, ErrUnconfirmed
	}
	return s.report, nil
}

// retrace finds the states of a path, each from the one before.
func (s *search) retrace(path []string) error {
	if !s.meet(s.layout.initial(), 0, nil) {
		return nil
	}
	for i, text := range path {
		if i == 0 {
			continue
		}
		if !s.finds(text) {
			return fmt.Errorf("model: no step leads to state %d of a path that another engine found: %s", i+1, text)
		}
	}
	return nil
}

// finds adds the state with that text, to which some step out of the last one must lead.
func (s *search) finds(text string) bool {
	last := s.found.n - 1
	s.now = s.found.at(last)
	for _, st := range s.steps {
		if s.step(st) && s.layout.canonical(s.System, s.next) == text {
			s.found.add(s.next)
			s.parents = append(s.parents, uint32(last))
			return true
		}
	}
	return false
}

// Watch starts a clock for another engine; the function that it returns fills in the time that a report tells.
func Watch() func(*Report) { return startWatch().stop }
