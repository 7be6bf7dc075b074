package ledger

import (
	"errors"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/file"
	"github.com/genlock-go/genlock/tiers"
)

// A Reservation is the room of one store. It ends with Publish or Fail.
type Reservation struct {
	slot  slot
	bytes int64
}

// mostRounds is how many files a store removes to get its room. Files of a directory have about one size, so one is enough
// unless others take the room that it has made.
const mostRounds = 64

// Reserve makes room for a store of so many bytes and reserves it. Where there is none the files that were not used for
// longest go: remove removes the file of a name, and an error means that it still stands; an iofs.ErrNotExist does not.
//
// The error wraps tiers.ErrTooLarge if there can never be so much room, tiers.ErrFull if there is none now: everything that
// is left is in use or being removed, or the directory has not been counted yet. In both cases nothing was begun, and a
// store that cannot be served removes nothing.
func (l *Ledger[K]) Reserve(text string, key K, bytes int64, remove func(name string) error) (Reservation, error) {
	n, ok := parse(text)
	if !ok || bytes < 0 {
		return Reservation{}, fmt.Errorf("%w: a file of %d bytes named %.80q", tiers.ErrConfig, bytes, text)
	}
	var failed error
	for range mostRounds {
		r, victim, err := l.admit(&n, key, bytes)
		if victim == nil {
			return r, err
		}
		if err := l.carryOut(*victim, remove); err != nil {
			failed = err
		}
	}
	return Reservation{}, l.refuse(&l.stats.RefusedFull, errors.Join(tiers.ErrFull, failed))
}

// refuse counts a refusal.
func (l *Ledger[K]) refuse(counter *uint64, err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	*counter++
	return err
}

// admit reserves room, or names a file that has to go first, or refuses.
func (l *Ledger[K]) admit(n *name, key K, bytes int64) (Reservation, *Removal, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := l.files.find(n)
	need, err := l.need(i, bytes)
	if err != nil {
		return Reservation{}, nil, err
	}
	if need > 0 && l.leads {
		return Reservation{}, l.evict(), nil
	}
	l.forget(need)
	return l.reserve(n, key, bytes)
}

// need is how many bytes have to go before a file of so many can come. What is being removed makes the room of those who
// remove it.
func (l *Ledger[K]) need(i slot, bytes int64) (int64, error) {
	s, capacity := &l.stats, l.config.Capacity
	used := s.Bytes + s.Reserved
	need := max(0, bytes-max(0, capacity-used)) + max(0, used-s.Leaving-capacity)
	if i == noSlot && l.files.size() >= l.config.MostFiles {
		need = max(need, 1)
	}
	switch {
	case bytes > capacity:
		s.RefusedTooLarge++
		return 0, fmt.Errorf("%w: %d bytes of %d", tiers.ErrTooLarge, bytes, capacity)
	case l.leads && !l.counted:
		s.RefusedFull++
		return 0, fmt.Errorf("%w: what is there has not been counted yet", tiers.ErrFull)
	case need > s.Idle:
		s.RefusedFull++
		return 0, fmt.Errorf("%w: %d bytes, %d of them in use or reserved, %d of %d could go",
			tiers.ErrFull, capacity, used, s.Idle, need)
	}
	return need, nil
}

// reserve makes a reservation for which there is room.
func (l *Ledger[K]) reserve(n *name, key K, bytes int64) (Reservation, *Removal, error) {
	i := l.files.find(n)
	if i == noSlot {
		i = l.files.bind(n)
	}
	r := file.OnReserve(l.files.at(i).file, l.fresh())
	l.settle(i, r.Result, l.files.at(i).bytes)
	if r.Sent&file.SentStoring == 0 {
		l.stats.RefusedFull++
		return Reservation{}, nil, fmt.Errorf("%w: its file is just being removed", tiers.ErrFull)
	}
	l.remember(i, key)
	l.stats.Reserved += bytes
	return Reservation{i, bytes}, nil, nil
}

// Publish ends a reservation whose file stands under its name now.
func (l *Ledger[K]) Publish(r Reservation, now time.Time) { l.end(r, true, now) }

// Fail ends a reservation of which nothing is left under the name.
func (l *Ledger[K]) Fail(r Reservation) { l.end(r, false, time.Time{}) }

func (l *Ledger[K]) end(r Reservation, good bool, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.files.at(r.slot)
	bytes := f.bytes
	if good {
		bytes = r.bytes
	}
	p := file.OnPublished(f.file, good, l.fresh())
	l.tell(r.slot, p.Sent, p.Told.There)
	if !l.settle(r.slot, p.Result, bytes) {
		return
	}
	l.stats.Reserved -= r.bytes
	if good {
		f.stamp = seconds(now)
	}
}
