package ledger

import (
	"time"

	"github.com/genlock-go/genlock/statemachine/file"
)

// A directory is scanned in rounds: what is seen in one is there, and what is known and was not seen in a whole round is
// looked for.

// BeginRound begins the next round.
func (l *Ledger[K]) BeginRound() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.round++
}

// Seen says that a scan saw a file of so many bytes, modified then, and reports whether the books say so, too. If they do
// not, it is to be looked at. One that was modified since its last use is known to have been used by another process.
func (l *Ledger[K]) Seen(text string, bytes int64, modified time.Time) (known bool) {
	n, ok := parse(text)
	l.mu.Lock()
	defer l.mu.Unlock()
	i := l.files.find(&n)
	if !ok || i == noSlot {
		return false
	}
	f := l.files.at(i)
	if !f.counted() || f.bytes != bytes {
		return false
	}
	f.round = l.round
	if stamp := seconds(modified); stamp > f.stamp {
		f.stamp = stamp
		l.use(i)
	}
	return true
}

// Unseen goes through the books from a place on, 0 at first, and appends the names of files that were not seen in this round,
// having looked at so many places at most. It returns where to go on; 0: that was all.
func (l *Ledger[K]) Unseen(from, most int, into []string) (next int, names []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	end := min(from+most, int(l.files.next))
	for i := from; i < end; i++ {
		f := l.files.at(slot(i))
		if f.file.Phase == file.Stored && f.round != l.round {
			into = append(into, f.name.String())
		}
	}
	if end == int(l.files.next) {
		end = 0
	}
	return end, into
}
