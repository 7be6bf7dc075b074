package healthspec_test

import (
	"testing"

	"github.com/genlock-go/genlock/internal/spectest"
	"github.com/genlock-go/genlock/spec/healthspec"
)

func TestInstancesHold(t *testing.T)     { spectest.Holds(t, healthspec.System) }
func TestKnownBugs(t *testing.T)         { spectest.KnownBugs(t, healthspec.System) }
func TestEveryCellIsNeeded(t *testing.T) { spectest.EveryCellIsNeeded(t, healthspec.System) }
func TestNoSurvivors(t *testing.T)       { spectest.NoSurvivors(t, healthspec.System) }
