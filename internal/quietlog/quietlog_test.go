package quietlog_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/internal/quietlog"
)

// newLog writes lines without their time into the buffer.
func newLog(into *bytes.Buffer) *quietlog.Log {
	return quietlog.New(slog.New(slog.NewTextHandler(into, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})), "disk")
}

// If it failed, a storage that fails for every key would fill the log, or hide how often it failed.
func TestOneLineAKindAMinute(t *testing.T) {
	var out bytes.Buffer
	log, start := newLog(&out), time.Unix(1000, 0)
	for i := range 100 {
		log.Warn(start.Add(time.Duration(i)*time.Second), "probe failed", "error", fmt.Sprint(i))
	}
	log.Info(start.Add(time.Second), "serves again")

	assert.Equal(t, "level=WARN msg=\"probe failed\" tier=disk error=0\n"+
		"level=WARN msg=\"probe failed\" tier=disk error=60 left_out=59\n"+
		"level=INFO msg=\"serves again\" tier=disk\n", out.String())
}

// If it failed, a clock that was set back would silence a kind until it has caught up.
func TestClockThatWasSetBack(t *testing.T) {
	var out bytes.Buffer
	log, start := newLog(&out), time.Unix(1000, 0)
	log.Warn(start, "stuck")
	log.Warn(start.Add(-time.Hour), "stuck")

	assert.Equal(t, 2, strings.Count(out.String(), "\n"))
}

// If it failed, kinds without number would be kept for ever, or not be heard of at all.
func TestKindsAreBounded(t *testing.T) {
	var out bytes.Buffer
	log, start := newLog(&out), time.Unix(1000, 0)
	for i := range 1000 {
		log.Warn(start, fmt.Sprint("kind ", i))
	}

	assert.Equal(t, 33, strings.Count(out.String(), "\n"), "32 kinds, and a line for all others")
}

// If it failed, who wants no log would have to check for it everywhere.
func TestNilIsSilent(t *testing.T) {
	quietlog.New(nil, "disk").Warn(time.Unix(1000, 0), "stuck")
}
