package primary

import (
	"slices"

	"github.com/genlock-go/genlock/statemachine/block"
)

// A reference is a pool as one would write it down: a list of tenants, no generated step, no slots, no order but that of the
// list. What was used last comes last.
type reference struct {
	room    int
	tenants []*tenant
}

// A tenant is one use of a slot, from its promise or its write to its end.
type tenant struct {
	ref   Ref
	key   string
	found bool // the key leads to it
	phase block.Phase
	pins  int
}

func (r *reference) find(key string) *tenant {
	at := slices.IndexFunc(r.tenants, func(x *tenant) bool { return x.found && x.key == key })
	if at < 0 {
		return nil
	}
	return r.tenants[at]
}

func (r *reference) remove(x *tenant) {
	r.tenants = slices.DeleteFunc(r.tenants, func(y *tenant) bool { return x == y })
}

// use puts the tenant at the end of the list.
func (r *reference) use(x *tenant) {
	r.remove(x)
	r.tenants = append(r.tenants, x)
}

// give is what Reserve and Write are to do: the tenants of the keys, nil for those that had one; or an error, and nothing
// changed but who was used.
func (r *reference) give(keys []string, phase block.Phase) ([]*tenant, error) {
	distinct := slices.Compact(slices.Sorted(slices.Values(keys)))
	missing := slices.DeleteFunc(slices.Clone(distinct), func(k string) bool { return r.find(k) != nil })
	for i, key := range keys {
		if x := r.find(key); x != nil && x.phase == block.Ready && !slices.Contains(keys[:i], key) {
			r.use(x)
		}
	}
	if len(distinct) > r.room {
		return nil, ErrTooMany
	}
	victims := slices.DeleteFunc(slices.Clone(r.tenants), func(x *tenant) bool {
		return x.phase != block.Ready || x.pins > 0 || slices.Contains(keys, x.key)
	})
	over := max(len(r.tenants)+len(missing)-r.room, 0)
	if over > len(victims) {
		return nil, ErrFull
	}
	for _, x := range victims[:over] {
		r.remove(x)
	}
	return r.add(keys, phase), nil
}

func (r *reference) add(keys []string, phase block.Phase) (given []*tenant) {
	for _, key := range keys {
		if r.find(key) != nil {
			given = append(given, nil)
			continue
		}
		x := &tenant{key: key, found: true, phase: phase}
		r.tenants = append(r.tenants, x)
		given = append(given, x)
	}
	return given
}

// land is the end of the copy that fills a tenant's slot.
func (r *reference) land(x *tenant, arrived bool, users int) {
	if !arrived || !x.found {
		r.remove(x)
		return
	}
	x.phase, x.pins = block.Ready, users
	r.use(x)
}

func (r *reference) pin(x *tenant) {
	x.pins++
	r.use(x)
}

func (r *reference) unpin(x *tenant) {
	x.pins--
	if x.pins == 0 && !x.found {
		r.remove(x)
		return
	}
	r.use(x)
}

func (r *reference) detach(x *tenant) {
	if x.phase == block.Reserved || x.phase == block.Ready && x.pins == 0 {
		r.remove(x)
		return
	}
	x.found, x.phase = false, block.Draining
}

func (r *reference) reset() {
	for _, x := range slices.Clone(r.tenants) {
		if x.found {
			r.detach(x)
		}
	}
}

func (r *reference) count(is func(x *tenant) bool) (n int) {
	for _, x := range r.tenants {
		if is(x) {
			n++
		}
	}
	return n
}

// stats are the sizes that a pool must have.
func (r *reference) stats() Stats {
	s := Stats{Free: r.room - len(r.tenants)}
	for _, x := range r.tenants {
		*s.phase(x.phase)++
	}
	s.Pinned = r.count(func(x *tenant) bool { return x.phase == block.Ready && x.pins > 0 })
	s.Evictable = s.Ready - s.Pinned
	return s
}
