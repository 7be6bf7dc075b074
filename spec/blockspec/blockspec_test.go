package blockspec_test

import (
	"testing"

	"github.com/genlock-go/genlock/internal/spectest"
	"github.com/genlock-go/genlock/spec/blockspec"
)

func TestInstancesHold(t *testing.T)     { spectest.Holds(t, blockspec.System) }
func TestKnownBugs(t *testing.T)         { spectest.KnownBugs(t, blockspec.System) }
func TestEveryCellIsNeeded(t *testing.T) { spectest.EveryCellIsNeeded(t, blockspec.System) }
func TestNoSurvivors(t *testing.T)       { spectest.NoSurvivors(t, blockspec.System) }
