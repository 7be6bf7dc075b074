package gomodel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/spec"
)

type (
	Bell   spec.Sort
	Strike struct {
		X spec.Value[Bell]
		I spec.Value[bool]
	}
	Sound struct {
		Msg spec.Value[Bell]
		N   spec.Value[bool]
	}
)

// If it failed, a variable of a spec that has the name of one of ours would make a model that does not compile, or one that
// means something else.
func TestVariablesMayHaveOurNames(t *testing.T) {
	m, x, msg, w := spec.Var[Bell]("m"), spec.Var[Bell]("x"), spec.Var[Bell]("msg"), spec.Var[Bell]("w")
	i, n, bells := spec.Var[bool]("i"), spec.Var[bool]("n"), spec.Var[bool]("bells")
	machine := spec.Each(m, "tower", "Still", "Rung").Doc("A bell.")
	strike := spec.On(machine, Strike{x, i}).Doc("It is struck.")
	air := spec.Bag(Sound{msg, n}, "air", "what is heard")
	sys, err := spec.Resolve(spec.System{
		Name: "Bells",
		Cells: []spec.Cell{
			{In: spec.In(spec.Phase("Still")), On: strike, When: i, Do: spec.Do(air.Send(Sound{x, i})), To: "Rung"},
			{In: spec.In(spec.Phase("Still")), On: strike, When: spec.Not(i), Ignore: "softly"},
			{In: spec.In(spec.Phase("Rung")), On: strike, Ignore: "it rings"},
		},
		Actions: []spec.Action{
			{Name: "Ring", By: "ringer", For: spec.Vars(m, x, i, n, bells), When: spec.All(bells, spec.Forall(w, spec.AtMost(air.Count(Sound{w, n}), 2))),
				Fire: spec.Fire(strike.At(m, Strike{x, i}))},
			{Name: "Hear", By: "listener", Take: air},
		},
		Instances: []spec.Instance{{Name: "one", Sizes: spec.Sizes(spec.Size[Bell](2))}},
	})
	require.NoError(t, err)
	_, err = Render(sys, "digest", "bellsmodel", "example.com/bells", "bells")
	require.NoError(t, err)
}
