package lookupspec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/internal/spectest"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

func TestInstancesHold(t *testing.T)     { spectest.Holds(t, lookupspec.System) }
func TestKnownBugs(t *testing.T)         { spectest.KnownBugs(t, lookupspec.System) }
func TestEveryCellIsNeeded(t *testing.T) { spectest.EveryCellIsNeeded(t, lookupspec.System) }

// TestSeedsComeFirst would fail if one of the bugs that started it all were no longer among the known ones.
func TestSeedsComeFirst(t *testing.T) {
	var names []string
	for _, bug := range lookupspec.System.KnownBugs {
		names = append(names, bug.Name)
	}
	assert.Equal(t, []string{"staleVerdict", "noGeneration", "unguardedMarkMiss", "resolvedOnlyMarkMiss", "noMarkMiss",
		"endlessPromotion", "forgottenProbe", "secondProbe", "leakedEntry"}, names[:9])
	assert.Len(t, names, 47)
}
