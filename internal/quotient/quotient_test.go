package quotient_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/quotient"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

func TestLookup(t *testing.T) {
	sys := spec.Link(lookupspec.System)
	q, err := quotient.Of(sys, sys.Instances[0])
	require.NoError(t, err)
	for _, p := range sys.Properties {
		if r := q.Unsaid(p); r != nil {
			t.Log(r)
		}
	}
	s := spec.Link(lease.System)
	_, err = quotient.Of(s, s.Instances[0])
	assert.ErrorContains(t, err, "by age")
	t.Log(err)
}
