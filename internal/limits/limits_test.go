package limits_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/limits"
)

var errConfig = errors.New("bad configuration")

type config struct {
	wait time.Duration
	room int
}

func (c *config) fill() error {
	return limits.Fill(errConfig, limits.Duration("Wait", &c.wait, time.Second), limits.Count("Room", &c.room, 4, 8))
}

// If it failed, a field that is left out would bound nothing, or one that is given would not count.
func TestFill(t *testing.T) {
	for given, want := range map[config]config{
		{}:                               {time.Second, 4},
		{wait: time.Minute}:              {time.Minute, 4},
		{room: 8}:                        {time.Second, 8},
		{wait: time.Nanosecond, room: 1}: {time.Nanosecond, 1},
	} {
		require.NoError(t, given.fill())
		assert.Equal(t, want, given)
	}
}

// If it failed, what nothing can work with would be worked with, or its author would look for it in vain.
func TestFillRefuses(t *testing.T) {
	for says, c := range map[string]config{
		"bad configuration: Wait is -1ns, which is negative":         {wait: -1, room: 9},
		"bad configuration: Room is -1, which is not within 0 and 8": {room: -1},
		"bad configuration: Room is 9, which is not within 0 and 8":  {wait: time.Hour, room: 9},
	} {
		err := c.fill()
		require.EqualError(t, err, says)
		require.ErrorIs(t, err, errConfig)
	}
}
