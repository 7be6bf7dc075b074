package model

import (
	"errors"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/quotient"
)

// Without a bound on tokens there are endlessly many states, but only in what nobody looks at: tokens are compared with the
// entry's own and nothing else, and what carries another one is ignored. Package quotient looks for that in the expressions
// of a spec; that the cells ignore it is tried here. Then a search looks at states without dead messages, in which the token
// of each entry has one name.

// Quotient says whose token is whose in a system that may draw tokens without a bound. The error says why a bound is needed,
// and names the expression.
func Quotient(sys *ast.System, instance *ast.Instance) (*quotient.Quotient, error) {
	m, err := unbounded(sys, instance)
	if err != nil {
		return nil, err
	}
	return m.quotient, nil
}

// unbounded compiles a system for as many tokens as it may draw. The error, a *quotient.Reason, says why it cannot.
func unbounded(sys *ast.System, instance *ast.Instance) (*Model, error) {
	q, err := quotient.Of(sys, instance)
	if err != nil {
		return nil, err
	}
	m, err := Compile(sys, withTokens(instance, deadToken))
	if err != nil {
		return nil, err
	}
	m.quotient, m.spent = q, false
	if err := ignoresTheDead(sys, instance, q); err != nil {
		return nil, err
	}
	return m, nil
}

func withTokens(instance *ast.Instance, n int) *ast.Instance {
	i := *instance
	i.Tokens = n
	return &i
}

// NeedsBound is why an exploration without a bound on tokens is refused.
func NeedsBound(why *quotient.Reason) string { return "tokens need a bound: " + why.Error() }

// prepareUnbounded is prepare for as many tokens as may be drawn.
func prepareUnbounded(sys *ast.System, opt Options) (*search, *Report, error) {
	instance, err := instanceOf(sys, opt.Instance)
	if err != nil {
		return nil, nil, err
	}
	m, err := unbounded(sys, instance)
	var why *quotient.Reason
	if errors.As(err, &why) {
		return nil, &Report{Spec: sys.Name, Instance: instance.Name, Engine: "interp", Result: Refused,
			Reason: NeedsBound(why)}, nil
	}
	if err == nil {
		err = m.judge(opt.Only)
	}
	if err != nil {
		return nil, nil, err
	}
	s := newSearch(m, opt)
	s.classes.project = project(m.quotient, m.layout, m.layout)
	s.dead = m.takesTheDead()
	return s, nil, nil
}

// concrete is a search of the system itself that can follow a behaviour of some steps, and tell the classes of this one.
func (s *search) concrete(steps int) *search {
	if s.quotient == nil {
		return s
	}
	m, err := Compile(s.System, withTokens(s.Instance, min(max(1, steps), maxByte-1)))
	if err == nil {
		m.quotient = s.quotient
		err = m.judge(s.opt.Only)
	}
	if err != nil {
		s.Model.fail("%v", err)
		return s
	}
	c := newSearch(m, s.opt)
	c.classes.project, c.classes.renamings = project(s.quotient, m.layout, s.layout), s.classes.renamings
	return c
}
