package primary

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/block"
)

// A chooser draws what happens next: a number below n.
type chooser interface{ choose(n int) int }

// drawn choices are those that rapid makes smaller when a run fails.
type drawn struct{ t *rapid.T }

func (d drawn) choose(n int) int { return int(rapid.Uint32().Draw(d.t, "choice")) % n }

// dealt choices are the same in every run of the test.
type dealt struct{ *rand.Rand }

func (d dealt) choose(n int) int { return d.IntN(n) }

// acts are what may happen next, as often as they stand here.
var acts = slices.Concat(
	slices.Repeat([]func(*duo, chooser){sendOne, landOne, scribbleOne}, 4),
	slices.Repeat([]func(*duo, chooser){reserveSome, pinOne, letGo, readOne}, 3),
	slices.Repeat([]func(*duo, chooser){writeSome, cancelOne, touchSome}, 2),
	[]func(*duo, chooser){detachOne, resetAll, callLate},
)

func (d *duo) keys(c chooser) (keys []string) {
	for range 1 + c.choose(duoSlots+1) {
		keys = append(keys, duoKeys[c.choose(d.width)])
	}
	return keys
}

func reserveSome(d *duo, c chooser) { d.give(d.keys(c), block.Reserved) }
func writeSome(d *duo, c chooser)   { d.give(d.keys(c)[:1], block.Writing) }
func touchSome(d *duo, c chooser)   { d.touch(d.keys(c)...) }
func pinOne(d *duo, c chooser)      { d.pin(duoKeys[c.choose(d.width)]) }
func detachOne(d *duo, c chooser)   { d.detach(duoKeys[c.choose(d.width)]) }

func resetAll(d *duo, c chooser) {
	if c.choose(3) == 0 {
		d.reset()
	}
}

func sendOne(d *duo, c chooser) {
	promises := slices.DeleteFunc(slices.Clone(d.r.tenants), func(x *tenant) bool { return x.phase != block.Reserved })
	if len(promises) > 0 {
		d.send(promises[c.choose(len(promises))])
	}
}

func cancelOne(d *duo, c chooser) {
	if len(d.r.tenants) > 0 {
		d.cancel(d.r.tenants[c.choose(len(d.r.tenants))])
	}
}

func landOne(d *duo, c chooser) {
	if len(d.copies) > 0 {
		d.land(d.copies[c.choose(len(d.copies))], c.choose(4) > 0, c.choose(3))
	}
}

func scribbleOne(d *duo, c chooser) {
	if len(d.copies) > 0 {
		d.scribble(d.copies[c.choose(len(d.copies))])
	}
}

func readOne(d *duo, c chooser) {
	if len(d.hits) > 0 {
		d.read(c.choose(len(d.hits)))
	}
}

func letGo(d *duo, c chooser) {
	list := &d.hits
	if c.choose(2) == 0 {
		list = &d.reads
	}
	if len(*list) > 0 {
		d.unpin(list, c.choose(len(*list)))
	}
}

func callLate(d *duo, c chooser) {
	if len(d.given) > 0 {
		d.late(d.given[c.choose(len(d.given))])
	}
}

// run does steps things, and then insists that nothing is left.
func (d *duo) run(c chooser, steps int) {
	defer func() {
		if m := d.p.memory.Load(); m != nil { // a run that failed
			_ = m.unmap()
		}
	}()
	d.width = 1 + c.choose(len(duoKeys))
	for range steps {
		acts[c.choose(len(acts))](d, c)
	}
	d.leave()
}

// TestPoolIsTheReference fails where slots, free lists and steps say another thing than a list of tenants would, or where
// somebody sees the bytes of another.
func TestPoolIsTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { newDuo(t).run(drawn{t}, 60) })
}

// unreached are the cells that the pool keeps away from: it asks the step, and does not do what would be ignored.
var unreached = map[string]string{
	"it is used": "only what is evictable is evicted",
	"not ready":  "only what is evictable is evicted",
}

// TestPoolMeetsEveryCell fails where the comparison does not reach what it is about. Its runs are the same each time.
func TestPoolMeetsEveryCell(t *testing.T) {
	if overlay.Running() {
		t.Skip("the cells of another step")
	}
	var met [256]uint64
	for seed := range uint64(300) {
		d := newDuo(t)
		d.run(dealt{rand.New(rand.NewPCG(seed, 0))}, 60)
		for cell, n := range d.p.met {
			met[cell] += n
		}
	}
	for i := range block.Table.Cells {
		c := &block.Table.Cells[i]
		t.Logf("%9d  %v", met[i], c)
		away := c.Outcome == statemachine.Reject || unreached[c.Why] != ""
		require.Equal(t, !away, met[i] > 0, "%v", c)
	}
}
