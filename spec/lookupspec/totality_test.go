package lookupspec_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// TestHoleIsNamed would fail if a hole in the table went unnoticed: whatever cell is removed, Validate must name
// its event, a phase and the guard under which nothing applies any longer.
func TestHoleIsNamed(t *testing.T) {
	require.NoError(t, spec.Validate(lookupspec.System))
	for i, cell := range spec.Link(lookupspec.System).Cells {
		edited := lookupspec.System
		edited.Cells = slices.Delete(slices.Clone(lookupspec.System.Cells), i, i+1)

		err := spec.Validate(edited)

		require.ErrorIs(t, err, spec.ErrInvalid, "without %s in %s", cell.Event.Name, cell.In.Text())
		var invalid *spec.Invalid
		require.ErrorAs(t, err, &invalid)
		assert.True(t, slices.ContainsFunc(invalid.Faults, func(f spec.Fault) bool { return isHole(f, cell) }),
			"%s in %s under %s is not named:\n%v", cell.Event.Name, cell.In.Text(), ast.Text(cell.When), err)
	}
}

// isHole says whether a fault speaks of the phases that a cell leaves open.
func isHole(f spec.Fault, cell *ast.Cell) bool {
	return f.Text == "no cell applies" && f.Event == cell.Event.Name && f.Machine == cell.Event.Machine.Name &&
		f.Phase == strings.Join(inOrder(cell), ", ")
}

// inOrder are the phases of a cell in the order of its machine.
func inOrder(cell *ast.Cell) []string {
	return slices.DeleteFunc(slices.Clone(cell.Event.Machine.Phases), func(p string) bool {
		return !slices.Contains(cell.In.Phases, p)
	})
}

// TestDoubledCell would fail if two cells for one case went unnoticed: a generated switch would take the first, TLC any.
func TestDoubledCell(t *testing.T) {
	for i, cell := range lookupspec.System.Cells {
		edited := lookupspec.System
		edited.Cells = slices.Insert(slices.Clone(lookupspec.System.Cells), i, cell)

		var invalid *spec.Invalid

		require.True(t, errors.As(spec.Validate(edited), &invalid), "cell %d", i)
		assert.Contains(t, invalid.Faults[0].Text, "another cell applies too")
	}
}
