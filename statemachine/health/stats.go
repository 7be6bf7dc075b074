package health

import (
	"fmt"

	"github.com/genlock-go/genlock/statemachine"
)

// Stats are the counters and sizes of a Watch.
type Stats struct {
	Serves bool
	Phase  TiersPhase
	Stuck  int // calls that were replaced and have not returned
	Bound  int

	Lent        uint64 // places, ever
	Refused     uint64 // late calls for which there was no place
	Outages     uint64 // how often it went down
	Tests       uint64 // begun
	TestsFailed uint64 // with an error, or at their deadline
	Rejected    uint64 // events that met a cell that can never be: each a bug of ours
}

// Stats counts. It may be called from any goroutine.
func (w *Watch) Stats() Stats {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.stats
	s.Phase = w.entry.Phase
	s.Serves = w.Serves()
	s.Stuck, s.Bound = int(w.entry.Taken), w.config.Bound
	for cell, n := range w.met {
		if n > 0 && TiersCell(cell).Info().Outcome == statemachine.Reject {
			s.Rejected += n
		}
	}
	return s
}

// Met is how often an event met the cell. It may be called from any goroutine.
func (w *Watch) Met(c TiersCell) uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.met[c]
}

// Ready is nil while the tier serves, else a *DownError, or an ErrClosed after Close. It may be called from any goroutine.
func (w *Watch) Ready() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.Serves():
		return nil
	case w.entry.Phase == TiersClosed:
		return ErrClosed
	}
	return w.downError()
}

func (w *Watch) downError() *DownError {
	return &DownError{
		For:   w.now.Sub(w.since),
		Stuck: int(w.entry.Taken),
		Bound: w.config.Bound,
		Tests: w.tests.begun,
		Last:  w.tests.last,
	}
}

// news is what the log is to hear of, as a function that says it; nil if there is nothing. It is called under the lock.
func (w *Watch) news() (say func()) {
	if w.log == nil {
		return nil
	}
	told, failed := w.told, w.tests.news
	w.told, w.tests.news = w.entry.Phase == TiersDown || w.entry.Phase == TiersTesting, false
	if told && w.Serves() {
		now, after := w.now, w.now.Sub(w.since)
		return func() { w.log.Info(now, "tier serves again", "after", after) }
	}
	if !w.told || told && !failed {
		return nil
	}
	now, down := w.now, w.downError()
	if !told {
		return func() { w.log.Warn(now, "tier is down", "stuck", down.Stuck, "bound", down.Bound) }
	}
	return func() {
		w.log.Warn(now, "tier stays down", "for", down.For, "stuck", down.Stuck, "tests", down.Tests, "error", fmt.Sprint(down.Last))
	}
}
