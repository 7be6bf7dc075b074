package main

import (
	"encoding/json"
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
