package model

import (
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/quotient"
)

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
