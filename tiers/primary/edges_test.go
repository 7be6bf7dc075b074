package primary

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/internal/steptest"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec/blockspec"
	"github.com/genlock-go/genlock/statemachine/block"
)

// A puppet is a pool that does what a model of its slots does. The pool chooses its slots itself, so that a slot of the model
// is a Ref here.
type puppet struct {
	t     *testing.T
	p     *Pool[int]
	model *model.Model
	refs  []Ref // by slot of the model
	evict int   // the slot that its policy gives
}

func (*puppet) Used(int) {}
func (*puppet) Gone(int) {}

func (u *puppet) Victim(func(int) bool) (int, bool) { return u.evict, true }

func newPuppet(t *testing.T, m *model.Model) *puppet {
	u := &puppet{t: t, model: m, refs: make([]Ref, m.Instance.Sizes["Slot"])}
	p, err := New(Config[int]{Slots: len(u.refs), SlotBytes: 1, Policy: u})
	require.NoError(t, err)
	u.p = p
	return u
}

// A step is a move of the model with the values of its parameters, or 0.
type step struct {
	model.Move
	key, slot int
}

func stepOf(v model.Move) step {
	s := step{Move: v}
	for i, p := range v.Action.Params() {
		switch p.Name {
		case "key":
			s.key = v.Values[i]
		case "slot":
			s.slot = v.Values[i]
		}
	}
	return s
}

// does are the calls that an action is.
var does = map[string]func(u *puppet, s step){
	"Promise": func(u *puppet, s step) { u.give(s, u.p.Reserve) },
	"Store":   func(u *puppet, s step) { u.give(s, u.p.Write) },
	"Join":    func(u *puppet, s step) { u.pin(s, false) },
	"Hit":     func(u *puppet, s step) { u.pin(s, true) },
	"SendLoad": func(u *puppet, s step) {
		require.NoError(u.t, u.p.Send(u.refs[s.slot]))
	},
	"Abandon":     func(u *puppet, s step) { u.p.Cancel(u.refs[s.slot]) },
	"MakeRoom":    func(u *puppet, s step) { u.makeRoom(s) },
	"Forget":      func(u *puppet, s step) { require.True(u.t, u.p.Detach(s.key)) },
	"Reset":       func(u *puppet, _ step) { u.p.Reset() },
	"Arrives":     func(u *puppet, s step) { u.land(s, true) },
	"ArrivesLate": func(u *puppet, s step) { u.land(s, true) },
	"Fails":       func(u *puppet, s step) { u.land(s, false) },
	"Leave":       func(u *puppet, s step) { require.NoError(u.t, u.p.Unpin(u.refs[s.slot])) },
	"ReadEnds":    func(u *puppet, s step) { require.NoError(u.t, u.p.Unpin(u.refs[s.slot])) },
	"StopWaiting": func(*puppet, step) {}, // the pool does not know who waits
	"Read":        func(*puppet, step) {}, // nor what a pin is for
}

func (u *puppet) give(s step, call func([]int, []Ref) ([]Ref, error)) {
	refs, err := call([]int{s.key}, nil)
	require.NoError(u.t, err)
	u.refs[s.slot] = refs[0]
}

func (u *puppet) pin(s step, hits bool) {
	ref, pinned := u.p.Pin(s.key)
	require.Equal(u.t, u.refs[s.slot], ref)
	require.Equal(u.t, hits, pinned)
}

// land has as many users as the model has pins after it.
func (u *puppet) land(s step, arrived bool) {
	after := u.entry(s.To, s.slot)
	readable, err := u.p.Land(u.refs[s.slot], arrived, after.Fields[1])
	require.NoError(u.t, err)
	require.Equal(u.t, block.Phase(after.Phase) == block.Ready, readable)
}

// makeRoom has the policy give a slot, which may be a wrong one.
func (u *puppet) makeRoom(s step) {
	u.p.call++
	e, used := u.p.Entry(u.refs[s.slot])
	if u.evict = u.refs[s.slot].Slot(); !used {
		u.evict = len(u.refs) // a free slot has no Ref
	}
	if err := u.p.makeRoom(1); !used || !goes(e) {
		require.ErrorIs(u.t, err, ErrPolicy)
	} else {
		require.NoError(u.t, err)
	}
}

func (u *puppet) entry(s model.State, slot int) model.Entry {
	e, err := u.model.Entry(s, u.model.System.Machines[0], slot)
	require.NoError(u.t, err)
	return e
}

// follow takes a step and requires that the pool is where the model is.
func (u *puppet) follow(v model.Move) {
	s := stepOf(v)
	does[v.Action.Name](u, s)
	for slot, ref := range u.refs {
		want := u.entry(s.To, slot)
		got, _ := u.p.Entry(ref)
		if block.Phase(want.Phase) != got.Phase || want.Fields[1] != int(got.Pins) {
			require.FailNow(u.t, "the pool is elsewhere", "slot %d is %v, not %v, after %s", slot, got, want, v.Label)
		}
		if key := want.Fields[0]; key > 0 {
			found, _ := u.p.Find(key - 1)
			require.Equal(u.t, ref, found, "key %d after %s", key, v.Label)
		}
		require.Equal(u.t, want.Fields[0] == 0, got.Bound.None(), "slot %d after %s", slot, v.Label)
	}
}

// TestPoolTakesEveryStepOfTheModel fails if, in any situation that the model reaches, a pool does something else than it.
func TestPoolTakesEveryStepOfTheModel(t *testing.T) {
	instances := []string{"tiny", "daily", "spare", "reset"}
	if testing.Short() || race.Enabled {
		instances = instances[:3]
	}
	steptest.EveryStep(t, blockspec.System, instances, func(t *testing.T, m *model.Model, path []model.Move) {
		u := newPuppet(t, m)
		for _, v := range path {
			u.follow(v)
		}
		require.NoError(t, u.p.memory.Load().unmap())
	})
}
