package ledger

import (
	"errors"
	iofs "io/fs"

	"github.com/genlock-go/genlock/statemachine/file"
)

// A Removal is a file that its holder is to remove. It ends with Removed.
type Removal struct {
	slot slot
	Name string
}

// Removed ends a removal: no file stands under the name any more, or one does.
func (l *Ledger[K]) Removed(r Removal, gone bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.files.at(r.slot)
	o := file.OnRemoved(f.file, gone, l.fresh())
	l.tell(r.slot, o.Sent, o.Told.There)
	if !gone {
		l.stats.Unremoved++
	}
	l.settle(r.slot, o.Result, f.bytes)
	if l.removal != nil {
		close(l.removal)
		l.removal = nil
	}
}

// NextRemoval is closed when a removal ends that is under way now, or begins later.
func (l *Ledger[K]) NextRemoval() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.removal == nil {
		l.removal = make(chan struct{})
	}
	return l.removal
}

// Trim removes files, those that were not used for longest first and at most so many, until no more bytes are there than may
// be: others may have stored what we did not know of. A follower removes none. It returns how many went, and the last error
// of those that did not; it gives up after mostStanding of them.
func (l *Ledger[K]) Trim(most int, remove func(name string) error) (gone int, err error) {
	for stands := 0; gone < most && stands < mostStanding; {
		victim := l.superfluous()
		if victim == nil {
			return gone, err
		}
		if failed := l.carryOut(*victim, remove); failed != nil {
			err = failed
			stands++
		} else {
			gone++
		}
	}
	return gone, err
}

func (l *Ledger[K]) superfluous() *Removal {
	l.mu.Lock()
	defer l.mu.Unlock()
	used := l.stats.Bytes + l.stats.Reserved - l.stats.Leaving
	if !l.leads || used <= l.config.Capacity && l.files.size() <= l.config.MostFiles {
		return nil
	}
	return l.evict()
}

// evict takes the file that was not used for longest, if nobody works on it; nil: there is none.
func (l *Ledger[K]) evict() *Removal {
	i := l.files.oldest()
	if i == noSlot {
		return nil
	}
	f := l.files.at(i)
	r := file.OnEvict(f.file)
	l.settle(i, r.Result, f.bytes)
	return &Removal{i, f.name.String()}
}

// makePlace makes a place for one more name in a follower's books, which hold no more than the directory may: it may read
// any number of files without storing one. A leader's hold what is there.
func (l *Ledger[K]) makePlace() {
	if l.leads {
		return
	}
	excess := l.stats.Bytes + l.stats.Reserved - l.config.Capacity
	if l.files.size() >= l.config.MostFiles {
		excess = max(excess, 1)
	}
	l.forget(excess)
}

// forget makes a follower's books as if they had never known the files that were not used for longest.
func (l *Ledger[K]) forget(need int64) {
	for need > 0 && l.files.oldest() != noSlot {
		i := l.files.oldest()
		need -= l.files.at(i).bytes
		l.forgetFile(i)
	}
}

func (l *Ledger[K]) forgetFile(i slot) {
	f := l.files.at(i)
	l.stats.Forgotten++
	l.settle(i, file.OnForget(f.file), f.bytes)
}

// carryOut removes a file, without holding the lock, and says what came of it even if remove panics.
func (l *Ledger[K]) carryOut(r Removal, remove func(name string) error) (err error) {
	gone := false
	defer func() {
		l.Removed(r, gone)
		if gone {
			l.evicted()
		}
	}()
	err = remove(r.Name)
	if errors.Is(err, iofs.ErrNotExist) {
		err = nil
	}
	gone = err == nil
	return err
}

// evicted counts a file that had to go, and went.
func (l *Ledger[K]) evicted() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stats.Evicted++
}
