package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// If it failed, a known bug could not be run under go test -overlay, or a run could not tell that it runs the bug.
func TestKnownBugsRender(t *testing.T) {
	render := func(s spec.System) string {
		files, err := gen.Render(gen.Target{System: s, Step: "statemachine/lookup"})
		require.NoError(t, err)
		return string(files[0].Data)
	}
	right := render(lookupspec.System)
	others := 0
	for _, bug := range lookupspec.System.KnownBugs {
		s, err := lookupspec.System.With(bug)
		require.NoError(t, err)
		step := render(s)
		require.Contains(t, step, fmt.Sprintf("const Digest = %q", spec.Digest(s)), bug.Name)
		if behaviour(step) != behaviour(right) {
			others++
		}
	}
	require.NotZero(t, others, "some bug changes a cell")
}

// behaviour is a step without its digest.
func behaviour(step string) string { return step[strings.Index(step, "// Generated code of another"):] }
