package gen

import (
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// step is an action as a step: for some values of its parameters.
func step(a *ast.Action) layout {
	if b := binding(a.Params()); b != "" {
		return binder{`\E ` + b + " :", act(a)}
	}
	return act(a)
}

// act is an action with its parameters.
func act(a *ast.Action) layout { return call(a.Name, atoms(variableNames(a.Params()))...) }

// steps are the steps of some actions.
func steps(actions []*ast.Action) []layout {
	xs := make([]layout, len(actions))
	for i, a := range actions {
		xs[i] = step(a)
	}
	return xs
}

// hears reports that an action fires an event that has an answer.
func (m *module) hears(a *ast.Action) bool {
	for _, f := range a.Fire {
		if m.columns[f.Event].reply {
			return true
		}
	}
	return false
}

// next writes the steps of some actions: where some of them have an answer and others have not, as two operators, so
// that a module which extends this one can say what an answer was.
func (m *module) next(actions []*ast.Action) {
	var asks, others []layout
	for _, a := range actions {
		if m.hears(a) {
			asks = append(asks, step(a))
			continue
		}
		others = append(others, step(a))
	}
	parts := append(asks[:len(asks):len(asks)], others...)
	if len(asks) > 0 && len(others) > 0 {
		m.comment("Steps that have an answer, and all others.")
		m.define(m.asks, disj(asks...))
		m.blank()
		m.define(m.others, disj(others...))
		m.blank()
		parts = []layout{atom(m.asks), atom(m.others)}
	}
	if m.sys.Done != nil {
		parts = append(parts, atom(m.done))
	}
	m.define("Next", oneOf(parts))
}

// oneOf is a choice; of nothing, what is never possible.
func oneOf(steps []layout) layout {
	if len(steps) == 0 {
		return atom("FALSE")
	}
	return disj(steps...)
}

// owed is what some actions owe under some fairness.
func (m *module) owed(actions []*ast.Action, fairness func(*ast.Action) ast.Fairness) []layout {
	var xs []layout
	for _, a := range actions {
		if x := fair(a, fairness(a)); x != nil {
			xs = append(xs, x)
		}
	}
	return xs
}

// fair is the fairness of an action: for each value of its parameters, or of the action as a whole.
func fair(a *ast.Action, f ast.Fairness) layout {
	b := binding(a.Params())
	each := func(of string) layout {
		x := around{of + "_vars(", act(a), ")"}
		if b == "" {
			return x
		}
		return binder{`\A ` + b + " :", x}
	}
	switch f {
	case ast.Weak:
		return each("WF")
	case ast.Strong:
		return each("SF")
	case ast.WeakAny:
		return around{"WF_vars(", step(a), ")"}
	case ast.StrongAny:
		return around{"SF_vars(", step(a), ")"}
	default:
		return nil
	}
}

// ownFairness is what an action owes where no instance says otherwise.
func ownFairness(a *ast.Action) ast.Fairness { return a.Fair }

// always are the actions that are on unless an instance says otherwise.
func always(sys *ast.System) []*ast.Action {
	var actions []*ast.Action
	for _, a := range sys.Actions {
		if !a.Optional {
			actions = append(actions, a)
		}
	}
	return actions
}

// optional are the others.
func optional(sys *ast.System) []*ast.Action {
	var actions []*ast.Action
	for _, a := range sys.Actions {
		if a.Optional {
			actions = append(actions, a)
		}
	}
	return actions
}

// byActor are the actions, those of one actor together, in the order in which the actors come first.
func byActor(sys *ast.System) []*ast.Action {
	var actors []string
	of := map[string][]*ast.Action{}
	for _, a := range sys.Actions {
		if of[a.By] == nil {
			actors = append(actors, a.By)
		}
		of[a.By] = append(of[a.By], a)
	}
	var actions []*ast.Action
	for _, by := range actors {
		actions = append(actions, of[by]...)
	}
	return actions
}

func actorHeading(by string) string {
	if by == "" {
		return "What happens in the world."
	}
	return "What the " + strings.TrimSpace(by) + " does."
}
