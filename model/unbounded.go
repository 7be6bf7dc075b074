package model

import (
	"errors"
	"fmt"
	"strings"

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

// enoughValues of each sort are as good as all to try guards, which compare values and do nothing else with them: one for
// each that a guard names, and one that it does not.
const enoughValues = 3

// ignoresTheDead tries every cell with tokens that are not the entry's own.
func ignoresTheDead(sys *ast.System, instance *ast.Instance, q *quotient.Quotient) error {
	small := withTokens(instance, deadToken)
	small.Sizes = map[string]int{}
	for sort, n := range instance.Sizes {
		small.Sizes[sort] = min(n, enoughValues)
	}
	m, err := Compile(sys, small)
	if err != nil {
		return err
	}
	for _, e := range sys.Events {
		for i, v := range e.Args {
			if v.Type.Kind != ast.Token || q.Own[e.Machine] == nil {
				continue
			}
			if cell := m.appliesToTheDead(e, i, q.Own[e.Machine]); cell != nil {
				return &quotient.Reason{Where: "cell " + cellText(cell),
					What: fmt.Sprintf("it does not ignore a %s that is not the entry's %s", v.Name, q.Own[e.Machine].Name)}
			}
		}
	}
	return m.err
}

// appliesToTheDead is a cell that does something under a token that is not the entry's own, or nil. The token is an argument
// of the event.
func (m *Model) appliesToTheDead(e *ast.Event, arg int, own *ast.Field) *ast.Cell {
	place := m.layout.machines[e.Machine].fields[own] - 1
	x := &frame{now: make([]byte, m.layout.size)}
	key := make([]int, len(e.Machine.Keys))
	for entry := range m.Entries(e.Machine) {
		if entry.Fields[place] > ownToken {
			continue
		}
		for args := range m.Arguments(e) {
			if args[arg] != deadToken {
				continue
			}
			at, err := m.at(e, key, args)
			if err == nil {
				err = m.put(x.now, at, entry)
			}
			if err != nil {
				m.fail("%v", err)
				return nil
			}
			if cell := at.judge(x).cell; cell < 0 || m.System.Cells[cell].Outcome != ast.Ignore {
				return m.System.Cells[max(cell, 0)]
			}
		}
	}
	return nil
}

// said are the properties that can be judged: without dead messages those that do not speak of them. A state in which
// nothing is possible but to take a dead message is no deadlock, and looks like one.
func (m *Model) said(properties []*ast.Property) []*ast.Property {
	if m.quotient == nil {
		return properties
	}
	var said []*ast.Property
	for _, p := range properties {
		why := m.quotient.Unsaid(p)
		if what := m.unsaidEndlessly(p); what != "" {
			why = &quotient.Reason{Where: "property " + p.Name, What: what}
		}
		if why != nil {
			m.leave(why, p.Name)
			continue
		}
		said = append(said, p)
	}
	if m.deadlocks && m.System.CanDeadlock(m.Instance) {
		m.leave(&quotient.Reason{Where: NoDeadlock, What: "a dead message may be all that can still be taken"}, NoDeadlock)
		m.deadlocks = false
	}
	return said
}

// A deadStep takes or looks at a dead message. Whether it is possible may depend on other dead messages, and is not told then.
type deadStep struct {
	*step
	told bool
}

// takesTheDead are the steps that take or look at a message which is dead in every projected state.
func (m *Model) takesTheDead() []deadStep {
	var dead []deadStep
	for _, st := range m.steps {
		home := m.quotient.Home[st.action.Message()]
		if home == nil || len(st.claims) == 0 || st.when.fixed() && !st.when.is {
			continue
		}
		message := m.layout.channels[st.action.Message()].domain.tuple(st.message)
		if message[home.Token] == deadToken {
			dead = append(dead, deadStep{st, m.quotient.TellsDead(st.action.Action)})
		}
	}
	return dead
}

// judgeTheDead judges the steps that take a dead message: they change nothing that is left, whether they are possible or
// not. A property that does not hold of one of them would be about dead messages, and is left out.
func (s *search) judgeTheDead() {
	x := &frame{now: s.now, next: s.now}
	for _, st := range s.dead {
		if st.told && !st.when.holds(x) {
			continue
		}
		for i := range st.claims {
			c := &st.claims[i]
			if _, known := s.unsaid[c.name]; known || c.holds.holds(x) {
				continue
			}
			s.leave(&quotient.Reason{Where: "property " + c.name, What: "it does not hold of a step that takes a dead message"}, c.name)
		}
	}
}

// leave notes a property that is not judged.
func (m *Model) leave(why *quotient.Reason, property string) {
	if m.unsaid == nil {
		m.unsaid = map[string]*quotient.Reason{}
	}
	m.unsaid[property] = why
}

// tellUnsaid says which properties were not judged; where one was asked for by name that is no verdict.
func (s *search) tellUnsaid() {
	r := s.report
	if len(s.unsaid) == 0 || r.Result != Holds {
		return
	}
	r.Reason = LeftOut(s.System, s.unsaid)
	for _, name := range s.opt.Only {
		if why := s.unsaid[name]; why != nil {
			r.Result, r.Reason = Refused, why.Error()
			return
		}
	}
}

// LeftOut names the properties that are not judged without a bound on tokens, in order of declaration.
func LeftOut(sys *ast.System, unsaid map[string]*quotient.Reason) string {
	var endless, dead []string
	for _, p := range sys.Properties {
		switch {
		case unsaid[p.Name] == nil:
		case p.Kind == ast.LeadsTo || p.Kind == ast.Finitely:
			endless = append(endless, p.Name)
		default:
			dead = append(dead, p.Name)
		}
	}
	if unsaid[NoDeadlock] != nil {
		dead = append(dead, NoDeadlock)
	}
	var parts []string
	if len(endless) > 0 {
		parts = append(parts, "of the long run "+strings.Join(endless, ", "))
	}
	if len(dead) > 0 {
		parts = append(parts, "of dead messages "+strings.Join(dead, ", "))
	}
	if len(parts) == 0 {
		return ""
	}
	return "not judged without a bound on tokens: " + strings.Join(parts, "; ")
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
