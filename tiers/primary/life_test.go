package primary

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A life is what a request goes through with one key, and where it has come to.
type life struct {
	p   *Pool[string]
	key string
	ref Ref

	promised, copying, hit, reading bool
}

// stages take a request on, one after the other. What is not its turn, because another request has the key, is passed by.
var stages = []func(t *testing.T, l *life){
	func(t *testing.T, l *life) {
		refs, err := l.p.Reserve([]string{l.key}, nil)
		require.NoError(t, err)
		l.ref, l.promised = refs[0], !refs[0].None()
	},
	func(t *testing.T, l *life) {
		if l.promised {
			require.NoError(t, l.p.Send(l.ref))
			l.promised, l.copying = false, true
		}
	},
	func(t *testing.T, l *life) { l.land(t, true, 1) },
	func(t *testing.T, l *life) {
		if !l.hit {
			l.ref, l.hit = l.p.Pin(l.key)
		}
	},
	func(t *testing.T, l *life) { l.hit, l.reading = false, l.hit },
	func(t *testing.T, l *life) { l.ioEnds(t) },
}

func (l *life) land(t *testing.T, arrived bool, users int) {
	if !l.copying {
		return
	}
	readable, err := l.p.Land(l.ref, arrived, users)
	require.NoError(t, err)
	l.copying, l.hit = false, readable && users > 0
}

// abort is what the end of a request does, at any point of its life: it waits for nothing.
func (l *life) abort(t *testing.T) {
	if l.promised {
		require.True(t, l.p.Cancel(l.ref))
		l.promised = false
	}
	if l.hit {
		require.NoError(t, l.p.Unpin(l.ref))
		l.hit = false
	}
}

// ioEnds ends what runs, whether its request lives or not.
func (l *life) ioEnds(t *testing.T) {
	l.land(t, true, 0)
	if l.reading {
		require.NoError(t, l.p.Unpin(l.ref))
		l.reading = false
	}
}

// TestAbortAtEveryPoint fails if something stays of requests that were aborted, wherever each had come to: they share keys,
// and some are aborted after a reset or a deletion.
func TestAbortAtEveryPoint(t *testing.T) {
	const requests = 3
	between := map[string]func(p *Pool[string]){
		"nothing":  func(*Pool[string]) {},
		"reset":    func(p *Pool[string]) { p.Reset() },
		"deletion": func(p *Pool[string]) { p.Detach("k0") },
	}
	var promised, copying, hit, reading int // how often one of them was aborted there
	for point := range (len(stages) + 1) * (len(stages) + 1) * (len(stages) + 1) {
		for name, happens := range between {
			p := newPool(t, 4)
			lives := make([]*life, requests)
			for i := range lives {
				lives[i] = &life{p: p, key: fmt.Sprintf("k%d", i%2)}
			}
			rest, reached := point, ""
			for _, l := range lives {
				for _, stage := range stages[:rest%(len(stages)+1)] {
					stage(t, l)
				}
				reached += fmt.Sprint(rest%(len(stages)+1), " ")
				rest /= len(stages) + 1
			}
			happens(p)
			for _, l := range lives {
				l.promised = l.promised && !l.ref.None() && stands(p, l.ref)
				for n, is := range map[*int]bool{&promised: l.promised, &copying: l.copying, &hit: l.hit, &reading: l.reading} {
					if is {
						*n++
					}
				}
				l.abort(t)
			}
			for _, l := range lives {
				l.ioEnds(t)
			}
			s := p.Stats()
			require.Zero(t, s.InUse()+s.Reserved, "%sthen %s: %+v", reached, name, s)
			require.Equal(t, p.Slots(), s.Free+s.Evictable, "%sthen %s", reached, name)
			require.Zero(t, p.Reset())
			require.Equal(t, p.Slots(), len(p.free), "%sthen %s", reached, name)
			require.Empty(t, p.bound)
			require.Zero(t, s.Rejected+s.UnknownRefs)
			require.NoError(t, p.Close(t.Context(), nil))
		}
	}
	for name, n := range map[string]int{"promised": promised, "copying": copying, "hit": hit, "reading": reading} {
		assert.Greater(t, n, 100, "aborted while %s", name)
	}
}

// stands reports whether a promise is still there: a reset takes promises back.
func stands(p *Pool[string], ref Ref) bool {
	_, used := p.Entry(ref)
	return used
}
