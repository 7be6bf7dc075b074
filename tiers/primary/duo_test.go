package primary

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/block"
)

const (
	duoSlots = 4
	duoBytes = 64
)

var duoKeys = []string{"a", "b", "c", "d", "e", "f"}

// A duo does everything twice, with a pool and with the reference, and fails where the two differ: in an answer, in where a
// key leads, in a phase or a pin. Beside that it is the copies: they write their own bytes into their slots until they end,
// and whoever holds a pin sees the bytes of the block that it hit, and no others, until it lets go.
type duo struct {
	t     require.TestingT
	p     *Pool[string]
	r     *reference
	width int // how many keys are spoken of

	copies []*filling
	hits   []*reading // not yet read
	reads  []*reading
	given  []Ref
	stamp  uint64
}

// A filling is a copy that runs and fills a slot.
type filling struct {
	of    *tenant
	stamp uint64 // what it writes
}

// A reading is a pin, and what its holder must see.
type reading struct {
	of    *tenant
	stamp uint64
}

func newDuo(t require.TestingT) *duo {
	p, err := New(Config[string]{Slots: duoSlots, SlotBytes: duoBytes})
	require.NoError(t, err)
	return &duo{t: t, p: p, r: &reference{room: duoSlots}, width: len(duoKeys)}
}

// same compares everything after a call.
func (d *duo) same(call ...any) {
	want, got := d.r.stats(), d.p.Stats()
	got.Hits, got.Waits, got.Misses, got.Evictions, got.Full, got.TooMany, got.UnknownRefs = 0, 0, 0, 0, 0, 0, 0
	require.Equal(d.t, want, got, "after %v", call)
	for _, key := range duoKeys {
		ref, phase := d.p.Find(key)
		if x := d.r.find(key); x != nil {
			require.Equal(d.t, x.ref, ref, "%s after %v", key, call)
			require.Equal(d.t, x.phase, phase, "%s after %v", key, call)
		} else {
			require.True(d.t, ref.None(), "%s after %v", key, call)
		}
	}
	for _, x := range d.r.tenants {
		e, used := d.p.Entry(x.ref)
		require.True(d.t, used, "%v of %s after %v", x.ref, x.key, call)
		require.Equal(d.t, x.phase, e.Phase, "%v of %s after %v", x.ref, x.key, call)
		require.Equal(d.t, x.pins, int(e.Pins), "%v of %s after %v", x.ref, x.key, call)
		require.Equal(d.t, x.ref, d.p.At(x.ref.Slot()), "after %v", call)
	}
	d.look(call...)
}

// look is what those see who hold pins.
func (d *duo) look(call ...any) {
	for _, list := range [][]*reading{d.hits, d.reads} {
		for _, x := range list {
			if !bytes.Equal(pattern(x.stamp), d.p.Slot(x.of.ref.Slot())) {
				require.FailNow(d.t, "a reader sees other bytes", "%v of %s after %v", x.of.ref, x.of.key, call)
			}
		}
	}
}

// pattern is a slot full of a stamp.
func pattern(stamp uint64) []byte {
	return bytes.Repeat(binary.LittleEndian.AppendUint64(nil, stamp), duoBytes/8)
}

func (d *duo) give(keys []string, phase block.Phase) {
	call := d.p.Reserve
	if phase == block.Writing {
		call = d.p.Write
	}
	before := d.p.Stats()
	refs, err := call(keys, nil)
	given, wanted := d.r.give(keys, phase)
	if wanted != nil {
		require.ErrorIs(d.t, err, wanted, "%v for %v", phase, keys)
		require.Equal(d.t, before.Evictions, d.p.Stats().Evictions, "a refused call evicts")
		d.same(phase, keys)
		return
	}
	require.NoError(d.t, err, "%v for %v", phase, keys)
	require.Len(d.t, refs, len(keys))
	for i, x := range given {
		require.Equal(d.t, x == nil, refs[i].None(), "%v for %v", phase, keys)
		if x == nil {
			continue
		}
		x.ref = refs[i]
		d.given = append(d.given, x.ref)
		if phase == block.Writing {
			d.begin(x)
		}
	}
	d.same(phase, keys)
}

func (d *duo) begin(x *tenant) {
	d.stamp++
	d.copies = append(d.copies, &filling{x, d.stamp})
}

func (d *duo) send(x *tenant) {
	err := d.p.Send(x.ref)
	require.NoError(d.t, err)
	x.phase = block.Loading
	d.begin(x)
	d.same("send", x.key)
}

