package lookuptest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

var (
	counts = regexp.MustCompile(`(\d+) gathered, (\d+) under way`)
	entry  = regexp.MustCompile(`(?m)^(\S+): (\w+), generation (\d+), (\d+) holders`)
	closed = regexp.MustCompile(`(?m)^every key is Closed$`)
)

// State compares what the manager holds: how many probes are gathered and under way, and a line for each key of which
// something is known, as in "key1: Pending, generation 1, 1 holders", in the order of keys. After a shutdown it is the
// one line "every key is Closed".
func (s *Stage) State(gathered, underWay int, entries ...string) {
	s.t.Helper()
	var dump strings.Builder
	if err := s.m.DumpState(&dump); err != nil {
		s.t.Fatal(err)
	}
	want := append([]string{fmt.Sprintf("%d gathered, %d under way", gathered, underWay)}, entries...)
	check(s, strings.Join(s.held(dump.String()), "\n"), strings.Join(want, "\n"), "state")
}

// held is a dump in the words of State.
func (s *Stage) held(dump string) []string {
	lines := []string{counts.FindString(dump)}
	if closed.MatchString(dump) {
		lines = append(lines, "every key is Closed")
	}
	var entries []string
	known := map[string]bool{}
	for _, e := range entry.FindAllStringSubmatch(dump, -1) {
		if e[2] == lookup.Absent.String() || e[2] == lookup.Closed.String() {
			continue // it is kept for what is under way, and knows nothing
		}
		token, _ := strconv.ParseUint(e[3], 10, 64)
		known[e[1]] = true
		entries = append(entries, fmt.Sprintf("%s: %s, generation %d, %s holders", e[1], e[2], s.number(lookup.Token(token)), e[4]))
	}
	for key, e := range s.told {
		if e.Phase != lookup.Absent && e.Phase != lookup.Closed && !known[key] {
			entries = append(entries, fmt.Sprintf("%s: %v, says the step, and the manager does not hold it", key, e.Phase))
		}
	}
	slices.Sort(entries)
	return append(lines, entries...)
}
