package packed

import "math/bits"

// maxFields bounds the fields of an entry.
const maxFields = 16

// Entries are the entries of a machine.
type Entries struct {
	Phase Bits
	Field [maxFields]Bits // in order of declaration
	n     int             // fields
	at    []Place
}

// Entries lays out n entries of a machine; values is how many values its phase has, and each of its fields.
func (l *Layout) Entries(n, phases int, values ...int) Entries {
	e := Entries{n: len(values)}
	if len(values) > maxFields {
		l.fail("an entry has %d fields, at most %d are possible", len(values), maxFields)
		return e
	}
	total := width(phases)
	e.Phase = Bits{mask: mask(total)}
	for i, v := range values {
		e.Field[i] = Bits{mask: mask(width(v)), shift: uint8(total)}
		total += width(v)
	}
	for range n {
		e.at = append(e.at, l.place(total))
	}
	l.parts = append(l.parts, &e)
	return e
}

// Get is an entry as bits.
func (e *Entries) Get(s *State, i int) uint64 { return e.at[i].Get(s) }

// Put writes an entry.
func (e *Entries) Put(s *State, i int, entry uint64) { e.at[i].Put(s, entry) }

func (e *Entries) numbers(to []int, s *State) []int {
	for i := range e.at {
		entry := e.Get(s, i)
		to = append(to, int(e.Phase.Of(entry)))
		for j := range e.n {
			to = append(to, int(e.Field[j].Of(entry)))
		}
	}
	return to
}

// Holding is what a field that may hold nothing has in its place: 0, or 1 and the value, of so many.
func Holding[T ~uint8 | ~uint32 | ~uint64 | ~int32, O interface{ Is(T) bool }](option O, values int) uint64 {
	for i := range values {
		if option.Is(T(i)) {
			return uint64(i) + 1
		}
	}
	return 0
}

// Values are numbers side by side: a fact for each value of its keys, the next token.
type Values struct {
	at []Place
	n  int // values
}

// Values lays out n numbers of so many values each.
func (l *Layout) Values(n, values int) Values {
	v := Values{n: values}
	for range n {
		v.at = append(v.at, l.place(width(values)))
	}
	l.parts = append(l.parts, &v)
	return v
}

// Get is the number at i; 0 where there is none such.
func (v *Values) Get(s *State, i int) int {
	if uint(i) >= uint(len(v.at)) {
		return 0
	}
	return v.at[i].Int(s)
}

// Put writes the number at i.
func (v *Values) Put(s *State, i, value int) Fault {
	if uint(i) >= uint(len(v.at)) || uint(value) >= uint(v.n) {
		return OutOfRange
	}
	v.at[i].Put(s, uint64(value))
	return None
}

// Bump counts the number at i up or down.
func (v *Values) Bump(s *State, i, by int) Fault { return v.Put(s, i, v.Get(s, i)+by) }

func (v *Values) numbers(to []int, s *State) []int {
	for i := range v.at {
		to = append(to, v.at[i].Int(s))
	}
	return to
}

// Flags are a set of events that were rejected.
type Flags struct{ runs []Place }

// Flags lays out n flags.
func (l *Layout) Flags(n int) Flags {
	var f Flags
	for ; n > 0; n -= 32 {
		f.runs = append(f.runs, l.place(min(n, 32)))
	}
	l.parts = append(l.parts, &f)
	return f
}

// Raise sets a flag.
func (f *Flags) Raise(s *State, i int) {
	run := &f.runs[i/32]
	run.Put(s, run.Get(s)|1<<(i%32))
}

// None reports that no flag is set.
func (f *Flags) None(s *State) bool {
	for i := range f.runs {
		if f.runs[i].Get(s) != 0 {
			return false
		}
	}
	return true
}

// numbers is how many there are: which they are is in the words of each engine.
func (f *Flags) numbers(to []int, s *State) []int {
	n := 0
	for i := range f.runs {
		n += bits.OnesCount64(f.runs[i].Get(s))
	}
	return append(to, n)
}
