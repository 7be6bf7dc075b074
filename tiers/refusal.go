package tiers

import (
	"errors"
	"fmt"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A Refusal is why a call was refused.
type Refusal uint8

const (
	RefusedClosed  Refusal = iota // ErrClosed
	RefusedDown                   // ErrDown
	RefusedBusy                   // ErrBusy
	RefusedTooMany                // ErrTooMany
	RefusedSlot                   // ErrSlot
	RefusedKey                    // ErrKey
	RefusedNoHit                  // ErrNoHit
	RefusedOther                  // any other reason, such as a request or a job that nobody knows

	Refusals = iota // how many reasons there are
)

// refusals are the reasons: in words, as metrics call them, and as errors.
var refusals = [Refusals]struct {
	word string
	err  error
}{
	{"closed", ErrClosed},
	{"down", ErrDown},
	{"busy", ErrBusy},
	{"too many", ErrTooMany},
	{"slot", ErrSlot},
	{"key", ErrKey},
	{"no hit", ErrNoHit},
	{"other", nil},
}

func (r Refusal) String() string {
	if int(r) < len(refusals) {
		return refusals[r].word
	}
	return fmt.Sprintf("Refusal(%d)", uint8(r))
}

// reason is why the call that failed with the error was refused.
func reason(err error) Refusal {
	for r := range RefusedOther {
		if errors.Is(err, refusals[r].err) {
			return r
		}
	}
	return RefusedOther
}

// translations are the decisions that a caller of a tier can take by what a part says.
var translations = []struct{ of, is error }{
	{job.ErrClosed, ErrClosed},
	{job.ErrDown, ErrDown},
	{job.ErrBusy, ErrBusy},
	{job.ErrGivenUp, ErrGivenUp},
	{job.ErrExpired, ErrExpired},
	{job.ErrPanic, ErrPanic},
	{lookup.ErrStuck, ErrStuck},
	{health.ErrStuck, ErrStuck},
}

// translated is an error of a part, as one of this package.
func translated(err error) error {
	for _, t := range translations {
		if errors.Is(err, t.is) {
			return err
		}
		if errors.Is(err, t.of) {
			return fmt.Errorf("%w: %w", t.is, err)
		}
	}
	return err
}
