package packed

import (
	"fmt"
	"math/bits"
	"strconv"
)

// An Instance is what bounds a model.
type Instance struct {
	Sizes     map[string]int // of each sort
	Tokens    int            // how many may be drawn
	CountBits int            // of the copies of a message of a bag: 2, 4 or 8; 0 is 2
}

// A Layout hands out the places of a state. Its first error stays; what is handed out after it is of no use.
type Layout struct {
	instance Instance
	used     []uint8 // bits of each word
	parts    []part  // in the order in which Text lists them
	err      error
}

// A part of a state writes itself as numbers.
type part interface {
	numbers(to []int, s *State) []int
}

// NewLayout begins with nothing laid out.
func NewLayout(in Instance) *Layout {
	if in.CountBits == 0 {
		in.CountBits = 2
	}
	l := &Layout{instance: in}
	switch {
	case in.Tokens < 0 || in.Tokens >= MaxValue:
		l.fail("%d tokens are not between 0 and %d", in.Tokens, MaxValue-1)
	case in.CountBits != 2 && in.CountBits != 4 && in.CountBits != 8:
		l.fail("counts of %d bits", in.CountBits)
	}
	return l
}

// MaxValue bounds the values of counters and tokens, as in every engine.
const MaxValue = 255

func (l *Layout) fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf("packed: "+format, args...)
	}
}

// Beside says from which specs a model and the step that it calls were generated: they must be one.
func (l *Layout) Beside(model, step string) {
	if model != step {
		l.fail("the model was generated from another spec than the step that it calls; generate both again")
	}
}

// Err is the first error.
func (l *Layout) Err() error { return l.err }

// Words is how many words of a state are used.
func (l *Layout) Words() int { return max(1, len(l.used)) }

// Size is how many values a sort has. The sort must have a size.
func (l *Layout) Size(sort string) int {
	n, ok := l.instance.Sizes[sort]
	if !ok || n < 1 {
		l.fail("the instance gives sort %s no size", sort)
		return 1
	}
	return n
}

// Tokens is how many may be drawn.
func (l *Layout) Tokens() int { return l.instance.Tokens }

// place hands out a number of bits of one word: of the first that has so many.
func (l *Layout) place(width int) Place {
	if width > 64 {
		l.fail("%d bits do not fit in a word", width)
		width = 64
	}
	for i, used := range l.used {
		if int(used)+width <= 64 {
			l.used[i] += uint8(width)
			return Place{word: uint8(i), shift: used, mask: mask(width)}
		}
	}
	if len(l.used) == Words {
		l.fail("a state needs more than %d words", Words)
		return Place{}
	}
	l.used = append(l.used, uint8(width))
	return Place{word: uint8(len(l.used) - 1), mask: mask(width)}
}

func mask(width int) uint64 { return 1<<width - 1 }

// width is how many bits tell n values apart.
func width(n int) int { return bits.Len(uint(max(n, 1) - 1)) }

// Text writes a state as a tuple of numbers, <<1, 2, 3>>, in the order in which its parts were laid out. States of two
// engines are equal if their texts are.
func (l *Layout) Text(s *State) string {
	var numbers []int
	for _, p := range l.parts {
		numbers = p.numbers(numbers, s)
	}
	text := []byte("<<")
	for i, n := range numbers {
		if i > 0 {
			text = append(text, ", "...)
		}
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return string(append(text, ">>"...))
}
