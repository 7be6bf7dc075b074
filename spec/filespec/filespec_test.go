package filespec_test

import (
	"testing"

	"github.com/genlock-go/genlock/internal/spectest"
	"github.com/genlock-go/genlock/spec/filespec"
)

// TestInstancesHold fails if a rule does not follow from the cells, or holds because nothing happens.
func TestInstancesHold(t *testing.T) { spectest.Holds(t, filespec.System) }

// TestKnownBugs fails if a property no longer catches its bug, or not in the fewest steps.
func TestKnownBugs(t *testing.T) { spectest.KnownBugs(t, filespec.System) }

// TestEveryCellIsNeeded fails if the table has a cell that says nothing.
func TestEveryCellIsNeeded(t *testing.T) { spectest.EveryCellIsNeeded(t, filespec.System) }

// TestNoSurvivors fails if a single edit makes another system and no property notices.
func TestNoSurvivors(t *testing.T) { spectest.NoSurvivors(t, filespec.System) }
