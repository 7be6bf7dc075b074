package tlaplus

import (
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// step is an action as a step: for some values of its parameters.
func step(a *ast.Action) layout {
	return exists(a.Params(), variableNames(a.Params()), act(a))
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
	each := func(of string) layout {
		return forAll(a.Params(), variableNames(a.Params()), around{of + "_vars(", act(a), ")"})
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
	first := map[string]int{}
	for i, a := range sys.Actions {
		if _, known := first[a.By]; !known {
			first[a.By] = i
		}
	}
	actions := slices.Clone(sys.Actions)
	slices.SortStableFunc(actions, func(a, b *ast.Action) int { return first[a.By] - first[b.By] })
	return actions
}

func actorHeading(by string) string {
	if by == "" {
		return "What happens in the world."
	}
	return "What the " + strings.TrimSpace(by) + " does."
}

// world writes the actions, grouped by who acts.
func (m *module) world() {
	for i, actions := 0, byActor(m.sys); i < len(actions); i++ {
		if i == 0 || actions[i].By != actions[i-1].By {
			m.section(actorHeading(actions[i].By))
		}
		m.action(actions[i])
	}
}

// behaviours writes Next and Spec.
func (m *module) behaviours() {
	m.section("Behaviours.")
	if m.sys.Done != nil {
		m.doneStep()
	}
	on := onlyThese(byActor(m.sys), always(m.sys))
	m.next(on)
	m.blank()
	m.write(`Spec == Init /\ [][Next]_vars`)
	if owed := m.owed(on, ownFairness); len(owed) > 0 {
		m.blank()
		m.define(m.fairness, conj(owed...))
		m.blank()
		m.write(m.fairSpec + ` == Spec /\ ` + m.fairness)
	}
}

// doneStep is a step that changes nothing, so that what is done is no deadlock.
func (m *module) doneStep() {
	s, defs := m.scope().define(m.sys.Done)
	xs := append(s.enabling(m.sys.Done), atom("UNCHANGED vars"))
	m.comment("Nothing more need happen.")
	m.define(m.done, letIn(defs, conj(xs...)))
	m.blank()
}
