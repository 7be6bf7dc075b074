package job

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// What a caller can decide by. Those that a method returns are wrapped with what was being tried, and nothing has
// happened; the others are the errors of reports.
var (
	// ErrConfig is a value that New cannot work with.
	ErrConfig = errors.New("job: bad configuration")
	// ErrSubmission is a submission of something that is no job: too many blocks or fewer than none, no mover, no class.
	ErrSubmission = errors.New("job: bad submission")
	// ErrBusy is a submission beyond Config.Jobs: try again in a later step.
	ErrBusy = errors.New("job: too many jobs under way")
	// ErrDown is a submission while the watch says that the tier does not serve: try another tier.
	ErrDown = errors.New("job: the tier is down")
	// ErrClosed is a submission after Close, and the error of a job that Close has stopped.
	ErrClosed = errors.New("job: closed")
	// ErrJob is an id that no job has: never submitted, or over.
	ErrJob = errors.New("job: no such job")
	// ErrGivenUp is the error of a job that its caller gave up.
	ErrGivenUp = errors.New("job: given up by its caller")
	// ErrExpired is the error of a job whose deadline passed.
	ErrExpired = errors.New("job: deadline passed")
	// ErrPanic is a mover, a clean-up, or the error that a mover returned, that panicked or ended its goroutine.
	ErrPanic = errors.New("job: the mover panicked")
	// ErrStuck is what Close and Drain return when calls did not end in time; the error is a *StuckError.
	ErrStuck = errors.New("job: copies are stuck")
)

// A StuckError names the calls that have not returned. It is an ErrStuck, and the error of the context that ended first.
type StuckError struct {
	Calls []StuckCall
	Cause error
}

// A StuckCall is one call of a mover, or one clean-up, that has not returned.
type StuckCall struct {
	Job     ID
	Mover   Mover         // of the job
	Block   int           // of a move
	CleanUp bool          // it is no move, but a clean-up
	For     time.Duration // since the first Tick that saw it, by the caller's clock
}

func (c StuckCall) String() string {
	if c.CleanUp {
		return fmt.Sprintf("the clean-up of %v for %v", c.Job, c.For)
	}
	return fmt.Sprintf("block %d of %v for %v", c.Block, c.Job, c.For)
}

func (e *StuckError) Error() string {
	calls := make([]string, len(e.Calls))
	for i, c := range e.Calls {
		calls[i] = c.String()
	}
	return fmt.Sprintf("%v: %v: %s", ErrStuck, e.Cause, strings.Join(calls, ", "))
}

// Unwrap makes errors.Is find both.
func (e *StuckError) Unwrap() []error { return []error{ErrStuck, e.Cause} }
