package lookup_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// The same lifecycle three times: the generated step, a switch as one would write it by hand, and the table run as a
// program. What is measured is the step alone; all three ask the holders through the same interface.

const (
	benchAsk = iota
	benchDeliver
	benchMarkMiss
	benchCleanup
	benchEvents
)

type occurrence struct {
	everything
	event   int
	holders lookup.Holders // the interface, so that nobody is spared the call
}

// occurrences are drawn so that most have something to do: a hit with its holder is the common entry.
func occurrences(draw func(r *rand.Rand, o *occurrence)) []occurrence {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]occurrence, 1024)
	for i := range list {
		list[i].everything = everything{self: lookup.Entry{lookup.Hit, 1}, holders: &smallSet{members: 1}, gen: 1, fresh: 9}
		draw(random, &list[i])
		list[i].holders = list[i].everything.holders
	}
	return list
}

func BenchmarkStep(b *testing.B) {
	table := compile(b)
	for _, load := range []struct {
		name string
		draw func(r *rand.Rand, o *occurrence)
	}{
		{"AskInHit", func(*rand.Rand, *occurrence) {}},
		{"StaleAnswer", func(_ *rand.Rand, o *occurrence) { o.event, o.gen = benchDeliver, 2 }},
		{"AnswerToPending", func(_ *rand.Rand, o *occurrence) { o.event, o.self.Phase = benchDeliver, lookup.Pending }},
		{"Random", func(r *rand.Rand, o *occurrence) {
			o.event = r.IntN(benchEvents)
			o.self = lookup.Entry{lookup.Phase(r.IntN(7)), lookup.Token(1 + r.IntN(2))}
			o.down, o.found = r.IntN(2) == 0, r.IntN(2) == 0
			o.everything.holders = &smallSet{members: uint8(r.IntN(8))}
		}},
	} {
		list := occurrences(load.draw)
		b.Run(load.name, func(b *testing.B) { compare(b, list, generatedStep, handStep, table.step) })
	}
}

var sink uint64

// compare runs the steps in turn on the same events and takes the best round of each, so that a busy machine slows none
// of them more than another. It reports the time of each, and of the first and the last as a multiple of the second.
func compare(b *testing.B, list []occurrence, steps ...func(*occurrence) uint64) {
	b.ReportAllocs()
	best := make([]float64, len(steps))
	for b.Loop() {
		for i, step := range steps {
			if spent := round(list, step); best[i] == 0 || spent < best[i] {
				best[i] = spent
			}
		}
	}
	for i, name := range []string{"generated", "hand", "table"} {
		b.ReportMetric(best[i], name+"-ns")
	}
	b.ReportMetric(best[0]/best[1], "generated/hand")
	b.ReportMetric(best[2]/best[1], "table/hand")
	b.ReportMetric(0, "ns/op")
}

// round is the nanoseconds of one step.
func round(list []occurrence, step func(*occurrence) uint64) float64 {
	const times = 10
	start := time.Now()
	for range times {
		for i := range list {
			sink += step(&list[i])
		}
	}
	return float64(time.Since(start).Nanoseconds()) / float64(times*len(list))
}

func generatedStep(o *occurrence) uint64 {
	switch o.event {
	case benchAsk:
		r := lookup.OnAsk(o.self, o.holders, o.request, o.down, o.fresh)
		return seen(r.Next, r.Holders, r.Reply)
	case benchDeliver:
		r := lookup.OnDeliver(o.self, o.holders, o.gen, o.found)
		return seen(r.Next, r.Holders, r.Reply)
	case benchMarkMiss:
		r := lookup.OnMarkMiss(o.self, o.gen)
		return seen(r.Next, r.Holders, r.Reply)
	default:
		r := lookup.OnCleanup(o.self, o.holders, o.request)
		return seen(r.Next, r.Holders, r.Reply)
	}
}

func handStep(o *occurrence) uint64 {
	e := o.self
	var change lookup.HoldersChange
	var reply lookup.Verdict
	switch o.event {
	case benchAsk:
		change, _, reply = handAsk(&e, o.holders, o.request, o.down, o.fresh)
	case benchDeliver:
		change = handDeliver(&e, o.holders, o.gen, o.found)
	case benchMarkMiss:
		change = handMarkMiss(&e, o.gen)
	default:
		change = handCleanup(&e, o.holders, o.request)
	}
	return seen(e, change, reply)
}

func seen(e lookup.Entry, change lookup.HoldersChange, reply lookup.Verdict) uint64 {
	return uint64(e.Phase) + uint64(e.Generation) + uint64(change) + uint64(reply)
}

func handAsk(e *lookup.Entry, holders lookup.Holders, request lookup.Request, down bool, fresh lookup.Token) (lookup.HoldersChange, lookup.Sent, lookup.Verdict) {
	if e.Phase == lookup.Closed {
		return 0, 0, lookup.VerdictMiss
	}
	if e.Phase != lookup.Absent && holders.Refused(request) {
		return 0, 0, lookup.VerdictMiss
	}
	switch e.Phase {
	case lookup.Hit:
		return lookup.HoldersAdd, 0, lookup.VerdictHit
	case lookup.Miss:
		return lookup.HoldersAdd, 0, lookup.VerdictMiss
	case lookup.Pending, lookup.InFlight:
		if down {
			return lookup.HoldersAdd | lookup.RefusedMark, 0, lookup.VerdictMiss
		}
		return lookup.HoldersAdd, 0, lookup.VerdictRetry
	}
	if down {
		e.Phase = lookup.Failed
		return lookup.HoldersAdd | lookup.RefusedMark, 0, lookup.VerdictMiss
	}
	e.Phase, e.Generation = lookup.Pending, fresh
	return lookup.HoldersAdd, lookup.SentAsked, lookup.VerdictRetry
}

func handDeliver(e *lookup.Entry, holders lookup.Holders, gen lookup.Token, found bool) lookup.HoldersChange {
	if e.Phase != lookup.InFlight || gen != e.Generation {
		return 0
	}
	switch {
	case holders.Len() == 0:
		*e = lookup.Entry{}
		return lookup.HoldersClear
	case found:
		e.Phase = lookup.Hit
	default:
		e.Phase = lookup.Miss
	}
	return 0
}

func handMarkMiss(e *lookup.Entry, gen lookup.Token) lookup.HoldersChange {
	if e.Phase != lookup.Hit || gen != e.Generation {
		return 0
	}
	e.Phase = lookup.Failed
	return lookup.RefusedMarkAll | lookup.LoadersUnmarkAll
}

func handCleanup(e *lookup.Entry, holders lookup.Holders, request lookup.Request) lookup.HoldersChange {
	if e.Phase == lookup.Absent || e.Phase == lookup.Closed || !holders.Has(request) {
		return 0
	}
	if e.Phase != lookup.InFlight && holders.Len() == 1 {
		*e = lookup.Entry{}
		return lookup.HoldersClear
	}
	return lookup.HoldersRemove
}
