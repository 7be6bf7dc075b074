package statemachine

// Version1 is named by generated code, so that code of another version of this package does not compile.
const Version1 = 1

// A Token is a generation: drawn fresh, compared, never computed with and never used again. 0 is none.
type Token uint64

// An Outcome is what a cell does with an event.
type Outcome uint8

const (
	Apply  Outcome = iota // the entry changes, or the event is answered
	Ignore                // nothing changes, for a reason
	Reject                // this can never be: only a bug of ours leads here
)

func (o Outcome) String() string {
	if int(o) < len(outcomes) {
		return outcomes[o]
	}
	return "no outcome"
}

var outcomes = [...]string{"apply", "ignore", "reject"}

// An Option is a value or none. It is asked, never read.
type Option[T comparable] struct {
	value T
	some  bool
}

// Some is the option that holds v.
func Some[T comparable](v T) Option[T] { return Option[T]{v, true} }

// Is reports whether the option holds v.
func (o Option[T]) Is(v T) bool { return o.some && o.value == v }

// None reports whether the option holds nothing.
func (o Option[T]) None() bool { return !o.some }
