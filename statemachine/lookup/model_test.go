package lookup

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/statemachine"
)

// A chooser draws what happens next: a number below n.
type chooser interface{ choose(n int) int }

// drawn choices are those that rapid makes smaller when a run fails.
type drawn struct{ t *rapid.T }

func (d drawn) choose(n int) int { return int(rapid.Uint32().Draw(d.t, "choice")) % n }

// dealt choices are the same in every run of the test.
type dealt struct{ *rand.Rand }

func (d dealt) choose(n int) int { return d.IntN(n) }

// An act is something that may happen next, to a request or to a key. rapid likes the first ones best.
type act struct {
	often int
	do    func(d *duo, c chooser, request int, key string)
}

var acts = []act{
	{15, func(d *duo, c chooser, request int, key string) { d.load(request, key) }},
	{10, func(d *duo, c chooser, request int, key string) { d.endLoad(c, key) }},
	{30, func(d *duo, c chooser, request int, key string) { d.lookup(request, key) }},
	{15, func(d *duo, c chooser, request int, key string) {
		d.flush([]time.Duration{0, time.Second, 9 * time.Second, 16 * time.Second}[c.choose(4)], 1+c.choose(4))
	}},
	{20, func(d *duo, c chooser, request int, key string) { d.answerSome(c) }},
	{5, func(d *duo, c chooser, request int, key string) { d.endSome(c) }},
	{15, func(d *duo, c chooser, request int, key string) { d.drain(1 + c.choose(4)) }},
	{4, func(d *duo, c chooser, request int, key string) { d.stored(key) }},
	{4, func(d *duo, c chooser, request int, key string) { d.deleted(key) }},
	{5, func(d *duo, c chooser, request int, key string) { d.cleanup(request) }},
	{5, func(d *duo, c chooser, request int, key string) { d.begin() }},
}

// deck has each act as often as it may happen.
var deck = func() (deck []act) {
	for _, a := range acts {
		for range a.often {
			deck = append(deck, a)
		}
	}
	return deck
}()

// act does one thing at random.
func (d *duo) act(c chooser) {
	deck[c.choose(len(deck))].do(d, c, c.choose(requests), duoKeys[c.choose(d.width)])
}

func (d *duo) endSome(c chooser) {
	if len(d.batches) > 0 {
		d.end(c.choose(len(d.batches)))
	}
}

func (d *duo) answerSome(c chooser) {
	if len(d.batches) == 0 {
		return
	}
	o := d.batches[c.choose(len(d.batches))]
	d.answer(o, c.choose(len(o.done)+2)-1, []Verdict{VerdictHit, VerdictMiss, VerdictRetry}[c.choose(3)])
}

// endLoad ends a load, well or badly; sometimes one that was never started, or of another key.
func (d *duo) endLoad(c chooser, key string) {
	if len(d.loads) == 0 || c.choose(8) == 0 {
		d.markMiss(key, d.anyGeneration(c, key))
		return
	}
	at := c.choose(len(d.loads))
	l := d.loads[at]
	switch c.choose(4) {
	case 0:
		d.loaded(l)
	case 1:
		d.markMiss(l.key, l.token)
	case 2: // ended twice
		d.loaded(l)
		d.loaded(l)
	case 3: // of another key
		d.markMiss(key, l.token)
	}
}

// anyGeneration is none, or the current one of the key, looked at or not.
func (d *duo) anyGeneration(c chooser, key string) Generation {
	slot := d.m.slot(key)
	if slot == noSlot || c.choose(2) == 0 {
		return Generation{}
	}
	return Generation{d.m.slab[slot].Generation, slot}
}

// run does steps things, shutting down in some runs, and then insists that nothing is left.
func (d *duo) run(c chooser, steps int) {
	d.width = 1 + c.choose(len(duoKeys))
	d.begin()
	d.begin()
	shut := c.choose(4 * steps)
	for i := range steps {
		if i == shut || i == shut+steps/4 {
			d.close()
		}
		d.act(c)
	}
	d.leave()
}

// unreached says of each cell that the manager cannot reach, why it keeps away from it.
var unreached = map[string]string{
	"answered before":                "the inbox takes the first answer of a probe and no second one",
	"not a miss":                     "a miss is aged only where there is one",
	"the request is gone in Expire":  "a deadline is looked at only where a holder asks",
	"the request holds nothing here": "a request that ends cleans up the keys it holds, and no others",
}

func mayBeMissed(c *statemachine.CellInfo) bool {
	return c.Outcome == statemachine.Reject || unreached[c.Why] != "" || unreached[c.Why+" in "+c.Event] != ""
}

// TestManagerIsTheModel fails where stamps, counts and slots say another thing than sets and lists would: in what
// requests hear, in the cells that entries meet, or in who holds what.
func TestManagerIsTheModel(t *testing.T) {
	checks := "20000"
	switch {
	case overlay.Running(): // of a known bug: the conversations are what must fall
		checks = "1000"
	case testing.Short() || race.Enabled:
		checks = "4000"
	}
	setFlag(t, "rapid.checks", checks)
	m := newModel(t)
	rapid.Check(t, func(t *rapid.T) {
		d := newDuo(t, m)
		d.run(drawn{t}, 60)
		d.keepsAway()
	})
}

// keepsAway requires that no cell was met that the manager never reaches, unless it runs another step.
func (d *duo) keepsAway() {
	if overlay.Running() {
		return
	}
	for cell, n := range d.m.met {
		if n > 0 {
			require.False(d.t, mayBeMissed(&Table.Cells[cell]), "reached: %v", &Table.Cells[cell])
		}
	}
}

// TestManagerMeetsEveryCell fails where the comparison with the model does not reach what it is about. Its runs are the
// same each time: the rarest cell comes once in a few hundred runs, and as many at random could all pass it by.
func TestManagerMeetsEveryCell(t *testing.T) {
	if overlay.Running() {
		t.Skip("the cells of another step")
	}
	m := newModel(t)
	var met [256]uint64
	for seed := range uint64(4000) {
		d := newDuo(t, m)
		d.run(dealt{rand.New(rand.NewPCG(seed, 0))}, 60)
		d.keepsAway()
		for cell, n := range d.m.met {
			met[cell] += n
		}
	}
	for i := range Table.Cells {
		c := &Table.Cells[i]
		t.Logf("%9d  %v", met[i], c)
		require.True(t, met[i] > 0 || mayBeMissed(c), "never reached: %v", c)
	}
}

// setFlag sets a flag for the length of a test.
func setFlag(t *testing.T, name, value string) {
	before := flag.Lookup(name).Value.String()
	require.NoError(t, flag.Set(name, value))
	t.Cleanup(func() { require.NoError(t, flag.Set(name, before)) })
}
