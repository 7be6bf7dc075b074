package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/internal/testspec/order"
	"github.com/genlock-go/genlock/internal/testspec/printing"
	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// TestKnownBugs would fail if a property were judged wrongly, or a trace were not a shortest one: each known bug is found
// by the property that it breaks, in the number of steps that its author gives.
func TestKnownBugs(t *testing.T) {
	for _, s := range []spec.System{lease.System, order.System, printing.System, tiering.System, lookupspec.System} {
		for _, bug := range s.KnownBugs {
			for _, found := range bug.Found {
				t.Run(s.Name+"/"+bug.Name+"/"+found.Instance, func(t *testing.T) {
					edited, err := s.With(bug)
					require.NoError(t, err)
					r := explore(t, edited, model.Options{Instance: found.Instance, Only: []string{bug.Breaks}})
					require.NotNil(t, r.Trace, r.Result)
					if bug.Breaks == model.NoDeadlock {
						assert.Equal(t, model.Deadlock, r.Result)
					} else {
						assert.Equal(t, bug.Breaks, r.Property)
					}
					if found.Length == 0 {
						assert.Contains(t, []model.Result{model.Liveness, model.Safety}, r.Result)
						if r.Result == model.Liveness {
							assert.GreaterOrEqual(t, r.Trace.Loop, 0)
							assertFair(t, edited, r)
							return
						}
					}
					assert.Equal(t, -1, r.Trace.Loop)
					assert.Equal(t, found.Length, r.Trace.Len())
				})
			}
		}
	}
}
