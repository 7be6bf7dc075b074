package ledger

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/tiers"
)

// A plain is the reference: the books as one would write them down who has all the time in the world.
type plain struct {
	capacity int64
	files    map[string]int64 // bytes of the files that are counted
	going    map[string]bool  // those of them that are being removed
	version  map[string]int   // of what is known of a file
	order    []string         // files that nobody works on, the least recently used first
	stores   []plainStore
	looks    []plainLook
	removals []plainRemoval
	log      []tiers.Change[string]
}

type plainStore struct {
	key   string
	bytes int64
	r     Reservation
}

type plainLook struct {
	key     string
	version int
	p       Pin
}

type plainRemoval struct {
	key string
	r   Removal
}

func newPlain(capacity int64) *plain {
	return &plain{capacity: capacity, files: map[string]int64{}, going: map[string]bool{}, version: map[string]int{}}
}

func (m *plain) used() (used int64) {
	for _, bytes := range m.files {
		used += bytes
	}
	for _, s := range m.stores {
		used += s.bytes
	}
	return used
}

func (m *plain) busy(key string) bool {
	return m.going[key] ||
		slices.ContainsFunc(m.stores, func(s plainStore) bool { return s.key == key }) ||
		slices.ContainsFunc(m.looks, func(l plainLook) bool { return l.key == key })
}

// reorder puts the file into the order of use, or takes it out, as it should be.
func (m *plain) reorder(key string) {
	_, there := m.files[key]
	listed := slices.Contains(m.order, key)
	switch idle := there && !m.busy(key); {
	case idle && !listed:
		m.order = append(m.order, key)
	case !idle && listed:
		m.order = slices.DeleteFunc(m.order, func(k string) bool { return k == key })
	}
}

// set writes down that a file of so many bytes is there, or that none is.
func (m *plain) set(key string, bytes int64, there bool) {
	if there {
		m.files[key] = bytes
	} else {
		delete(m.files, key)
	}
	m.version[key]++
}

func (m *plain) tell(key string, there bool) {
	m.log = append(m.log, tiers.Change[string]{Key: key, There: there})
}

// admits says whether a store may begin, after which removals.
func (m *plain) admits(key string, bytes int64) (victims []string, err error) {
	var idle int64
	for _, k := range m.order {
		idle += m.files[k]
	}
	need := max(0, m.used()+bytes-m.capacity)
	switch {
	case bytes > m.capacity:
		return nil, tiers.ErrTooLarge
	case m.going[key], need > idle:
		return nil, tiers.ErrFull
	}
	for _, k := range m.order {
		if need <= 0 {
			break
		}
		victims, need = append(victims, k), need-m.files[k]
	}
	return victims, nil
}

// A pair is a ledger and its reference, which do the same.
type pair struct {
	t     *rapid.T
	m     *plain
	books *Ledger[string]
	met   map[string]int // what a run came by
}

var modelKeys = []string{"a", "b", string(make([]byte, 40))} // the last one's name is a digest

func (p *pair) key() string { return rapid.SampledFrom(modelKeys).Draw(p.t, "key") }

func (p *pair) reserve() {
	key, bytes := p.key(), rapid.Int64Range(1, p.m.capacity+1).Draw(p.t, "bytes")
	victims, want := p.m.admits(key, bytes)
	var gone []string
	r, err := p.books.Reserve(nameOf(key), key, bytes, func(name string) error {
		victim := p.m.order[0]
		require.Equal(p.t, nameOf(victim), name)
		gone = append(gone, victim)
		p.refusesWhatGoes(victim)
		p.m.set(victim, 0, false)
		p.m.tell(victim, false)
		p.m.reorder(victim)
		return nil
	})
	require.ErrorIs(p.t, err, want)
	if want != nil {
		p.met["refused"]++
	}
	same(p.t, victims, gone)
	p.met["evicted"] += len(gone)
	if err == nil {
		p.m.stores = append(p.m.stores, plainStore{key, bytes, r})
		p.m.reorder(key)
	}
}

// refusesWhatGoes: nobody begins anything with a file that is being removed.
func (p *pair) refusesWhatGoes(victim string) {
	_, ok := p.books.Pin(nameOf(victim), victim)
	require.False(p.t, ok)
	_, err := p.books.Reserve(nameOf(victim), victim, 0, nil)
	require.ErrorIs(p.t, err, tiers.ErrFull)
}

// one takes one of several out of a list.
func one[T any](t *rapid.T, list *[]T) (x T) {
	if len(*list) == 0 {
		t.Skip("there is none")
	}
	i := rapid.IntRange(0, len(*list)-1).Draw(t, "which")
	x = (*list)[i]
	*list = slices.Delete(*list, i, i+1)
	return x
}

func (p *pair) publish() {
	s := one(p.t, &p.m.stores)
	p.m.set(s.key, s.bytes, true)
	p.m.tell(s.key, true)
	p.books.Publish(s.r, time.Time{})
	p.m.reorder(s.key)
}

func (p *pair) fail() {
	s := one(p.t, &p.m.stores)
	p.books.Fail(s.r)
	p.m.reorder(s.key)
}

