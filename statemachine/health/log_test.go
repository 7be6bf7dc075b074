package health_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/statemachine/health"
)

// If it failed, an operator would not learn that a tier is down, since when, and why, or would read of nothing else.
func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		dead := true
		w := newWatch(t, health.Config{
			Name: "disk",
			Log: slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}})),
			Test: func(context.Context) error {
				if dead {
					return errDead
				}
				return nil
			},
		})
		step(w)
		takeDown(t, w)
		for range 90 {
			step(w)
		}
		dead = false
		step(w)
		step(w)

		assert.Equal(t, `level=WARN msg="tier is down" tier=disk stuck=2 bound=2
level=WARN msg="tier stays down" tier=disk for=2s stuck=2 tests=2 error="storage does not answer"
level=WARN msg="tier stays down" tier=disk for=1m2s stuck=2 tests=62 error="storage does not answer" left_out=59
level=INFO msg="tier serves again" tier=disk after=1m32s
`, out.String())
	})
}
