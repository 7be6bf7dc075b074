package model

import (
	"github.com/genlock-go/genlock/internal/ast"
)

// A step is an action with values for its parameters.
type step struct {
	action  *action
	params  []int // in the order of Action.Params
	message int   // the number of the message it takes or looks at; -1: none
	present condition
	when    condition
	take    effect // nil: none
	firings []firing
	do      []effect
	claims  []claim // that must hold of it where it changes something
	owing   int     // the number of its fairness condition; -1: none
	name    string  // its label, once a walk has asked for it
}

// An action of an instance.
type action struct {
	*ast.Action
	number int // in System.Actions
	params []*ast.Variable
	hits   bool // all its firings are ForEach: one of them must hit

	happened, changed bool // in some state explored
}

// A firing is an event at one entry, where a condition holds.
type firing struct {
	where condition
	event fired
}

// maxSteps bounds the number of parameter values of one action.
const maxSteps = 1 << 18

// compileAction compiles an action for each value of its parameters.
func (c *compiler) compileAction(number int, a *ast.Action) []*step {
	compiled := &action{Action: a, number: number, params: a.Params(), hits: allForEach(a)}
	g, err := c.layout.grid(compiled.params)
	if err != nil {
		c.fail("action %s: %v", a.Name, err)
		return nil
	}
	if g.size() > maxSteps {
		c.fail("action %s has more than %d values of its parameters", a.Name, maxSteps)
		return nil
	}
	steps := make([]*step, g.size())
	for i := range steps {
		steps[i] = c.compileStep(compiled, g.tuple(i))
	}
	return steps
}

func allForEach(a *ast.Action) bool {
	for _, f := range a.Fire {
		if len(f.Over) == 0 {
			return false
		}
	}
	return len(a.Fire) > 0
}

func (c *compiler) compileStep(a *action, params []int) *step {
	s := scope{compiler: c, self: -1}.bindAll(a.params, params)
	st := &step{action: a, params: params, message: -1, present: always(true), owing: -1}
	if channel := a.Message(); channel != nil {
		m := c.layout.channels[channel]
		st.message = m.domain.index(s.values(channel.Fields))
		st.present = m.present(st.message)
		if a.Take != nil {
			st.take = m.take(st.message)
		}
	}
	st.when = s.condition(a.When)
	for _, f := range a.Fire {
		s.eachOf(f.Over, func(s scope) {
			if where := s.condition(f.Where); !where.fixed() || where.is {
				st.firings = append(st.firings, firing{where, s.at(f)})
			}
		})
	}
	st.do = s.effects(a.Do)
	return st
}

func (s scope) values(vs []*ast.Variable) []int {
	values := make([]int, len(vs))
	for i, v := range vs {
		values[i] = s.lookup(v)
	}
	return values
}

// A hit is an event that happens in a step.
type hit struct {
	at   *occasion
	does *outcome
}

// A stepper carries steps out. It is used by one goroutine.
type stepper struct {
	frame
	nextToken int  // its place
	lastToken byte // value of the place when all tokens are drawn
	hits      []hit
}

// step carries the step out from now to next; false where it is not possible.
func (x *stepper) step(st *step) bool {
	if st.present.f != nil && !st.present.f(&x.frame) || !st.when.holds(&x.frame) {
		return false
	}
	x.fault = ""
	draws := x.judge(st)
	if st.action.hits && len(x.hits) == 0 || int(x.now[x.nextToken])+draws > int(x.lastToken) {
		return false
	}
	copy(x.next, x.now)
	if st.take != nil {
		st.take(&x.frame)
	}
	for _, h := range x.hits {
		x.by(h.at)
		for _, e := range h.does.effects {
			e(&x.frame)
		}
	}
	x.by(nil)
	for _, e := range st.do {
		e(&x.frame)
	}
	return true
}

// by notes who sends what is sent next: an entry, or the action itself.
func (x *stepper) by(at *occasion) {
	if x.log != nil {
		x.log.sender = at
	}
}

// judge judges all events by the state before, and says how many tokens they draw.
func (x *stepper) judge(st *step) (draws int) {
	x.hits = x.hits[:0]
	for i := range st.firings {
		f := &st.firings[i]
		if !f.where.holds(&x.frame) {
			continue
		}
		at := f.event.occasion(&x.frame)
		does := at.judge(&x.frame)
		draws += does.draws
		x.hits = append(x.hits, hit{at, does})
	}
	return draws
}
