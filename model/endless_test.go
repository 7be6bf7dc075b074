package model_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// A fair action that is forgotten, or one that is taken for fair, would show here; each loop must be a behaviour that
// owes nothing.
func TestLiveness(t *testing.T) {
	lit := spec.LeadsTo{Name: "Claim", From: lamps.In(lamp, Off), To: lamps.In(lamp, On)}
	bright := spec.Forall(lamp, lamps.In(lamp, On))
	for _, c := range []struct {
		name   string
		lamps  int
		fair   spec.Fairness
		change func(*spec.System)
		claim  spec.Property
		want   []string // labels; nil: holds
		loop   int
	}{
		{"nothing need happen", 1, spec.Unfair, nil, lit, []string{"Init"}, 0},
		{"what is fair happens", 2, spec.Weak, nil, lit, nil, 0},
		{"fair as a whole spares one lamp", 2, spec.WeakAny, nil, lit, []string{"Init", "Click(lamp2)", "Click(lamp2)"}, 0},
		{"fair as a whole is enough for one lamp", 1, spec.WeakAny, nil, lit, nil, 0},
		{"a self-loop is no step", 1, spec.Weak, nil, spec.LeadsTo{Name: "Claim", From: lamps.In(lamp, Burnt), To: lamps.In(lamp, On)},
			[]string{"Init", "Click(lamp1)", "BurnsOut(lamp1)"}, 2},
		{"possible again and again is not for ever", 2, spec.Weak, onlyBeside, spec.LeadsTo{Name: "Claim", From: spec.True, To: bright},
			[]string{"Init", "Toggle(lamp1)", "Toggle(lamp1)", "Toggle(lamp2)", "Toggle(lamp2)"}, 0},
		{"for ever on and off", 1, spec.Unfair, nil, spec.Finitely{Name: "Claim", Action: "Click"},
			[]string{"Init", "Click(lamp1)", "Click(lamp1)"}, 0},
		{"burns once", 2, spec.Unfair, nil, spec.Finitely{Name: "Claim", Action: "BurnsOut"}, nil, 0},
		{"an end to it all", 1, spec.Weak, func(s *spec.System) { named(s.Actions, "BurnsOut").Fair = spec.Weak },
			spec.LeadsTo{Name: "Claim", From: spec.True, To: lamps.In(lamp, Burnt)},
			[]string{"Init", "Click(lamp1)", "Click(lamp1)"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := lampsWorld(c.lamps, func(s *spec.System) {
				named(s.Actions, "Click").Fair = c.fair
				s.Properties = []spec.Property{c.claim}
				if c.change != nil {
					c.change(s)
				}
			})
			r := explore(t, s, model.Options{})
			if c.want == nil {
				assert.Equal(t, model.Holds, r.Result)
				return
			}
			require.Equal(t, model.Liveness, r.Result)
			assert.Equal(t, "Claim", r.Property)
			assert.Len(t, r.Trace.Steps, len(c.want))
			assert.Equal(t, c.loop, r.Trace.Loop)
			assertFair(t, s, r)
		})
	}
}

// onlyBeside lets a lamp be clicked only while another is on, which somebody toggles.
func onlyBeside(s *spec.System) {
	beside := spec.Exists(lamp2, spec.All(spec.Not(lamp2.Eq(lamp)), lamps.In(lamp2, On)))
	named(s.Actions, "Click").When = beside
	s.Actions = append(s.Actions, spec.Action{Name: "Toggle", By: "child", Fair: spec.Weak, For: spec.Vars(lamp), Fire: spec.Fire(press.At(lamp, Press{}))})
}

// What is possible again and again must happen where it is strongly fair; where only the action as a whole is, one lamp
// will do.
func TestStrongFairness(t *testing.T) {
	for _, c := range []struct {
		name  string
		fair  spec.Fairness
		lamps int
		want  model.Result
	}{
		{"weak", spec.Weak, 2, model.Liveness},
		{"strong", spec.Strong, 2, model.Holds},
		{"strong as a whole", spec.StrongAny, 3, model.Liveness},
	} {
		t.Run(c.name, func(t *testing.T) {
			world := lampsWorld(c.lamps, func(s *spec.System) {
				onlyBeside(s)
				named(s.Actions, "Click").Name = "Reach"
				named(s.Actions, "Reach").Fair = c.fair
				named(s.Actions, "Toggle").Fair = spec.WeakAny
				s.Properties = []spec.Property{spec.LeadsTo{Name: "Lit", From: spec.True, To: lamps.In(lamp, On, Burnt)}}
			})
			r := explore(t, world, model.Options{})
			require.Equal(t, c.want, r.Result)
			if r.Trace != nil {
				assertFair(t, world, r)
			}
		})
	}
}

// assertFair walks a lasso again: it must be a behaviour, close, and owe no fair action anything.
func assertFair(t *testing.T, s spec.System, r *model.Report) {
	t.Helper()
	sys := spec.Link(s)
	m, err := model.New(sys, r.Instance)
	require.NoError(t, err)
	states := []model.State{m.Init()}
	for _, step := range r.Trace.Steps[1:] {
		next, ok := move(m, states[len(states)-1], step.Label)
		require.True(t, ok, "%s is not possible", step.Label)
		assert.Equal(t, step.State, m.Canonical(next))
		states = append(states, next)
	}
	require.Equal(t, states[r.Trace.Loop], states[len(states)-1], "the loop closes")
	loop := states[r.Trace.Loop:]
	possible, taken := map[string]int{}, map[string]bool{}
	for _, state := range loop {
		for name := range changing(sys, r.Instance, m, state) {
			possible[name]++
		}
	}
	for i, step := range r.Trace.Steps[r.Trace.Loop+1:] {
		for name, to := range changing(sys, r.Instance, m, loop[i]) {
			for _, label := range to {
				taken[name] = taken[name] || label == step.Label
			}
		}
	}
	for name, n := range possible {
		strong := strings.HasPrefix(name, strongly)
		assert.True(t, taken[name] || n < len(loop) && !strong, "%s is owed", name)
	}
}

// strongly marks the name of a strong condition.
const strongly = "strongly "

// changing are the fairness conditions that a state meets by a step that changes something, and the labels of such steps.
func changing(sys *ast.System, instance string, m *model.Model, s model.State) map[string][]string {
	conditions := map[string][]string{}
	note := func(name, label string) { conditions[name] = append(conditions[name], label) }
	for _, move := range m.Moves(s) {
		if move.To == s {
			continue
		}
		switch move.Action.FairnessIn(sys.Instance(instance)) {
		case ast.Weak:
			note(move.Label, move.Label)
		case ast.WeakAny:
			note(move.Action.Name, move.Label)
		case ast.Strong:
			note(strongly+move.Label, move.Label)
		case ast.StrongAny:
			note(strongly+move.Action.Name, move.Label)
		}
	}
	return conditions
}
