package demo

import (
	"errors"
	iofs "io/fs"
	"os"

	"github.com/genlock-go/genlock/tiers"
)

// world begins a request now and then, and disturbs those that run.
func (s *scheduler) world() error {
	if len(s.running) < atOnce && s.chance.IntN(2) == 0 {
		if err := s.begin(); err != nil {
			return err
		}
	}
	s.acts.step(s)
	switch s.chance.IntN(32) {
	case 0, 1, 2, 3:
		return s.spoil(keyOf(s.chance.IntN(blocks)))
	case 4:
		return s.giveUp()
	case 5:
		s.seen.resets++
		s.seen.drained += s.pool.Reset()
	}
	return nil
}

// giveUp gives up the job that was submitted last, of those that are not told.
func (s *scheduler) giveUp() error {
	var last tiers.JobID
	for id, m := range s.jobs {
		if !m.held {
			last = max(last, id)
		}
	}
	if last == 0 {
		return nil
	}
	return s.tier.GiveUp(last)
}

// trip sometimes spoils a file that somebody has just begun to load.
func (s *scheduler) trip(keys []key) error {
	if s.chance.IntN(8) > 0 {
		return nil
	}
	return s.spoil(keys[0])
}

// spoil removes a file, cuts it short or changes it, and tells nobody.
func (s *scheduler) spoil(k key) error {
	path := s.files.Path(k)
	var err error
	switch s.chance.IntN(3) {
	case 0:
		err = os.Remove(path)
	case 1:
		err = os.Truncate(path, blockBytes/2)
	default:
		err = damage(path)
	}
	if errors.Is(err, iofs.ErrNotExist) {
		return nil
	}
	s.seen.spoilt++
	s.spoilt[k] = s.steps
	return err
}

func damage(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt([]byte("damaged"), blockBytes/4)
	return errors.Join(err, f.Close())
}

// acts are what the storage does at length. Each begins when so many requests have, and ends once it was seen to have had its
// effect: what comes of it does not depend on how fast the machine is.
type acts struct {
	looks, load, outage act
	tests               uint64 // that had failed when the outage began
}

type act struct{ begun, ended bool }

// due reports whether the act begins, and over whether it ends. Each is true once.
func (a *act) due(now bool) bool {
	due := now && !a.begun
	a.begun = a.begun || now
	return due
}

func (a *act) over(now bool) bool {
	over := now && a.begun && !a.ended
	a.ended = a.ended || over
	return over
}

func (a *acts) step(s *scheduler) {
	health := s.tier.Stats().Health
	if a.looks.due(true) {
		s.storage.slow.close()
	}
	if a.looks.over(s.seen.impatient > 0) {
		s.storage.slow.open() // its late answer is for whoever asks next
	}
	if a.load.due(s.begun > requests/4) {
		s.storage.late.close()
		s.storage.delayed.Store(true)
	}
	if a.load.over(s.seen.late > 0) {
		s.storage.late.open()
	}
	if a.outage.due(s.begun > requests/2 && s.seen.released > 0) {
		a.tests = health.TestsFailed
		s.storage.outage.close()
	}
	if a.outage.over(!health.Serves && health.TestsFailed > a.tests) {
		s.storage.outage.open()
	}
	if a.outage.ended && health.Serves {
		s.seen.outages = health.Outages
	}
}