func (d *duo) cancel(x *tenant) {
	require.Equal(d.t, x.phase == block.Reserved, d.p.Cancel(x.ref), "cancel of %s, which is %v", x.key, x.phase)
	if x.phase == block.Reserved {
		d.r.remove(x)
	}
	d.same("cancel", x.key)
}

// scribble is what a copy does until it ends.
func (d *duo) scribble(c *filling) {
	copy(d.p.Slot(c.of.ref.Slot())[c.stamp%2*duoBytes/2:], pattern(c.stamp)[:duoBytes/2])
	d.look("scribble", c.of.key)
}

func (d *duo) land(c *filling, arrived bool, users int) {
	d.copies = slices.DeleteFunc(d.copies, func(x *filling) bool { return x == c })
	if arrived {
		copy(d.p.Slot(c.of.ref.Slot()), pattern(c.stamp))
	}
	readable, err := d.p.Land(c.of.ref, arrived, users)
	require.NoError(d.t, err)
	require.Equal(d.t, arrived && c.of.found, readable)
	d.r.land(c.of, arrived, users)
	if readable {
		for range users {
			d.hits = append(d.hits, &reading{c.of, c.stamp})
		}
	}
	d.same("land", c.of.key, arrived, users)
}

// pin asks for a key. What it hits holds the stamp that is there now.
func (d *duo) pin(key string) {
	ref, pinned := d.p.Pin(key)
	x := d.r.find(key)
	require.Equal(d.t, x == nil, ref.None(), key)
	require.Equal(d.t, x != nil && x.phase == block.Ready, pinned, key)
	if pinned {
		require.Equal(d.t, x.ref, ref)
		d.r.pin(x)
		d.hits = append(d.hits, &reading{x, binary.LittleEndian.Uint64(d.p.Slot(ref.Slot()))})
	}
	d.same("pin", key)
}

func (d *duo) unpin(list *[]*reading, at int) {
	x := (*list)[at].of
	*list = slices.Delete(*list, at, at+1)
	require.NoError(d.t, d.p.Unpin(x.ref))
	d.r.unpin(x)
	d.same("unpin", x.key)
}

// read begins to read a hit: its pin goes over.
func (d *duo) read(at int) {
	d.reads = append(d.reads, d.hits[at])
	d.hits = slices.Delete(d.hits, at, at+1)
}

func (d *duo) touch(keys ...string) {
	d.p.Touch(keys...)
	for _, key := range keys {
		if x := d.r.find(key); x != nil && x.phase == block.Ready {
			d.r.use(x)
		}
	}
	d.same("touch", keys)
}

func (d *duo) detach(key string) {
	x := d.r.find(key)
	require.Equal(d.t, x != nil, d.p.Detach(key))
	if x != nil {
		d.r.detach(x)
	}
	d.same("detach", key)
}

func (d *duo) reset() {
	d.r.reset()
	require.Equal(d.t, d.r.stats().Draining, d.p.Reset())
	d.same("reset")
}

// late calls with a Ref whose use has ended change nothing.
func (d *duo) late(ref Ref) {
	if slices.ContainsFunc(d.r.tenants, func(x *tenant) bool { return x.ref == ref }) {
		return
	}
	require.ErrorIs(d.t, d.p.Send(ref), ErrRef)
	require.ErrorIs(d.t, d.p.Unpin(ref), ErrRef)
	require.False(d.t, d.p.Cancel(ref))
	_, err := d.p.Land(ref, true, 1)
	require.ErrorIs(d.t, err, ErrRef)
	_, used := d.p.Entry(ref)
	require.False(d.t, used)
	d.same("late calls", ref)
}

// leave ends all that is under way, and requires that nothing stays.
func (d *duo) leave() {
	for len(d.copies) > 0 {
		d.land(d.copies[0], len(d.copies)%2 == 0, 1)
	}
	for len(d.hits) > 0 {
		d.unpin(&d.hits, 0)
	}
	for len(d.reads) > 0 {
		d.unpin(&d.reads, 0)
	}
	for _, x := range slices.Clone(d.r.tenants) {
		if x.phase == block.Reserved {
			d.cancel(x)
		}
	}
	require.Zero(d.t, d.p.Stats().InUse())
	require.Equal(d.t, duoSlots, d.p.Stats().Free+d.p.Stats().Evictable)
	d.reset()
	require.Equal(d.t, duoSlots, d.p.Stats().Free)
	require.Empty(d.t, d.p.bound)
	require.Len(d.t, d.p.free, duoSlots)
	require.NoError(d.t, d.p.Close(context.Background(), nil))
}
