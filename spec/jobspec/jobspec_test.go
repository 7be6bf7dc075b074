package jobspec_test

import (
	"testing"

	"github.com/genlock-go/genlock/internal/spectest"
	"github.com/genlock-go/genlock/spec/jobspec"
)

func TestInstancesHold(t *testing.T)     { spectest.Holds(t, jobspec.System) }
func TestKnownBugs(t *testing.T)         { spectest.KnownBugs(t, jobspec.System) }
func TestEveryCellIsNeeded(t *testing.T) { spectest.EveryCellIsNeeded(t, jobspec.System) }
func TestNoSurvivors(t *testing.T)       { spectest.NoSurvivors(t, jobspec.System) }
