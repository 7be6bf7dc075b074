package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// close ends everything and holds the manager to it that nothing is left.
func (s *scheduler) close() error {
	s.files.answerAll()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for s.manager.Stats().UnderWay > 0 && ctx.Err() == nil {
		s.manager.Drain(budget)
		s.manager.Flush(time.Now(), budget)
		s.rest(ctx)
	}
	left := s.manager.Stats()
	if err := s.manager.Close(ctx); err != nil {
		return err
	}
	return nothingLeft(left, len(s.running))
}

// nothingLeft is an error if the manager keeps what nobody holds, or met what can never be. Requests that the run left
// behind, because it was cut short, are no fault of the manager.
func nothingLeft(s lookup.Stats, running int) error {
	switch {
	case s.Rejected > 0 || s.UnknownGenerations > 0:
		return fmt.Errorf("%d events met what can never be, %d ends of loads were of none", s.Rejected, s.UnknownGenerations)
	case running == 0 && (s.Requests > 0 || s.Keys > 0 || s.UnderWay > 0 || s.Gathered > 0):
		return fmt.Errorf("all requests have ended, and left are %d of them, %d keys, %d probes", s.Requests, s.Keys, s.UnderWay+s.Gathered)
	}
	return nil
}
