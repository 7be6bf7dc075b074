package ledger

import (
	"errors"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/file"
	"github.com/genlock-go/genlock/tiers"
)

// ErrLeaving is a store for which there may be room once a file is gone that is just being removed.
var ErrLeaving = errors.New("a file is just being removed")

// A Reservation is the room of one store. It ends with Publish or Fail.
type Reservation struct {
	slot  slot
	bytes int64
}

// mostRounds is how many files a store removes to get its room. Files of a directory have about one size, so one is enough,
// unless others take the room that it has made, or have filled the directory beyond its bound.
const mostRounds = 1024

// mostStanding is how many files that cannot be removed are met before no more are tried: each costs a wait for the storage,
// and goes to the end of the order of use.
const mostStanding = 16

// Reserve makes room for a store of so many bytes and reserves it. Where there is none the files that were not used for
// longest go: remove removes the file of a name, and an error means that it still stands; an iofs.ErrNotExist does not.
//
// The error wraps tiers.ErrTooLarge if there can never be so much room, tiers.ErrFull if there is none now: everything that
// is left is in use, or the directory has not been counted yet. It also wraps ErrLeaving where a removal that is under way
// may make the room: ask again after NextRemoval, taken before. A store that cannot be served when it asks removes nothing.
func (l *Ledger[K]) Reserve(text string, key K, bytes int64, remove func(name string) error) (Reservation, error) {
	n, ok := parse(text)
	if !ok || bytes < 0 {
		return Reservation{}, fmt.Errorf("%w: a file of %d bytes named %.80q", tiers.ErrConfig, bytes, text)
	}
	var failed error
	stands := 0
	for round := 0; round < mostRounds && stands < mostStanding; round++ {
		r, victim, err := l.admit(&n, key, bytes)
		if victim == nil {
			return r, because(err, failed)
		}
		if err := l.carryOut(*victim, remove); err != nil {
			failed = err
			stands++
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return Reservation{}, because(l.full("what could go stands, or its room has been taken"), failed)
}

// because adds to a refusal what kept room from being made.
func because(refusal, failed error) error {
	if refusal == nil || failed == nil {
		return refusal
	}
	return fmt.Errorf("%w: %w", refusal, failed)
}

// admit reserves room, or names a file that has to go first, or refuses.
func (l *Ledger[K]) admit(n *name, key K, bytes int64) (Reservation, *Removal, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	need, err := l.need(l.files.find(n), bytes)
	if err != nil {
		return Reservation{}, nil, err
	}
	if need > 0 && l.leads {
		return Reservation{}, l.evict(), nil
	}
	l.forget(need)
	return l.reserve(n, key, bytes), nil, nil
}

// need is how many bytes have to go before a store of so many can begin, or why it cannot. What is being removed is still
// there.
func (l *Ledger[K]) need(i slot, bytes int64) (int64, error) {
	capacity, used, idle := l.config.Capacity, l.stats.Bytes+l.stats.Reserved, l.stats.Idle
	need := max(0, used+bytes-capacity)
	if i == noSlot && l.files.size() >= l.config.MostFiles {
		need = max(need, 1)
	}
	switch {
	case bytes > capacity:
		l.stats.RefusedTooLarge++
		return 0, fmt.Errorf("%w: %d bytes of %d", tiers.ErrTooLarge, bytes, capacity)
	case l.leads && !l.counted:
		return 0, l.full("what is there has not been counted yet")
	case file.OnReserve(l.files.at(i).file, l.fresh()).Outcome() != statemachine.Apply:
		return 0, fmt.Errorf("%w: %w: the one of that name", tiers.ErrFull, ErrLeaving)
	case need > idle && l.stats.Leaving > 0:
		return 0, fmt.Errorf("%w: %w: %d bytes", tiers.ErrFull, ErrLeaving, l.stats.Leaving)
	case need > idle:
		return 0, l.full(fmt.Sprintf("%d of %d bytes would have to go, and %d could", need, used, idle))
	}
	return need, nil
}

// full counts a store for which there is no room now, and says why.
func (l *Ledger[K]) full(why string) error {
	l.stats.RefusedFull++
	return fmt.Errorf("%w: %s", tiers.ErrFull, why)
}

// reserve makes a reservation that nothing speaks against.
func (l *Ledger[K]) reserve(n *name, key K, bytes int64) Reservation {
	i := l.files.find(n)
	if i == noSlot {
		i = l.files.bind(n)
	}
	f := l.files.at(i)
	l.settle(i, file.OnReserve(f.file, l.fresh()).Result, f.bytes)
	l.remember(i, key)
	l.stats.Reserved += bytes
	return Reservation{i, bytes}
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
