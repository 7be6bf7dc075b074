package testspec_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/testspec/channel"
	"github.com/genlock-go/genlock/internal/testspec/lamps"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/internal/testspec/order"
	"github.com/genlock-go/genlock/internal/testspec/peterson"
	"github.com/genlock-go/genlock/internal/testspec/printing"
	"github.com/genlock-go/genlock/internal/testspec/tcp"
	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/internal/testspec/twophase"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

var systems = []spec.System{
	lamps.System, lease.System, order.System, printing.System, tiering.System,
	twophase.System, peterson.System, channel.System, tcp.System,
}

// If an instance did not hold, whatever is tested with it would be tested on a mistake.
func TestEveryInstanceHolds(t *testing.T) {
	for _, s := range systems {
		for _, i := range s.Instances {
			t.Run(s.Name+"/"+i.Name, func(t *testing.T) {
				r := explore(t, s, i.Name)
				assert.Equal(t, model.Holds, r.Result, "%s %s\n%v", r.Property, r.Reason, r.Trace)
				t.Logf("%d distinct, %d generated, depth %d", r.Distinct, r.Generated, r.Depth)
			})
		}
	}
}

// If an instance were vacuous, a property might hold because nothing happens.
func TestEverythingIsReached(t *testing.T) {
	for _, s := range systems {
		var reports []*model.Report
		for _, i := range s.Instances {
			reports = append(reports, explore(t, s, i.Name))
		}
		assert.Empty(t, model.Vacuity(spec.Link(s), reports), s.Name)
	}
}

// If a step of several machines were lost, or counted twice, the counts would not be those that TLC has found for the
// same machines in another declaration.
func TestTieringIsCountedStepByStep(t *testing.T) {
	for instance, want := range map[string][3]int64{
		"one":         {198, 1_571, 11},
		"twoRequests": {830, 8_777, 12},
		"twoKeys":     {8_988, 112_449, 18},
	} {
		r := explore(t, tiering.System, instance)
		assert.Equal(t, want, [3]int64{r.Distinct, r.Generated, int64(r.Depth)}, instance)
	}
}

// If a bug were not caught by the property that it names, after the steps that it names, the property would be too weak
// or the sentence wrong.
func TestEveryBugIsCaught(t *testing.T) {
	for _, s := range systems {
		for _, bug := range s.KnownBugs {
			edited, err := s.With(bug)
			require.NoError(t, err)
			require.NotEmpty(t, bug.Found)
			for _, found := range bug.Found {
				t.Run(s.Name+"/"+bug.Name, func(t *testing.T) {
					r := explore(t, edited, found.Instance)
					assert.Equal(t, bug.Breaks, r.Property)
					if found.Length > 0 {
						require.NotNil(t, r.Trace)
						assert.Equal(t, found.Length, r.Trace.Len())
					} else {
						assert.Equal(t, model.Liveness, r.Result)
					}
				})
			}
		}
	}
}

func explore(t *testing.T, s spec.System, instance string) *model.Report {
	t.Helper()
	resolved, err := spec.Resolve(s)
	require.NoError(t, err)
	r, err := model.Explore(context.Background(), resolved, model.Options{Instance: instance})
	require.NoError(t, err)
	return r
}
