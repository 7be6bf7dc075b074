package job_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/statemachine/job"
)

// If it failed, an error that only looks like a cancellation would hide that a block is not there.
func TestCancelledByItself(t *testing.T) {
	onStand(t, job.Config{}, func(s *stand) {
		id := s.submit(job.Read, 1)
		s.ends(id, 0, errors.Join(errDisk, context.Canceled))
		r := s.report()
		assert.Equal(t, outcomes(failed), r.Outcomes)
		assert.ErrorIs(t, r.Err, errDisk)
	})
}

// A hollow error panics when anybody asks it anything, as a nil pointer does.
type hollow struct{ err error }

func (h *hollow) Error() string { return h.err.Error() }
func (h *hollow) Unwrap() error { return h.err }

// If it failed, a mover that returns a nil pointer as its error would take the process down.
func TestHollowErrors(t *testing.T) {
	for name, err := range map[string]error{"another's": (*hollow)(nil), "ours": (*job.Leftover)(nil)} {
		t.Run(name, func(t *testing.T) {
			onStand(t, job.Config{Workers: 1}, func(s *stand) {
				s.ends(s.submit(job.Read, 2), 0, err)
				r := s.report()
				assert.Equal(t, outcomes(failed, untried), r.Outcomes)
				assert.ErrorIs(t, r.Err, job.ErrPanic)
				s.ends(s.submit(job.Read, 1), 0, nil)
				assert.NoError(t, s.report().Err, "the worker lives")
			})
		})
	}
}
