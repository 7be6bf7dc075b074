package fs

import (
	"context"
	"os"
	"time"
)

// What tests of the package reach behind its back.

// A Step is a step of a store.
type Step = step

// Steps is how many there are; StepRenamed is the first after which the block is there.
const (
	Steps       = steps
	StepCreated = stepCreated
	StepClosed  = stepClosed
	StepRenamed = stepRenamed
)

// At makes stores call at after each of their steps.
func At[K comparable](s *Store[K], at func(Step)) { s.shelf.at = at }

// OpenFormat opens as a build would that stores blocks in that format.
func OpenFormat[K comparable](path string, config Config[K], format int) (*Store[K], error) {
	return open(path, config, format)
}

// IsDirect reports whether transfers bypass the page cache.
func IsDirect[K comparable](s *Store[K]) bool { return s.shelf.direct.Load() }

// Aligned is memory that O_DIRECT takes.
func Aligned(n int) []byte { return aligned(n) }

// Remove removes the file that info describes, if it is the block of key, as a load does that finds it bad.
func Remove[K comparable](s *Store[K], key K, info os.FileInfo) error {
	b := s.block(key)
	pin, _ := s.books.Pin(b.name, key)
	return s.condemn(b, pin, info)
}

// BreakShards closes the directories behind the store's back.
func BreakShards[K comparable](s *Store[K]) { s.shelf.close() }

// Digest is the digest of a namespace.
func Digest(n Namespace) (string, error) {
	fields, err := n.fields()
	return digest(fields), err
}

// Evict removes the block of a key and says so, as is done to make room, though another key may have had to go first.
func Evict[K comparable](s *Store[K], key K) error {
	b := s.block(key)
	pin, _ := s.books.Pin(b.name, key)
	removal, _ := s.books.Condemn(pin, 0)
	err := s.shelf.evict(removal.Name)
	s.books.Removed(removal, err == nil)
	return err
}

// Sweep goes through the whole directory again. No goroutine tends it meanwhile: it has nothing to do for seconds.
func Sweep[K comparable](s *Store[K]) error {
	err := s.tender.sweeper.Count(context.Background(), time.Now())
	s.tender.report.Store(&tended{s.tender.leads, s.tender.sweeper.Stats()})
	return err
}

// Stamp writes down that the block of a key was used then.
func Stamp[K comparable](s *Store[K], key K, at time.Time) error {
	b := s.block(key)
	return s.shelf.in(b).Root().Chtimes(b.name, at, at)
}

// Pin begins to use the block of a key, as a load does.
func Pin[K comparable](s *Store[K], key K) (unpin func()) {
	p, _ := s.books.Pin(s.block(key).name, key)
	return func() { s.books.Unpin(p) }
}

// Unlock makes the store as it is on a system that has no file locks.
func Unlock[K comparable](s *Store[K]) error {
	live := s.tender.live
	s.tender.live = nil
	return live.Close()
}
