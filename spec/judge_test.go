package spec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/spec"
)

// A tool that judged its own systems otherwise than Validate does would accept what no author may declare, or refuse
// what every author may.
func TestJudge(t *testing.T) {
	sys, err := spec.Resolve(newHouse().System)
	require.NoError(t, err)
	judged, err := spec.Judge(sys)
	require.NoError(t, err)
	assert.Equal(t, sys.Machines, judged.Machines)
	assert.Equal(t, sys.Channels, judged.Channels)
	require.Len(t, judged.Cells, len(sys.Cells))
	for i, c := range sys.Cells {
		assert.Equal(t, ast.FullText(c.When), ast.FullText(judged.Cells[i].When))
		assert.Equal(t, [3]any{c.Outcome, c.To, c.Reply}, [3]any{judged.Cells[i].Outcome, judged.Cells[i].To, judged.Cells[i].Reply})
	}

	holed := *sys
	holed.Cells = sys.Cells[1:]
	_, err = spec.Judge(&holed)
	require.ErrorIs(t, err, spec.ErrInvalid)

	wordless := *sys
	wordless.Cells = nil
	for _, c := range sys.Cells {
		d := *c
		if d.Reply != "" {
			d.Reply = "nosuch"
		}
		wordless.Cells = append(wordless.Cells, &d)
	}
	_, err = spec.Judge(&wordless)
	require.ErrorContains(t, err, "no word of an enumeration")
}
