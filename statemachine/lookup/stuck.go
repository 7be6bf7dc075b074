package lookup

import (
	"slices"
	"time"

	"github.com/genlock-go/genlock/internal/keys"
)

// What becomes of calls that are stuck: as long as the watch lends places another worker takes over from each; without a
// place a call holds its worker, and the tier is down.

// relieve looks for calls past their deadline, and has another worker take over where there is a place for it.
func (p *pool[K]) relieve(now int64) {
	if p.closed {
		return
	}
	p.forget()
	for i, w := range p.workers {
		w.call.See(time.Duration(now))
		if p.late(w, now) {
			w.call.Relieve(p.watch, func() { p.replace(i) })
		}
	}
}

// replace has another worker take the place of one that is stuck.
func (p *pool[K]) replace(i int) {
	p.replaced = append(p.replaced, p.workers[i])
	p.workers[i] = &worker[K]{}
	p.begin(p.workers[i])
}

// forget lets go of replaced workers whose calls have returned.
func (p *pool[K]) forget() {
	if len(p.replaced) > 0 {
		p.replaced = slices.DeleteFunc(p.replaced, func(w *worker[K]) bool { return w.batch.Load() == nil })
	}
}

// down reports whether nothing is started: the tier does not serve, or every worker is held by a call past its deadline.
func (p *pool[K]) down(now int64) bool { return !p.watch.Serves() || p.held(now) == len(p.workers) }

// held is how many workers are held by calls past their deadline.
func (p *pool[K]) held(now int64) (n int) {
	for _, w := range p.workers {
		if p.late(w, now) {
			n++
		}
	}
	return n
}

func (p *pool[K]) late(w *worker[K], now int64) bool {
	return w.call.Late(time.Duration(now), p.deadline)
}

// hung is how many keys the calls have that were replaced. They do not count as under way, or a storage that hangs would
// leave no room for the probes of those that took over.
func (p *pool[K]) hung() (keys int) {
	for _, w := range p.replaced {
		if b := w.batch.Load(); b != nil {
			keys += len(b.keys)
		}
	}
	return keys
}

// stuck names the calls that run.
func (p *pool[K]) stuck(now int64, cause error) error {
	e := &StuckError{Cause: cause}
	for i, w := range slices.Concat(p.workers, p.replaced) {
		if b := w.batch.Load(); b != nil {
			e.Calls = append(e.Calls, StuckCall{
				Worker: i,
				Keys:   len(b.keys),
				First:  keys.Print(b.first),
				For:    max(0, w.call.For(time.Duration(now))),
			})
		}
	}
	return e
}
