package keys_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/internal/keys"
)

// If it failed, a key that nothing finds again would be kept for ever, or one that cannot be compared would panic.
func TestFound(t *testing.T) {
	check(t, true, true, "", "a")
	check(t, true, false, math.NaN())
	check(t, true, true, math.Copysign(0, -1))
	check(t, true, false, [2]float64{0, math.NaN()})
	check[any](t, true, true, nil, 1, "a", [1]any{2}, struct{ a any }{nil})
	check[any](t, true, false, math.NaN())
	check[any](t, false, false, []int{1}, func() {}, map[int]int{}, [1]any{[]int{}}, struct{ a any }{[]int{}})
	check(t, false, false, [2]any{1, []int{}})
	check(t, false, false, struct{ a [1]any }{[1]any{[]int{}}})
}

func check[K comparable](t *testing.T, comparable, found bool, list ...K) {
	for _, key := range list {
		assert.Equal(t, comparable, keys.TypeOf[K]().Comparable(key), "%T %v", key, key)
		assert.Equal(t, found, keys.TypeOf[K]().Found(key), "%T %v", key, key)
	}
}

// If it failed, each lookup of a key of a plain type would pay for those of others.
func TestPlainKeysAreNotLookedAt(t *testing.T) {
	type plain struct {
		hash [32]byte
		of   *[]int
	}
	kind, key := keys.TypeOf[plain](), plain{[32]byte{1}, nil}
	assert.Zero(t, testing.AllocsPerRun(100, func() { kind.Found(key) }))
	assert.Equal(t, keys.Type[plain]{}, kind)
}
