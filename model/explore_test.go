package model_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

func explore(t testing.TB, s spec.System, opt model.Options) *model.Report {
	t.Helper()
	sys, err := spec.Resolve(s)
	require.NoError(t, err)
	r, err := model.Explore(context.Background(), sys, opt)
	require.NoError(t, err)
	return r
}

func TestAll(t *testing.T) {
	for _, s := range []spec.System{tiering.System, lookupspec.System} {
		sys, _ := spec.Resolve(s)
		var reports []*model.Report
		for _, i := range sys.Instances {
			r := explore(t, s, model.Options{Instance: i.Name, MaxStates: 5e5})
			reports = append(reports, r)
			t.Log(s.Name, i.Name, r.Result, r.Reason, r.Property, r.Distinct, r.Generated, r.Depth, r.Seconds, float64(r.Generated)/r.Seconds, r.BytesPerState)
			if r.Trace != nil {
				for _, st := range r.Trace.Steps {
					t.Log(st.Label, st.Changes, st.Sent)
				}
			}
			assert.Equal(t, model.Holds, r.Result)
		}
		t.Log(model.Vacuity(sys, reports))
	}
}
