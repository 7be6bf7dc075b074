package tiertest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// What a tier is for: bytes that were stored come back.
var blockCases = []conform{
	{name: "empty tier misses", check: func(s *scene) {
		h := s.asks(lookup.VerdictMiss, "a", "b", "c")
		if _, err := s.tier.SubmitLoad(h, blocks(0, "a")); !errors.Is(err, tiers.ErrNoHit) {
			s.Errorf("the load of a miss is refused with %v, want ErrNoHit", err)
		}
	}},
	{name: "blocks come back, 0 of them", check: comeBack(0)},
	{name: "blocks come back, 1 of them", check: comeBack(1)},
	{name: "blocks come back, 2 of them", check: comeBack(2)},
	{name: "blocks come back, 5 of them", check: comeBack(5)},
	{name: "blocks come back, 64 of them", check: comeBack(64)},
	{name: "a block that is stored again has its last bytes", check: func(s *scene) {
		s.store("a")
		s.store("a")
		s.loads(s.asks(lookup.VerdictHit, "a"), "a")
	}},
	{name: "one slot goes to several blocks", check: func(s *scene) {
		s.store("a")
		s.store("b")
		s.store("c")
		s.loads(s.asks(lookup.VerdictHit, "c", "a", "b"), "c", "a", "b")
	}},
	{name: "hostile keys have blocks of their own", check: func(s *scene) {
		s.store(hostile...)
		s.loads(s.asks(lookup.VerdictHit, hostile...), hostile...)
		s.asks(lookup.VerdictMiss, "a/", "...", "\x00\x00", strings.Repeat("x", 64<<10-1), strings.Repeat("x", 64<<10)+"y")
	}},
}

// hostile are keys that some storage might take for something else, or for each other.
var hostile = []string{
	"", " ", "/", "//", ".", "..", "../..", "a/b", "a/../b", "a\\b", "/etc/passwd", "\x00", "a\x00b", "a", "A", "a ", "a.",
	"CON", "con:", ".hidden", "-rf", "~", "%2e%2e", "%", "*?", "\n", "\xff\xfe", "é", "e\u0301", "\u202e",
	strings.Repeat("x", 255), strings.Repeat("x", 256), strings.Repeat("x", 64<<10),
}

// comeBack stores n blocks, and loads them into other slots than they came from.
func comeBack(n int) func(*scene) {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("block %d", i)
	}
	return func(s *scene) {
		s.asks(lookup.VerdictMiss, keys...)
		s.store(keys...)
		s.loads(s.asks(lookup.VerdictHit, keys...), keys...)
	}
}
