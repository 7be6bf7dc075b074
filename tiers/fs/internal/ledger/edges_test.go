package ledger

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/internal/steptest"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec/filespec"
	"github.com/genlock-go/genlock/statemachine/file"
	"github.com/genlock-go/genlock/tiers"
)

// A puppet is a ledger that does what a model of its files does.
type puppet struct {
	t     *testing.T
	books *Ledger[int]
	model *model.Model
	names []string
	hands []hands // by name: what callers hold of the file
}

// hands are what callers hold of one file.
type hands struct {
	stores  []Reservation
	looks   map[int][]Pin // by the generation in the model
	removal Removal
}

const puppetBytes = 10

func newPuppet(t *testing.T, m *model.Model) *puppet {
	books, err := New(Config[int]{Capacity: 1 << 20})
	require.NoError(t, err)
	p := &puppet{t: t, books: books, model: m, hands: make([]hands, m.Instance.Sizes["Name"])}
	for i := range p.hands {
		p.names = append(p.names, tiers.Name([]byte{byte(i)}))
		p.hands[i].looks = map[int][]Pin{}
	}
	return p
}

// A step is a move of the model with the values of its parameters.
type step struct {
	model.Move
	name, gen int
	there     bool
}

func stepOf(v model.Move) step {
	s := step{Move: v}
	for i, p := range v.Action.Params() {
		switch p.Name {
		case "name":
			s.name = v.Values[i]
		case "gen":
			s.gen = v.Values[i]
		case "there":
			s.there = v.Values[i] == 1
		}
	}
	return s
}

// does are the calls that an action is. What happens on the disk alone the ledger does not know.
var does = map[string]func(p *puppet, s step){
	"BeginStore":    (*puppet).beginStore,
	"Publish":       func(*puppet, step) {},
	"TellPublished": func(p *puppet, s step) { p.books.Publish(p.reservation(s), time.Time{}) },
	"StoreFails":    func(p *puppet, s step) { p.books.Fail(p.reservation(s)) },
	"BeginLook":     (*puppet).beginLook,
	"See":           func(*puppet, step) {},
	"LookFails":     func(p *puppet, s step) { p.books.Unpin(p.pin(s)) },
	"TellThere":     func(p *puppet, s step) { p.books.Found(p.pin(s), puppetBytes, time.Time{}) },
	"TellBad":       (*puppet).tellBad,
	"TellGone":      func(p *puppet, s step) { p.books.Lost(p.pin(s)) },
	"MakeRoom":      (*puppet).makeRoom,
	"TakeAway":      func(*puppet, step) {},
	"TellRemoved":   func(p *puppet, s step) { p.books.Removed(p.hands[s.name].removal, true) },
	"PutBack":       func(p *puppet, s step) { p.books.Removed(p.hands[s.name].removal, false) },
	"UnlinkFails":   func(p *puppet, s step) { p.books.Removed(p.hands[s.name].removal, false) },
	"OutgrowBooks":  (*puppet).outgrow,
	"Hear":          (*puppet).hear,
	"Appear":        func(*puppet, step) {},
	"Disappear":     func(*puppet, step) {},
}

func (p *puppet) beginStore(s step) {
	r, err := p.books.Reserve(p.names[s.name], s.name, puppetBytes, nil)
	if p.entry(s.To, s.name).Phase == file.Removing {
		require.ErrorIs(p.t, err, tiers.ErrFull)
		return
	}
	require.NoError(p.t, err)
	p.hands[s.name].stores = append(p.hands[s.name].stores, r)
}

func (p *puppet) reservation(s step) Reservation {
	h := &p.hands[s.name]
	r := h.stores[0]
	h.stores = h.stores[1:]
	return r
}

func (p *puppet) beginLook(s step) {
	pin, ok := p.books.Pin(p.names[s.name], s.name)
	after := p.entry(s.To, s.name)
	require.Equal(p.t, after.Phase != file.Removing, ok)
	if ok {
		h, gen := &p.hands[s.name], int(after.Generation)
		h.looks[gen] = append(h.looks[gen], pin)
	}
}

func (p *puppet) pin(s step) Pin {
	looks := p.hands[s.name].looks
	pin := looks[s.gen][0]
	looks[s.gen] = looks[s.gen][1:]
	return pin
}

func (p *puppet) tellBad(s step) {
	before := p.there(s.name).Phase
	r, ok := p.books.Condemn(p.pin(s), puppetBytes)
	require.Equal(p.t, before != file.Removing && p.entry(s.To, s.name).Phase == file.Removing, ok)
	if ok {
		p.hands[s.name].removal = r
	}
}

// makeRoom makes the model's file the one that was not used for longest, if it may go at all.
func (p *puppet) makeRoom(s step) {
	if i := p.slot(s.name); i != noSlot {
		if p.books.files.at(i).idle {
			p.books.files.leave(i)
			p.books.files.enter(i, noSlot)
			p.hands[s.name].removal = *p.books.evict()
		}
	}
}

func (p *puppet) outgrow(s step) {
	if i := p.slot(s.name); i != noSlot {
		p.books.forgetFile(i)
	}
}

func (p *puppet) hear(s step) {
	require.Equal(p.t, []tiers.Change[int]{{Key: s.name, There: s.there}}, p.books.Changes(nil, 1))
}

func (p *puppet) slot(i int) slot {
	n, _ := parse(p.names[i])
	return p.books.files.find(&n)
}

// there is what the ledger knows of a file.
func (p *puppet) there(i int) file.Entry { return p.books.files.at(p.slot(i)).file }

// entry is what the model knows of it.
func (p *puppet) entry(s model.State, i int) file.Entry {
	e, err := p.model.Entry(s, p.model.System.Machines[0], i)
	require.NoError(p.t, err)
	return file.Entry{Phase: file.Phase(e.Phase), Generation: file.Token(e.Fields[0]),
		Stores: int32(e.Fields[1]), Pins: int32(e.Fields[2])}
}

// follow takes a step and requires that the ledger is where the model is.
func (p *puppet) follow(v model.Move) {
	s := stepOf(v)
	does[v.Action.Name](p, s)
	var bytes, reserved int64
	for i := range p.names {
		want, got := p.entry(s.To, i), p.there(i)
		if want.Phase != got.Phase || want.Stores != got.Stores || want.Pins != got.Pins {
			require.FailNow(p.t, "the ledger is elsewhere", "%+v, not %+v, after %s", got, want, v.Label)
		}
		if got.Phase == file.Stored || got.Phase == file.Removing {
			bytes += puppetBytes
		}
		reserved += puppetBytes * int64(got.Stores)
	}
	if p.books.stats.Bytes != bytes || p.books.stats.Reserved != reserved || p.books.stats.Rejected > 0 {
		require.FailNow(p.t, "the sums are wrong", "%+v after %s", p.books.stats, v.Label)
	}
}

// TestLedgerTakesEveryStepOfTheModel fails if, in any situation that the model reaches, a ledger does something else than it.
func TestLedgerTakesEveryStepOfTheModel(t *testing.T) {
	instances := []string{"daily", "follower", "shared"}
	if testing.Short() || race.Enabled || overlay.Running() {
		instances = instances[:2]
	}
	steptest.EveryStep(t, filespec.System, instances, func(t *testing.T, m *model.Model, path []model.Move) {
		p := newPuppet(t, m)
		for _, v := range path {
			p.follow(v)
		}
	})
}
