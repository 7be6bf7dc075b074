package lookup_test

import (
	"bytes"
	"context"
	"log/slog"
	"math"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// If it failed, an operator would not read what goes wrong in a tier, or would read of nothing else.
func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
		p, now := &scripted{}, time.Now()
		m, err := lookup.New(p, now, lookup.Config[string, int]{Workers: 1, Batch: 1, Name: "disk", Log: log})
		require.NoError(t, err)
		h, err := m.Begin(1)
		require.NoError(t, err)
		step := func(how string) {
			m.Lookup(h, strconv.Itoa(len(p.calls)))
			now = now.Add(time.Second)
			m.Flush(now, math.MaxInt)
			synctest.Wait()
			if how == "twice" {
				p.calls[len(p.calls)-1].answer.Post(0, lookup.VerdictHit)
				p.calls[len(p.calls)-1].answer.Post(0, lookup.VerdictHit)
				how = "well"
			}
			p.give(t, []string{strconv.Itoa(len(p.calls)), how})
			synctest.Wait()
			m.Drain(math.MaxInt)
		}
		for range 70 {
			step("error")
		}
		step("panics")
		step("well")
		step("twice")
		m.Lookup(h, "hung")
		m.Flush(now, math.MaxInt)
		synctest.Wait()
		m.Flush(now.Add(time.Hour), math.MaxInt)
		m.Flush(now.Add(time.Hour), math.MaxInt)

		assert.Equal(t, `level=WARN msg="probe failed" tier=disk calls=1 error="input/output error"
level=WARN msg="probe failed" tier=disk calls=1 error="input/output error" left_out=59
level=WARN msg="prober panicked" tier=disk calls=1 error="lookup: the prober panicked: no such device"
level=WARN msg="prober left keys unanswered" tier=disk calls=1 error="lookup: the prober left keys unanswered: 1 of 1"
level=WARN msg="prober answered what it was not asked" tier=disk answers=1
level=WARN msg="probe is stuck" tier=disk calls=1 replaced=1
`, out.String())
		p.returnAll()
		require.NoError(t, m.Close(context.Background()))
	})
}
