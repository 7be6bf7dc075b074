package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/quotient"
)

// A Model is a system in the bounds of one instance, compiled. It is used by one goroutine at a time.
type Model struct {
	System   *ast.System
	Instance *ast.Instance

	*compiler
	steps      []*step
	invariants []claim
	goals      []*goal
	endless    []*ast.Property // LeadsTo and Finitely
	deadlocks  bool            // are judged
	done       condition
	spent      bool     // a state in which all tokens are drawn is an end like one in which Done holds
	walker     *stepper // of Moves, once they are asked for

	quotient *quotient.Quotient          // whose token is whose, where states are looked at without dead messages; else nil
	unsaid   map[string]*quotient.Reason // properties that are not judged there, and why
}

// New compiles a system for the instance of that name; "" is the only one it has.
func New(sys *ast.System, instance string) (*Model, error) {
	i, err := instanceOf(sys, instance)
	if err != nil {
		return nil, err
	}
	return Compile(sys, i)
}

func instanceOf(sys *ast.System, instance string) (*ast.Instance, error) {
	if instance == "" && len(sys.Instances) == 1 {
		return sys.Instances[0], nil
	}
	if i := sys.Instance(instance); i != nil {
		return i, nil
	}
	names := make([]string, len(sys.Instances))
	for i, x := range sys.Instances {
		names[i] = x.Name
	}
	return nil, fmt.Errorf("model: spec %s has no instance %q; there are: %s", sys.Name, instance, strings.Join(names, ", "))
}

// Compile compiles a system for an instance that need not be among its own.
func Compile(sys *ast.System, instance *ast.Instance) (*Model, error) {
	l, err := newLayout(sys, instance)
	if err != nil {
		return nil, fmt.Errorf("%w (spec %s, instance %s)", err, sys.Name, instance.Name)
	}
	m := &Model{
		System:   sys,
		Instance: instance,
		compiler: &compiler{sys: sys, layout: l, occasions: map[*ast.Event]*occasions{}},
	}
	for i, a := range sys.Actions {
		if slices.Contains(sys.ActionsIn(instance), a) {
			m.steps = append(m.steps, m.compileAction(i, a)...)
		}
	}
	m.done = always(false)
	if sys.Done != nil {
		m.done = m.top().condition(sys.Done)
	}
	m.spent = drawsTokens(sys) && sys.CanDeadlock(instance)
	if m.err != nil {
		return nil, fmt.Errorf("%w (spec %s, instance %s)", m.err, sys.Name, instance.Name)
	}
	return m, nil
}

func drawsTokens(sys *ast.System) bool {
	return slices.ContainsFunc(sys.Cells, func(c *ast.Cell) bool { return draws(c) > 0 })
}

// top is the scope of what stands outside cells and actions.
func (c *compiler) top() scope { return scope{compiler: c, self: -1} }

// judge compiles what is judged: the properties of the instance, or only those that are named, also such as the instance
// leaves out.
func (m *Model) judge(only []string) error {
	properties := m.System.PropertiesIn(m.Instance)
	if len(only) > 0 {
		var err error
		if properties, err = m.named(only); err != nil {
			return err
		}
	}
	if len(only) == 0 || slices.Contains(only, NoRejectedCell) {
		m.invariants = append(m.invariants, claim{name: NoRejectedCell, holds: m.nothingRejected()})
	}
	m.deadlocks = len(only) == 0 || slices.Contains(only, NoDeadlock)
	for _, p := range m.said(properties) {
		switch p.Kind {
		case ast.Always:
			m.invariants = append(m.invariants, m.top().claims(p)...)
		case ast.Step:
			m.addStepClaims(p)
		case ast.Sometimes:
			m.goals = append(m.goals, m.top().goal(p))
		default:
			m.endless = append(m.endless, p)
		}
	}
	return m.err
}

// named are the properties of some names, in order of declaration.
func (m *Model) named(names []string) ([]*ast.Property, error) {
	for _, name := range names {
		if m.System.Property(name) == nil && !slices.Contains([]string{TypeOK, NoRejectedCell, NoDeadlock}, name) {
			return nil, fmt.Errorf("model: spec %s has no property %q", m.System.Name, name)
		}
	}
	var properties []*ast.Property
	for _, p := range m.System.Properties {
		if slices.Contains(names, p.Name) {
			properties = append(properties, p)
		}
	}
	return properties, nil
}

// addStepClaims gives the property to the steps that it speaks of: those of one action, whose parameters it may name, or
// all but those of some.
func (m *Model) addStepClaims(p *ast.Property) {
	if p.On == "" {
		claims := m.top().claims(p)
		for _, st := range m.steps {
			if !slices.Contains(p.Except, st.action.Name) {
				st.claims = append(st.claims, claims...)
			}
		}
		return
	}
	for _, st := range m.steps {
		if st.action.Name == p.On {
			st.claims = append(st.claims, m.top().bindAll(st.action.params, st.params).claims(p)...)
		}
	}
}

func (c *compiler) nothingRejected() condition {
	from, to := c.layout.rejected, c.layout.size
	return condition{f: func(x *frame) bool {
		for _, b := range x.now[from:to] {
			if b != 0 {
				return false
			}
		}
		return true
	}}
}

// stepper makes a frame in which steps are carried out.
func (m *Model) stepper() *stepper {
	return &stepper{
		frame:     frame{next: make([]byte, m.layout.size)},
		nextToken: m.layout.nextToken,
		lastToken: byte(m.Instance.Tokens + 1),
	}
}
