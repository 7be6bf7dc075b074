package fast

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/packed"
)

// A search is one exploration under way.
type search struct {
	store
	opt       Options
	model     packed.Model
	walkers   []packed.Walker // one a worker
	tables    [tables]*table
	pieces    [pieces]piece
	generated int64
	depth     int
	level     uint32 // the first state of the level that is expanded
	culprit   int64  // the state that breaks something, or out of which a step does; -1: none, or the initial state
	broke     bool
	why       string // the search ended before its end
	start     time.Time
	spoken    time.Time
}

// errNarrow says that counts of the model's width do not hold what a bag does.
var errNarrow = errors.New("fast: a bag holds more copies of a message than were provided for")

func newSearch(m packed.Model, judged packed.Judged, opt Options) *search {
	s := &search{opt: opt, model: m, culprit: -1, start: time.Now(), spoken: time.Now()}
	s.store.words, s.store.hashed = m.Layout().Words(), opt.Fingerprints
	for range opt.Workers {
		s.walkers = append(s.walkers, m.Walker(judged))
	}
	for i := range s.tables {
		s.tables[i] = newTable()
	}
	for i := range s.pieces {
		s.pieces[i].Steps = packed.NewSteps(s.store.words)
	}
	return s
}

// run explores level by level.
func (s *search) run(ctx context.Context) error {
	if !s.begin() {
		return nil
	}
	for end := uint32(s.n); s.level < end; s.level, end = end, uint32(s.n) {
		s.depth++
		for from := s.level; from < end; from += pieces * pieceStates {
			if !s.goOn(ctx, from) {
				return nil
			}
			if err := s.block(from, min(end, from+pieces*pieceStates)); err != nil || s.broke || s.why != "" {
				return err
			}
		}
		s.forget(end)
	}
	return nil
}

// begin finds the initial state.
func (s *search) begin() bool {
	state := s.model.Init()
	words := state[:s.words]
	hash := packed.Hash(words)
	s.extend(1)
	s.put(0, words, hash, 0)
	s.n, s.generated = 1, 1
	t := s.tables[tableOf(hash)]
	t.set(t.free(tagOf(hash)), tagOf(hash), 0)
	t.n = 1
	s.broke = !s.walkers[0].Holds(&state)
	return !s.broke
}

// goOn looks at the limits, and says how far the search has come.
func (s *search) goOn(ctx context.Context, from uint32) bool {
	switch {
	case ctx.Err() != nil:
		s.why = context.Cause(ctx).Error()
	case s.opt.MaxBytes > 0 && s.bytes() > s.opt.MaxBytes:
		s.why = fmt.Sprintf("the search needs more than %d bytes", s.opt.MaxBytes)
	case int64(s.n) > maxStates:
		s.why = fmt.Sprintf("there are more than %d states", int64(maxStates))
	case s.opt.Progress != nil && time.Since(s.spoken) >= time.Second:
		s.spoken = time.Now()
		s.opt.Progress(model.Progress{
			States: int64(s.n), Generated: s.generated, Depth: s.depth, Queue: int64(s.n) - int64(from),
			Rate: float64(s.generated) / time.Since(s.start).Seconds(),
		})
	}
	return s.why == ""
}

// maxStates leaves numbers for the steps of a block.
const maxStates = 1<<32 - 2 - pieces<<stepBits

// block expands the states from one number up to another, finds out which successors are new, and takes those in.
func (s *search) block(from, to uint32) error {
	n := int(to-from+pieceStates-1) / pieceStates
	s.each(n, func(w packed.Walker, i int) {
		first := from + uint32(i*pieceStates)
		s.pieces[i].expand(w, &s.store, first, min(to, first+pieceStates))
	})
	list := s.pieces[:n]
	for i := range list {
		s.generated += list[i].Generated
		if list[i].Narrow {
			return errNarrow
		}
	}
	s.each(tables, func(_ packed.Walker, i int) { s.lookUp(list, i) })
	s.take(list)
	return nil
}

// take numbers the new states, stores and judges them.
func (s *search) take(list []piece) {
	base := make([]uint32, len(list)+1)
	base[0] = uint32(s.n)
	for i := range list {
		base[i+1] = base[i] + list[i].news()
	}
	s.extend(int(base[len(list)]) - s.n)
	culprits := make([]int64, len(list))
	s.each(len(list), func(w packed.Walker, i int) { culprits[i] = s.number(w, &list[i], base[i]) })
	s.each(tables, func(_ packed.Walker, i int) { s.settled(list, i) })
	s.n = int(min(int64(base[len(list)]), s.most()))
	for i := range list {
		if culprits[i] >= 0 {
			s.broke, s.culprit = true, culprits[i]
			return
		}
	}
	if s.opt.MaxStates > 0 && int64(s.n) > s.opt.MaxStates {
		s.why = fmt.Sprintf("there are more than %d states", s.opt.MaxStates)
	}
}

// most is how many states are taken in: one more than the limit shows that there are more.
func (s *search) most() int64 {
	if s.opt.MaxStates > 0 && s.opt.MaxStates < maxStates {
		return s.opt.MaxStates + 1
	}
	return 1 << 32
}

// number gives a piece's new states their numbers from base on. It returns the first state with which something is wrong,
// or with a step out of it or the state that it leads to; -1: none.
func (s *search) number(w packed.Walker, p *piece, base uint32) int64 {
	culprit := int64(-1)
	var state packed.State
	for step, place := range p.place {
		if p.slots[place] == 0 {
			continue
		}
		if int64(base) >= s.most() {
			return culprit
		}
		words, hash := p.words(uint32(step), s.words), p.Hashes[step]
		s.put(base, words, hash, p.Froms[step])
		p.numbers[place] = base
		base++
		copy(state[:], words)
		if culprit < 0 && !w.Holds(&state) {
			culprit = int64(p.Froms[step])
		}
	}
	if culprit < 0 && p.broke {
		culprit = int64(p.at)
	}
	return culprit
}

func (s *search) bytes() int64 {
	total := s.store.bytes()
	for _, t := range s.tables {
		total += 8 * int64(len(t.slots))
	}
	return total
}
