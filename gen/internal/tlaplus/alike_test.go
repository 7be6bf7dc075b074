package tlaplus

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/quotient"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// If they failed, TLC would take states for alike that are not, or the view would leave out what somebody looks at.
func TestAlike(t *testing.T) {
	sys := link(t, lookupspec.System)
	q, err := quotient.Of(sys, sys.Instances[0])
	require.NoError(t, err)
	files, err := One(sys, sys.Instances[0], Options{Symmetry: true, Unbounded: q})
	require.NoError(t, err)
	model, config := string(files[1].Data), string(files[2].Data)
	assert.Contains(t, model, `
\* States that differ only by a renaming of these are alike.
Renamings == Permutations(Key) \cup Permutations(Request)

\* States are alike that differ only in what carries a token which is not its entry's any more, and
\* in what tokens are called.
LiveView ==
  <<[key \in Key |-> [entry[key] EXCEPT !.generation = IF @ = 0 THEN 0 ELSE 1]],
    {<<[m EXCEPT !.gen = 1], asked[m]>> : m \in {any \in BagToSet(asked) : any.gen = entry[any.key].generation}},
`)
	assert.Contains(t, model, "\n    told, onDisk, rejected>>\n", "the rest is looked at whole, but for the token to be drawn next")
	assert.Contains(t, config, "SYMMETRY Renamings\nVIEW LiveView\n")
	assert.NotContains(t, config, "EveryAskIsAnswered", "a property of the long run")
	assert.NotContains(t, config, "OneProbePerGeneration", "a property of dead messages")
}
