package random

import "github.com/genlock-go/genlock/internal/ast"

// properties are two about the long run, two about states and steps.
func (m *maker) properties() {
	add := func(p *ast.Property) { m.sys.Properties = append(m.sys.Properties, p) }
	bound := m.world([]*ast.Variable{m.key, m.client})
	add(&ast.Property{Kind: ast.LeadsTo, Name: "Leads", Doc: "is claimed", From: m.condition(bound, 1), To: m.condition(bound, 1)})
	add(&ast.Property{Kind: ast.Finitely, Name: "Ends", Doc: "is claimed", On: some(m, m.sys.Actions).Name})
	add(&ast.Property{Kind: ast.Always, Name: "Holds", Doc: "is claimed", Holds: m.rarelyFalse(bound)})
	step := &ast.Property{Kind: ast.Step, Name: "Steps", Doc: "is claimed", Holds: m.stepCondition(bound)}
	if m.one(2) {
		step.On = some(m, m.sys.Actions).Name
	} else {
		step.Except = []string{some(m, m.sys.Actions).Name}
	}
	add(step)
	if f := m.asked(); f != nil {
		add(&ast.Property{Kind: ast.Always, Name: "Moved", Doc: "is claimed",
			Holds: ast.Or{Xs: []ast.Expr{ast.Moves{Firing: f}, m.condition(bound, 1)}}})
	}
}

// rarelyFalse is a condition that many states satisfy, so that not every search ends at once.
func (m *maker) rarelyFalse(p place) ast.Expr {
	return ast.Or{Xs: []ast.Expr{m.condition(p, 1), m.condition(p, 1), m.condition(p, 1)}}
}

// stepCondition compares the states before and after.
func (m *maker) stepCondition(p place) ast.Expr {
	x := some(m, m.sys.Machines)
	return ast.Or{Xs: []ast.Expr{
		m.condition(p, 1),
		ast.After{X: m.condition(p, 1)},
		ast.Not{X: ast.Changed{Machine: x, At: variables(x.Keys)}},
	}}
}

// asked is the first event, to be asked about; nil where a property with key and client cannot name its arguments.
func (m *maker) asked() *ast.Firing {
	if len(m.sys.Events) == 0 {
		return nil
	}
	e := m.sys.Events[0]
	args := make([]ast.Expr, len(e.Args))
	for i, v := range e.Args {
		switch v {
		case m.gen:
			return nil
		case m.flag:
			args[i] = lit(boolean, 1)
		default:
			args[i] = variable(v)
		}
	}
	return &ast.Firing{Event: e, At: variables(e.Machine.Keys), Args: args}
}
