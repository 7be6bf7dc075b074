package model

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A span is the values lo, lo+1, … of a type, n of them.
type span struct{ lo, n int }

// A grid numbers the tuples of several spans from 0, the first span slowest.
type grid []span

// size is the number of tuples; math.MaxInt stands for more than an int holds.
func (g grid) size() int {
	size := 1
	for _, s := range g {
		if s.n > 0 && size > math.MaxInt/s.n {
			return math.MaxInt
		}
		size *= s.n
	}
	return size
}

// index is the number of a tuple, -1 for one that is not in the grid.
func (g grid) index(values []int) int {
	index := 0
	for i, s := range g {
		v := values[i] - s.lo
		if v < 0 || v >= s.n {
			return -1
		}
		index = index*s.n + v
	}
	return index
}

// tuple is the tuple with that number.
func (g grid) tuple(index int) []int {
	values := make([]int, len(g))
	for i := len(g) - 1; i >= 0; i-- {
		values[i] = g[i].lo + index%g[i].n
		index /= g[i].n
	}
	return values
}

// A scale is what an instance says about types: how many values each has.
type scale struct {
	sizes  map[string]int
	tokens int
}

// span is the values that a variable of the type ranges over. A token variable is never 0: nobody names the token that
// was not drawn.
func (s scale) span(t ast.Type) (span, error) {
	switch t.Kind {
	case ast.Bool:
		return span{0, 2}, nil
	case ast.Sort:
		n, ok := s.sizes[t.Name]
		if !ok || n < 1 {
			return span{}, fmt.Errorf("model: the instance gives sort %s no size", t.Name)
		}
		return span{0, n}, nil
	case ast.Token:
		return span{1, s.tokens}, nil
	case ast.Enum:
		return span{0, len(t.Words.List)}, nil
	default:
		return s.natural(t)
	}
}

func (s scale) natural(t ast.Type) (span, error) {
	if t.MaxSort == "" {
		return span{0, t.Max + 1}, nil
	}
	n, ok := s.sizes[t.MaxSort]
	if !ok {
		return span{}, fmt.Errorf("model: the instance gives sort %s no size, which bounds a counter", t.MaxSort)
	}
	return span{0, n + 1}, nil
}

// held is the values that a field, a fact or an argument of the type may have: those of a variable, and the token 0.
func (s scale) held(t ast.Type) (span, error) {
	if t.Kind == ast.Token {
		return span{0, s.tokens + 1}, nil
	}
	return s.span(t)
}

func (s scale) grid(vs []*ast.Variable) (grid, error) {
	g := make(grid, len(vs))
	for i, v := range vs {
		var err error
		if g[i], err = s.span(v.Type); err != nil {
			return nil, fmt.Errorf("%w (variable %s)", err, v.Name)
		}
	}
	return g, nil
}

// valueText is a value in the words of the spec: key1, true, hit, 2.
func valueText(t ast.Type, n int) string {
	switch {
	case t.Kind == ast.Bool && n == 0:
		return "false"
	case t.Kind == ast.Bool:
		return "true"
	case t.Kind == ast.Sort:
		return strings.ToLower(t.Name) + strconv.Itoa(n+1)
	case t.Kind == ast.Enum && n >= 0 && n < len(t.Words.List):
		return t.Words.List[n]
	default:
		return strconv.Itoa(n)
	}
}

// bindingText is a value beside the name of its variable; a value of a sort speaks for itself.
func bindingText(v *ast.Variable, n int) string {
	if v.Type.Kind == ast.Sort {
		return valueText(v.Type, n)
	}
	return v.Name + "=" + valueText(v.Type, n)
}

// tupleText is the values of several variables, in brackets.
func tupleText(vs []*ast.Variable, values []int) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = bindingText(v, values[i])
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// parseValue reads what valueText writes, TRUE and FALSE as TLC writes them, and quoted words.
func parseValue(t ast.Type, text string) (int, error) {
	word := strings.Trim(text, `"`)
	switch t.Kind {
	case ast.Bool:
		is, err := strconv.ParseBool(strings.ToLower(word))
		if err != nil {
			return 0, fmt.Errorf("model: %q is no bool", text)
		}
		return int(bit(is)), nil
	case ast.Enum:
		if i := t.Words.Index(word); i >= 0 {
			return i, nil
		}
		return 0, fmt.Errorf("model: %q is no word of %s", text, t.Name)
	case ast.Sort:
		n, err := strconv.Atoi(strings.TrimPrefix(word, strings.ToLower(t.Name)))
		if err != nil {
			return 0, fmt.Errorf("model: %q is no value of sort %s", text, t.Name)
		}
		return n - 1, nil
	default:
		n, err := strconv.Atoi(word)
		if err != nil {
			return 0, fmt.Errorf("model: %q is no number", text)
		}
		return n, nil
	}
}

// members is the number of bits in a set.
func members(set byte) int { return bits.OnesCount8(set) }

func bit(is bool) byte {
	if is {
		return 1
	}
	return 0
}