func (p *pair) pin() {
	key := p.key()
	pin, ok := p.books.Pin(nameOf(key), key)
	require.Equal(p.t, !p.m.going[key], ok)
	if ok {
		p.m.looks = append(p.m.looks, plainLook{key, p.m.version[key], pin})
		p.m.reorder(key)
	}
}

func (p *pair) unpin() {
	l := one(p.t, &p.m.looks)
	p.books.Unpin(l.p)
	p.m.reorder(l.key)
}

func (p *pair) found() {
	l := one(p.t, &p.m.looks)
	switch _, there := p.m.files[l.key]; {
	case l.version != p.m.version[l.key]:
	case there:
		p.m.files[l.key] = 3
	default:
		p.m.set(l.key, 3, true)
		p.met["found"]++
	}
	p.books.Found(l.p, 3, time.Time{})
	p.m.reorder(l.key)
}

func (p *pair) lost() {
	l := one(p.t, &p.m.looks)
	if _, there := p.m.files[l.key]; there && !p.m.going[l.key] && l.version == p.m.version[l.key] {
		p.m.set(l.key, 0, false)
		p.m.tell(l.key, false)
		p.met["lost"]++
	}
	p.books.Lost(l.p)
	p.m.reorder(l.key)
}

func (p *pair) condemn() {
	l := one(p.t, &p.m.looks)
	stored := slices.ContainsFunc(p.m.stores, func(s plainStore) bool { return s.key == l.key })
	want := l.version == p.m.version[l.key] && !stored && !p.m.going[l.key]
	r, ok := p.books.Condemn(l.p, 3)
	require.Equal(p.t, want, ok)
	if ok {
		if _, there := p.m.files[l.key]; !there {
			p.m.files[l.key] = 3
		}
		p.m.going[l.key] = true
		p.m.removals = append(p.m.removals, plainRemoval{l.key, r})
		p.met["condemned"]++
	}
	p.m.reorder(l.key)
}

func (p *pair) removed() {
	r := one(p.t, &p.m.removals)
	gone := rapid.Bool().Draw(p.t, "gone")
	delete(p.m.going, r.key)
	p.m.set(r.key, p.m.files[r.key], !gone)
	if gone {
		p.m.tell(r.key, false)
	}
	p.books.Removed(r.r, gone)
	p.m.reorder(r.key)
}

func (p *pair) touch() {
	key := p.key()
	p.books.Touch(nameOf(key), time.Time{})
	if i := slices.Index(p.m.order, key); i >= 0 {
		p.m.order = append(slices.Delete(p.m.order, i, i+1), key)
	}
}

// agree holds the ledger against the reference.
func (p *pair) agree() {
	s := p.books.Stats()
	var files, reserved int64
	for bytes := range maps.Values(p.m.files) {
		files += bytes
	}
	for _, store := range p.m.stores {
		reserved += store.bytes
	}
	require.Equal(p.t, files, s.Bytes)
	require.Equal(p.t, reserved, s.Reserved)
	require.Len(p.t, p.m.files, s.Files)
	require.Zero(p.t, s.Rejected)
	same(p.t, p.m.order, p.orderOfUse())
	if s.Names > len(p.m.files)+len(p.m.stores)+len(p.m.looks) {
		p.t.Fatalf("%d entries of %d files, %d stores and %d looks", s.Names, len(p.m.files), len(p.m.stores), len(p.m.looks))
	}
	same(p.t, p.m.log, p.books.Changes(nil, 1000))
	p.m.log = nil
}

func same[T comparable](t *rapid.T, want, got []T) {
	require.True(t, slices.Equal(want, got), "want %q, got %q", want, got)
}

func (p *pair) orderOfUse() (keys []string) {
	for i := p.books.files.oldest(); i != noSlot; i = p.books.files.at(i).newer {
		key, _ := p.books.keyOf(i)
		keys = append(keys, key)
	}
	return keys
}

// TestLedgerIsThePlainOne fails if the ledger's sums, order of use, refusals, victims or changes are not those that the plain
// reference arrives at, whatever happens in whatever order.
func TestLedgerIsThePlainOne(t *testing.T) {
	met := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		books, err := New(Config[string]{Capacity: 12, KeyOf: func(key []byte) (string, bool) { return string(key), true }})
		require.NoError(t, err)
		books.Lead()
		books.Counted()
		p := &pair{m: newPlain(12), books: books, met: met}
		act := func(do func(*pair)) func(*rapid.T) { return func(t *rapid.T) { p.t = t; do(p) } }
		t.Repeat(map[string]func(*rapid.T){
			"reserve": act((*pair).reserve), "publish": act((*pair).publish), "fail": act((*pair).fail),
			"pin": act((*pair).pin), "unpin": act((*pair).unpin), "found": act((*pair).found), "lost": act((*pair).lost),
			"condemn": act((*pair).condemn), "removed": act((*pair).removed), "touch": act((*pair).touch),
			"": act((*pair).agree),
		})
	})
	if testing.Short() {
		return // too few runs to come by everything
	}
	for _, what := range []string{"refused", "evicted", "found", "lost", "condemned"} {
		require.Positive(t, met[what], "no run came by it: %s", what)
	}
}
