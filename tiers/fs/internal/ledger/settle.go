package ledger

import (
	"slices"
	"time"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/file"
	"github.com/genlock-go/genlock/tiers"
)

// How a result of the generated step becomes true. Nothing else changes an entry: a method looks the entry up, lets the step
// decide, and settles what it said.

// settle makes the next entry of a file the current one, with so many bytes, and reports whether the step applied: one that
// can never be is counted, and changes nothing.
func (l *Ledger[K]) settle(i slot, r file.Result, bytes int64) bool {
	f := l.files.at(i)
	if r.Outcome() == statemachine.Reject {
		l.stats.Rejected++
		_ = file.Table.Reject(int(r.Cell), int(f.file.Phase))
		return false
	}
	if r.Drew {
		l.drawn++
		f.round = l.round
	}
	l.count(f, -1)
	l.rank(i, r.Next, bytes)
	f.file, f.bytes = r.Next, bytes
	l.count(f, +1)
	if r.Next == (file.Entry{}) {
		delete(l.keys, i)
		l.files.vacate(i)
	}
	return true
}

// count adds a file to the sums that it belongs to, or takes it off.
func (l *Ledger[K]) count(f *record, sign int) {
	bytes := int64(sign) * f.bytes
	switch f.file.Phase {
	case file.Stored:
	case file.Removing:
		l.stats.Leaving += bytes
	default:
		return
	}
	l.stats.Files += sign
	l.stats.Bytes += bytes
}

// rank puts a file that nobody works on any more at the end of the order of use, and takes one that somebody works on out of
// it.
func (l *Ledger[K]) rank(i slot, next file.Entry, bytes int64) {
	f := l.files.at(i)
	if f.idle {
		l.files.leave(i)
		l.stats.Idle -= f.bytes
	}
	if file.OnEvict(next).Outcome() == statemachine.Apply {
		l.files.enter(i, l.files.newest())
		l.stats.Idle += bytes
	}
}

// use makes a file the last one that was used, unless somebody works on it: then it will be when that ends.
func (l *Ledger[K]) use(i slot) {
	if l.files.at(i).idle {
		l.files.leave(i)
		l.files.enter(i, l.files.newest())
	}
}

// tell adds to the changes what a step says has happened to a file.
func (l *Ledger[K]) tell(i slot, sent file.Sent, there bool) {
	if sent&file.SentTold == 0 {
		return
	}
	if key, known := l.keyOf(i); known {
		l.changes.add(tiers.Change[K]{Key: key, There: there})
	} else {
		l.stats.Unnamed++
	}
}

// keyOf is the key of a name, if anybody knows it.
func (l *Ledger[K]) keyOf(i slot) (K, bool) {
	if key, given := l.keys[i]; given {
		return key, true
	}
	if n := &l.files.at(i).name; n.showsKey() && l.config.KeyOf != nil {
		return l.parseKey(slices.Clone(n.bytes[:n.count]))
	}
	return *new(K), false
}

// parseKey asks the caller's function. One that panics knows no key: the books go on.
func (l *Ledger[K]) parseKey(key []byte) (k K, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return l.config.KeyOf(key)
}

// remember keeps the key of a name that does not show it.
func (l *Ledger[K]) remember(i slot, key K) {
	if !l.files.at(i).name.showsKey() || l.config.KeyOf == nil {
		l.keys[i] = key
	}
}

// seconds is a time as records keep it.
func seconds(t time.Time) uint32 { return uint32(max(0, min(t.Unix(), 1<<32-1))) }
