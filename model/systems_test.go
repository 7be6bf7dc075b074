package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// explore explores an instance of a system that need not be valid in every detail.
func explore(t testing.TB, s spec.System, opt model.Options) *model.Report {
	t.Helper()
	r, err := model.Explore(t.Context(), spec.Link(s), opt)
	require.NoError(t, err)
	return r
}

// compile compiles the only instance of a system.
func compile(t testing.TB, s spec.System) *model.Model {
	t.Helper()
	m, err := model.New(spec.Link(s), "")
	require.NoError(t, err)
	return m
}

// walk follows labels from the initial state.
func walk(t testing.TB, m *model.Model, labels ...string) model.State {
	t.Helper()
	s := m.Init()
	for _, l := range labels {
		next, ok := move(m, s, l)
		require.True(t, ok, "%s is not possible in %s", l, m.Canonical(s))
		s = next
	}
	return s
}

func move(m *model.Model, s model.State, label string) (model.State, bool) {
	for _, move := range m.Moves(s) {
		if move.Label == label {
			return move.To, true
		}
	}
	return "", false
}

func labels(m *model.Model, s model.State) []string {
	var labels []string
	for _, move := range m.Moves(s) {
		labels = append(labels, move.Label)
	}
	return labels
}

// Lamps that can burn out: the smallest world in which every kind of property can break.
type (
	Lamp  spec.Sort
	Press struct{}
	Burn  struct{}
)

const (
	Off   spec.Phase = "Off"
	On    spec.Phase = "On"
	Burnt spec.Phase = "Burnt"
)

var (
	lamp  = spec.Var[Lamp]("lamp")
	lamp2 = spec.Var[Lamp]("lamp2")
	lamps = spec.Each(lamp, "lamps", Off, On, Burnt)
	press = spec.On(lamps, Press{})
	burn  = spec.On(lamps, Burn{})
)

func lampsWorld(n int, change func(*spec.System)) spec.System {
	s := spec.System{
		Name: "Lamps",
		Cells: []spec.Cell{
			{In: Off, On: press, To: On},
			{In: On, On: press, To: Off},
			{In: Burnt, On: press, Ignore: "it is dark for ever"},
			{In: On, On: burn, To: Burnt},
			{In: spec.In(Off, Burnt), On: burn, Reject: "no current"},
		},
		Actions: []spec.Action{
			{Name: "Click", By: "user", For: spec.Vars(lamp), Fire: spec.Fire(press.At(lamp, Press{}))},
			{Name: "BurnsOut", By: "world", For: spec.Vars(lamp), When: lamps.In(lamp, On), Fire: spec.Fire(burn.At(lamp, Burn{}))},
		},
		Instances: []spec.Instance{{Name: "some", Sizes: spec.Sizes(spec.Size[Lamp](n))}},
	}
	if change != nil {
		change(&s)
	}
	return s
}

func named(a []spec.Action, name string) *spec.Action {
	for i := range a {
		if a[i].Name == name {
			return &a[i]
		}
	}
	return nil
}

func stepLabels(trace *model.Trace) []string {
	var labels []string
	for _, s := range trace.Steps {
		labels = append(labels, s.Label)
	}
	return labels
}

// entry is an entry of a state by the name of its machine.
func entry(t testing.TB, m *model.Model, s model.State, machine string, key ...int) model.Entry {
	t.Helper()
	e, err := m.Entry(s, machineNamed(t, m, machine), key...)
	require.NoError(t, err)
	return e
}

func machineNamed(t testing.TB, m *model.Model, name string) *ast.Machine {
	for _, x := range m.System.Machines {
		if x.Name == name {
			return x
		}
	}
	t.Fatalf("no machine %s", name)
	return nil
}
