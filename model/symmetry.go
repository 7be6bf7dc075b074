package model

import (
	"cmp"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// The vocabulary has no name for a single value of a sort: whatever a spec says of one it says of all. So two states that
// differ only by a renaming within the sorts lead to the same states but for that renaming, and it is enough to look at
// one of them: the smallest.

// A renaming of the values of all sorts, as a change of states: the byte at each place comes from another place, and a value
// there stands for another.
type renaming struct {
	from   []int
	values [][]byte // by place; nil: it stays
}

// renamings are all but the one that changes nothing.
func (m *Model) renamings() []renaming {
	var all []renaming
	for _, p := range permutationsOf(m.sorts()) {
		all = append(all, m.renaming(p))
	}
	return all[1:]
}

// A permutation says for each value of each sort which one takes its place.
type permutation map[string][]int

// permutationsOf are all permutations of some sorts, the one that changes nothing first.
func permutationsOf(sorts []sortSize) []permutation {
	all := []permutation{{}}
	for _, s := range sorts {
		var longer []permutation
		for _, p := range all {
			for _, order := range orders(s.size) {
				q := permutation{s.name: order}
				for name, other := range p {
					q[name] = other
				}
				longer = append(longer, q)
			}
		}
		all = longer
	}
	return all
}

// orders are all orders of the numbers from 0 to n-1, ascending first.
func orders(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, rest := range orders(n - 1) {
		for at := n - 1; at >= 0; at-- {
			all = append(all, slices.Insert(slices.Clone(rest), at, n-1))
		}
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

// A sortSize is a sort that a system uses, and how many values it has.
type sortSize struct {
	name string
	size int
}

// sorts are those of keys and of what is held or sent, by name.
func (m *Model) sorts() []sortSize {
	used := map[string]bool{}
	note := func(t ast.Type) {
		if t.Kind == ast.Sort {
			used[t.Name] = true
		}
	}
	noteAll := func(vs []*ast.Variable) {
		for _, v := range vs {
			note(v.Type)
		}
	}
	for _, x := range m.System.Machines {
		noteAll(x.Keys)
		for _, f := range x.Fields {
			note(f.Type)
		}
	}
	for _, c := range m.System.Channels {
		noteAll(c.Fields)
	}
	for _, f := range m.System.Facts {
		noteAll(f.Keys)
		note(f.Type)
	}
	var list []sortSize
	for name := range used {
		list = append(list, sortSize{name, m.layout.sizes[name]})
	}
	slices.SortFunc(list, func(a, b sortSize) int { return cmp.Compare(a.name, b.name) })
	return list
}

// of is the value that takes the place of another.
func (p permutation) of(t ast.Type, n int) int {
	if order := p[t.Name]; t.Kind == ast.Sort && order != nil {
		return order[n]
	}
	return n
}

func (p permutation) tuple(vs []*ast.Variable, values []int) []int {
	renamed := make([]int, len(values))
	for i, n := range values {
		renamed[i] = p.of(vs[i].Type, n)
	}
	return renamed
}

// table is what each value of a byte becomes.
func table(n int, becomes func(int) int) []byte {
	t := make([]byte, n)
	for i := range t {
		t[i] = byte(becomes(i))
	}
	return t
}

// renaming compiles a permutation.
func (m *Model) renaming(p permutation) renaming {
	r := renaming{from: make([]int, m.layout.size), values: make([][]byte, m.layout.size)}
	for i := range r.from {
		r.from[i] = i
	}
	for _, x := range m.System.Machines {
		r.machine(p, m.layout.machines[x])
	}
	for _, c := range m.System.Channels {
		if ch := m.layout.channels[c]; c.Queue {
			r.queue(p, ch)
		} else {
			r.bag(p, ch)
		}
	}
	for _, f := range m.System.Facts {
		r.fact(p, m.layout.facts[f])
	}
	return r
}

func (r *renaming) machine(p permutation, e *entries) {
	for i := range e.keys.size() {
		to := e.keys.index(p.tuple(e.machine.Keys, e.keys.tuple(i)))
		for b := range e.stride {
			r.from[e.at(to)+b] = e.at(i) + b
		}
		for _, f := range e.machine.Fields {
			r.values[e.at(to)+e.fields[f]] = p.field(f, e.held[f])
		}
	}
}

// field is what each value of a field becomes; nil: it stays.
func (p permutation) field(f *ast.Field, held span) []byte {
	if f.Type.Kind != ast.Sort {
		return nil
	}
	switch f.Shape {
	case ast.Set, ast.Mark:
		return table(held.n, func(set int) int {
			renamed := 0
			for i := range maxMembers {
				if set>>i&1 != 0 {
					renamed |= 1 << p.of(f.Type, i)
				}
			}
			return renamed
		})
	case ast.Option:
		return table(held.n, func(n int) int {
			if n == 0 {
				return 0
			}
			return 1 + p.of(f.Type, n-1)
		})
	default:
		return table(held.n, func(n int) int { return p.of(f.Type, n) })
	}
}

func (p permutation) message(m *messages, index int) int {
	return m.domain.index(p.tuple(m.channel.Fields, m.domain.tuple(index)))
}

func (r *renaming) bag(p permutation, m *messages) {
	for i := range m.domain.size() {
		r.from[m.base+p.message(m, i)] = m.base + i
	}
}

func (r *renaming) queue(p permutation, m *messages) {
	places := table(m.domain.size()+1, func(n int) int {
		if n == 0 {
			return 0
		}
		return 1 + p.message(m, n-1)
	})
	room := m.channel.Room
	for i := range m.queues.size() {
		to := m.queues.index(p.tuple(m.channel.Each, m.queues.tuple(i)))
		for b := range room {
			r.from[m.base+to*room+b] = m.base + i*room + b
			r.values[m.base+to*room+b] = places
		}
	}
}

func (r *renaming) fact(p permutation, v *values) {
	for i := range v.keys.size() {
		to := v.base + v.keys.index(p.tuple(v.fact.Keys, v.keys.tuple(i)))
		r.from[to] = v.base + i
		if v.fact.Type.Kind == ast.Sort {
			r.values[to] = table(v.held.n, func(n int) int { return p.of(v.fact.Type, n) })
		}
	}
}

// at is the byte at a place of the renamed state.
func (r *renaming) at(state []byte, place int) byte {
	b := state[r.from[place]]
	if t := r.values[place]; t != nil {
		return t[b]
	}
	return b
}

// compare says whether the renamed state is smaller than another, equal or larger.
func (r *renaming) compare(state, other []byte) int {
	for i := range other {
		if b := r.at(state, i); b != other[i] {
			return cmp.Compare(b, other[i])
		}
	}
	return 0
}

// apply writes the renamed state.
func (r *renaming) apply(dst, state []byte) {
	for i := range dst {
		dst[i] = r.at(state, i)
	}
}
