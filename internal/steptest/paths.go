package steptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// EveryStep plays each step that is possible in a state that an instance of the system reaches, at the end of a shortest
// path to it. Every action of the instance must be among them.
func EveryStep(t *testing.T, system spec.System, instances []string, play func(*testing.T, *model.Model, []model.Move)) {
	sys, err := spec.Resolve(system)
	require.NoError(t, err)
	for _, instance := range instances {
		t.Run(instance, func(t *testing.T) {
			m, err := model.New(sys, instance)
			require.NoError(t, err)
			taken, steps := map[string]bool{}, 0
			eachPath(m, func(path []model.Move) {
				play(t, m, path)
				taken[path[len(path)-1].Action.Name] = true
				steps++
			})
			for _, a := range sys.ActionsIn(m.Instance) {
				require.True(t, taken[a.Name], a.Name)
			}
			t.Logf("%d steps", steps)
			require.Positive(t, steps)
		})
	}
}

// eachPath visits each step that is possible in a state that can be reached, at the end of a shortest path to it.
func eachPath(m *model.Model, visit func(path []model.Move)) {
	paths := map[model.State][]model.Move{m.Init(): nil}
	for level := []model.State{m.Init()}; len(level) > 0; {
		var next []model.State
		for _, s := range level {
			for _, v := range m.Moves(s) {
				path := append(paths[s][:len(paths[s]):len(paths[s])], v)
				visit(path)
				if _, seen := paths[v.To]; !seen {
					paths[v.To] = path
					next = append(next, v.To)
				}
			}
		}
		level = next
	}
}
