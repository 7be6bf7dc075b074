package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// If a field were renamed or left out, whoever reads the output would take a bar that fails for one that is not there.
func TestJSONHasAllFieldsOfABar(t *testing.T) {
	for _, b := range []Bar{slower("a", 1, 2, 1.15), faster("b", 1, 2, 40), times("f", 1, 2, 30), atMost("c", 1, 0), atLeast("d", 1, 0), figureOnly("e", 1), skipped("g", 1, errMissing)} {
		var out strings.Builder
		if err := printJSON(&out, b); err != nil {
			t.Fatal(err)
		}
		var fields map[string]any
		if err := json.Unmarshal([]byte(out.String()), &fields); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"name", "ours", "peer", "ratio", "bar", "holds"} {
			if _, ok := fields[name]; !ok {
				t.Errorf("%s has no field %s", out.String(), name)
			}
		}
	}
}

// If a bound were read the wrong way round, every bar would hold.
func TestBarsFail(t *testing.T) {
	for _, b := range []Bar{slower("too slow", 2, 1, 1.15), faster("too slow", 1, 2, 40), times("too little", 2, 1, 30), atMost("too much", 1, 0), atLeast("too little", 1, 2)} {
		if b.Holds {
			t.Errorf("%+v holds", b)
		}
	}
	for _, b := range []Bar{slower("quick", 1, 1, 1.15), faster("quick", 1, 50, 40), times("enough", 60, 2, 30), atMost("nothing", 0, 0), atLeast("enough", 2, 2)} {
		if !b.Holds {
			t.Errorf("%+v does not hold", b)
		}
	}
}

// If a bar without a fair peer counted as a failure, or a failure did not, the exit code would say nothing.
func TestOnlyFailuresFail(t *testing.T) {
	holds, fails := atMost("holds", 0, 0), atMost("fails", 1, 0)
	lacking := []Bar{skipped("skipped", 1, errMissing), faster("unfair", 1, 9, 6).disregard("a straw man")}
	for _, c := range []struct {
		bars []Bar
		held bool
		note string
	}{
		{append(lacking, holds), true, "1 hold, 0 fail, 2 are skipped or not counted"},
		{append(lacking, fails), false, "0 hold, 1 fail, 2 are skipped or not counted"},
	} {
		var notes strings.Builder
		r := run{only: regexp.MustCompile("some"), notes: &notes}
		printed := 0
		held, err := measure(r, []group{
			{"some", func(run) ([]Bar, error) { return c.bars, nil }},
			{"other", func(run) ([]Bar, error) { return []Bar{fails}, nil }},
		}, func(Bar) error { printed++; return nil })
		if err != nil || held != c.held || printed != len(c.bars) || !strings.Contains(notes.String(), c.note) {
			t.Errorf("%v, %v, %d printed, %q; want %v, %q", held, err, printed, notes.String(), c.held, c.note)
		}
	}
}
