package testspec_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/internal/tlc"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// If the engines counted differently, one of them would explore another system than the one declared.
func TestTLCCountsTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("runs TLC, which -short leaves out")
	}
	for _, s := range systems {
		for _, i := range s.Instances {
			t.Run(s.Name+"/"+i.Name, func(t *testing.T) {
				t.Parallel()
				ours, theirs := explore(t, s, i.Name), exploreTLC(t, s, i.Name)
				assert.Equal(t, ours.Result, theirs.Result)
				assert.Equal(t, ours.Distinct, theirs.Distinct, "distinct")
				assert.Equal(t, ours.Generated, theirs.Generated, "generated")
				assert.Equal(t, ours.Depth, theirs.Depth, "depth")
			})
		}
	}
}

// If TLC found another property broken, or sooner, a shortest behaviour of ours would not be one.
func TestTLCCatchesTheSameBugs(t *testing.T) {
	if testing.Short() {
		t.Skip("runs TLC, which -short leaves out")
	}
	for _, s := range systems {
		for _, bug := range s.KnownBugs {
			edited, err := s.With(bug)
			require.NoError(t, err)
			t.Run(s.Name+"/"+bug.Name, func(t *testing.T) {
				t.Parallel()
				r := exploreTLC(t, edited, bug.Found[0].Instance)
				assert.Equal(t, bug.Breaks, r.Property)
				if length := bug.Found[0].Length; length > 0 {
					require.NotNil(t, r.Trace)
					assert.Equal(t, length, r.Trace.Len())
				}
			})
		}
	}
}

// exploreTLC is the same exploration by TLC. A machine without it skips the test.
func exploreTLC(t *testing.T, s spec.System, instance string) *model.Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	tool, err := tlc.Find(ctx)
	demand.Of(t, "tlc", err)
	resolved, err := spec.Resolve(s)
	require.NoError(t, err)
	r, err := tlc.Runner{Tool: tool, Heap: 512 << 20}.Explore(ctx, resolved, model.Options{Instance: instance})
	require.NoError(t, err)
	return r
}
