package ledger

import (
	"time"

	"github.com/genlock-go/genlock/statemachine/file"
)

// A Pin is one look at a file: as long as it is held nobody evicts the file. It ends with Unpin, Found, Met, Lost or Condemn.
type Pin struct {
	slot slot
	gen  file.Token
}

// Pin begins a look at the file of a key, for a load. It is not ok if the file is just being removed, or if no block has
// that name: then there is nothing to load.
func (l *Ledger[K]) Pin(text string, key K) (p Pin, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, ok = l.pin(text)
	if ok {
		l.remember(p.slot, key)
	}
	return p, ok
}

// Look is Pin for who knows the name only: a scan.
func (l *Ledger[K]) Look(text string) (p Pin, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pin(text)
}

func (l *Ledger[K]) pin(text string) (Pin, bool) {
	n, ok := parse(text)
	if !ok {
		return Pin{}, false
	}
	i := l.files.find(&n)
	if i == noSlot {
		l.makePlace()
		i = l.files.bind(&n)
	}
	f := l.files.at(i)
	r := file.OnPin(f.file, l.fresh())
	l.settle(i, r.Result, f.bytes)
	return Pin{i, r.Looking.Gen}, r.Sent&file.SentLooking != 0
}

// Unpin ends a look from which nothing was learnt.
func (l *Ledger[K]) Unpin(p Pin) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.files.at(p.slot)
	l.settle(p.slot, file.OnUnpin(f.file), f.bytes)
}

// Found ends a look that used the file: it has so many bytes, and was modified then.
func (l *Ledger[K]) Found(p Pin, bytes int64, modified time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found(p, bytes, modified)
}

// Met is Found for a scan, which does not use the file: one that was not used for longer than all others goes first.
func (l *Ledger[K]) Met(p Pin, bytes int64, modified time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	known := l.files.at(p.slot).counted()
	first := l.files.oldest()
	l.found(p, bytes, modified)
	if f := l.files.at(p.slot); !known && f.idle && (first == noSlot || f.stamp <= l.files.at(first).stamp) {
		l.files.leave(p.slot)
		l.files.enter(p.slot, noSlot)
	}
}

func (l *Ledger[K]) found(p Pin, bytes int64, modified time.Time) {
	f := l.files.at(p.slot)
	switch {
	case !f.counted():
		f.stamp = seconds(modified)
	case p.gen != f.file.Generation:
		bytes = f.bytes // it was another file that was seen
	}
	f.round = l.round
	l.settle(p.slot, file.OnFound(f.file, p.gen, l.fresh()), bytes)
}

// Lost ends a look that saw no file.
func (l *Ledger[K]) Lost(p Pin) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.files.at(p.slot)
	r := file.OnLost(f.file, p.gen, l.fresh())
	l.tell(p.slot, r.Sent, r.Told.There)
	l.settle(p.slot, r.Result, f.bytes)
}

// Condemn ends a look that saw a bad file of so many bytes. If it is ok, the caller removes the file, looks whether it is the
// one that was bad, and says so to Removed. If not, it leaves the file alone: another one stands there by now, will stand
// there soon, or is being removed already.
func (l *Ledger[K]) Condemn(p Pin, bytes int64) (r Removal, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.files.at(p.slot)
	if f.counted() {
		bytes = f.bytes
	}
	c := file.OnCondemn(f.file, p.gen)
	r = Removal{p.slot, f.name.String()}
	l.settle(p.slot, c.Result, bytes)
	return r, c.Sent&file.SentUnlinking != 0
}

// counted reports whether the bytes of a file count.
func (f *record) counted() bool { return f.file.Phase == file.Stored || f.file.Phase == file.Removing }

// Touch says that a file was used, and reports whether its modification time is so old that the use is worth writing down
// there, for whoever counts the directory after us. Who is told so is told so once.
func (l *Ledger[K]) Touch(text string, now time.Time) (worth bool) {
	n, ok := parse(text)
	l.mu.Lock()
	defer l.mu.Unlock()
	i := l.files.find(&n)
	if !ok || i == noSlot || !l.files.at(i).counted() {
		return false
	}
	l.use(i)
	f, stamp := l.files.at(i), seconds(now)
	if stamp < f.stamp || time.Duration(stamp-f.stamp)*time.Second < l.config.TouchEvery {
		return false
	}
	f.stamp = stamp
	return true
}
