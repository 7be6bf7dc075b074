package replay

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/statemachine/lookup/lookuptest"
)

// If it failed, a script would be written for another clock than the stage's: its deadlines would pass too early.
func TestTheStagesTime(t *testing.T) {
	assert.Equal(t,
		[]time.Duration{lookuptest.Moment, lookuptest.ProbeDeadline, lookuptest.MissAge, lookuptest.Deadline},
		[]time.Duration{moment, probeDeadline, missAge, deadline})
}
