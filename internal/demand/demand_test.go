package demand

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A recorder is a test that only notes what it was told.
type recorder struct {
	testing.TB
	fate string
}

func (r *recorder) Helper()               {}
func (r *recorder) Log(...any)            { r.fate = "goes on" }
func (r *recorder) Fatalf(string, ...any) { r.fate = "fails" }
func (r *recorder) Skipf(string, ...any)  { r.fate = "is skipped" }

// If a skip passed for what is required, CI would be green where nothing ran.
func TestOf(t *testing.T) {
	gone := errors.New("gone")
	for _, tt := range []struct {
		required string
		missing  error
		fate     string
	}{
		{"", nil, "goes on"},
		{"tlc,fuse", nil, "goes on"},
		{"", gone, "is skipped"},
		{"tlc", gone, "is skipped"},
		{"fused", gone, "is skipped"},
		{"fuse", gone, "fails"},
		{"tlc,fuse", gone, "fails"},
	} {
		t.Setenv(Variable, tt.required)
		r := &recorder{TB: t}
		Of(r, "fuse", tt.missing)
		assert.Equal(t, tt.fate, r.fate, "required: %q", tt.required)
	}
}
