// Package apart finds the shortest behaviour that tells two systems apart.
//
// An observer sees which step is taken (an action and the values of its parameters), what its events answer and, if so
// asked, the phases or everything else that there is after it. A state and a step settle the state after, so two systems
// need only be followed side by side, a pair of states at a time: the first pair that does not go on alike ends a shortest
// behaviour that one of them allows and the other does not. Where no pair differs, no behaviour does.
package apart

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/model"
)

// Seen is what an observer sees beside the steps and their answers.
type Seen uint8

// What an observer sees.
const (
	Answers Seen = iota // nothing more
	Phases              // the phase of every entry after each step
	States              // all of the state after each step: then systems that are alike have one graph
)

// A Difference is the first one that there is: steps that both systems take alike, and one that they do not.
type Difference struct {
	Path     []model.Label
	Old, New *model.Move // the step after the path; nil where it is not possible
}

// ErrTooMany is the error of a search that met its limit before it found a difference.
var ErrTooMany = errors.New("apart: too many pairs of states")

// Options of a search; the zero value sees the steps and their answers, and has no limit.
type Options struct {
	Seen     Seen
	Idle     bool // a step that changes nothing may be possible in one system only: no property judges it
	Less     bool // a step may be possible in the old system only
	MaxPairs int  // pairs of states; 0: no limit
}

// Find follows two models side by side, breadth first, until they differ. It is nil where they never do. The error wraps
// ErrTooMany where a limit is met, and is that of ctx where it ends.
func Find(ctx context.Context, old, new *model.Model, opt Options) (*Difference, error) {
	f := &finder{Options: opt, old: old, new: new, met: map[pair]bool{}}
	f.meet(pair{old.Init(), new.Init()}, 0, 0)
	for i := 0; i < len(f.queue); i++ {
		if i%watchEvery == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if opt.MaxPairs > 0 && len(f.queue) > opt.MaxPairs {
			return nil, fmt.Errorf("%w: more than %d", ErrTooMany, opt.MaxPairs)
		}
		if d := f.expand(i); d != nil {
			return d, nil
		}
	}
	return nil, nil
}

// watchEvery is how many pairs are expanded between two looks at the context.
const watchEvery = 1 << 8

// A finder is one search under way.
type finder struct {
	Options
	old, new *model.Model
	met      map[pair]bool
	queue    []visit

	oldMoves, newMoves []model.Move // used again for each pair
}

type pair struct{ old, new model.State }

// A visit is a pair of states, and the step of the old system by which it was first met.
type visit struct {
	pair
	from, move int
}

func (f *finder) meet(p pair, from, move int) {
	f.met[p] = true
	f.queue = append(f.queue, visit{p, from, move})
}

// expand compares the steps of a pair of states.
func (f *finder) expand(i int) *Difference {
	at := f.queue[i].pair
	old, new := f.old.AppendMoves(f.oldMoves[:0], at.old), f.new.AppendMoves(f.newMoves[:0], at.new)
	f.oldMoves, f.newMoves = old, new
	for n := range old {
		a, b := &old[n], counterpart(&old[n], n, new)
		if b == nil && (f.Less || f.Idle && a.To == at.old) {
			continue
		}
		if b == nil || !f.follow(i, n, a, b) {
			return &Difference{f.path(i), a, b}
		}
	}
	for n := range new {
		b := &new[n]
		if counterpart(b, n, old) == nil && !(f.Idle && b.To == at.new) {
			return &Difference{f.path(i), nil, b}
		}
	}
	return nil
}

// counterpart is the step of that name among others, which most often stands at the same place.
func counterpart(m *model.Move, place int, among []model.Move) *model.Move {
	if place < len(among) && among[place].Label == m.Label {
		return &among[place]
	}
	i := slices.IndexFunc(among, func(x model.Move) bool { return x.Label == m.Label })
	if i < 0 {
		return nil
	}
	return &among[i]
}

// follow goes on to the pair of states after a step; false where an observer sees a difference.
func (f *finder) follow(i, n int, a, b *model.Move) bool {
	if a.Fault != b.Fault || !slices.Equal(a.Heard, b.Heard) {
		return false
	}
	p := pair{a.To, b.To}
	if a.Fault != "" || f.met[p] {
		return true
	}
	f.meet(p, i, n)
	switch f.Seen {
	case Phases:
		return f.old.Phases(p.old) == f.new.Phases(p.new)
	case States:
		return f.old.Canonical(p.old) == f.new.Canonical(p.new)
	default:
		return true
	}
}

// path is the names of the steps that lead to a pair.
func (f *finder) path(i int) []model.Label {
	var path []model.Label
	for i != 0 {
		v := f.queue[i]
		path = append(path, f.old.Moves(f.queue[v.from].old)[v.move].Name())
		i = v.from
	}
	slices.Reverse(path)
	return path
}
