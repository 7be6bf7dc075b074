package main

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
)

// A Bar is something that must hold, as measured. The unit of Ours and Peer stands in Name.
type Bar struct {
	Name  string   `json:"name"`
	Ours  float64  `json:"ours"`
	Peer  *float64 `json:"peer"`  // null: no peer, or it was not run
	Ratio *float64 `json:"ratio"` // as Bar puts it, else ours/peer; null without a peer
	Bar   string   `json:"bar"`
	Holds bool     `json:"holds"`

	uncounted bool // neither holds nor fails: Bar says why
}

// atMost is a bar on ours alone.
func atMost(name string, ours, limit float64) Bar {
	return Bar{Name: name, Ours: ours, Bar: fmt.Sprintf("ours <= %g", limit), Holds: ours <= limit}
}

// atLeast is a bar on ours alone.
func atLeast(name string, ours, limit float64) Bar {
	return Bar{Name: name, Ours: ours, Bar: fmt.Sprintf("ours >= %g", limit), Holds: ours >= limit}
}

// figureOnly is no bar: it is printed for comparison with other runs.
func figureOnly(name string, ours float64) Bar {
	return Bar{Name: name, Ours: ours, Bar: "none", Holds: true}
}

// skipped is a bar whose peer could not be run. It does not hold, and it is no failure.
func skipped(name string, ours float64, why error) Bar {
	return Bar{Name: name, Ours: ours, Bar: "skipped: " + why.Error(), uncounted: true}
}

// disregard is the bar with a reason why it is not counted.
func (b Bar) disregard(format string, args ...any) Bar {
	b.Bar, b.Holds, b.uncounted = "not counted: "+fmt.Sprintf(format, args...), false, true
	return b
}

// slower bounds how many times the peer's time ours may take.
func slower(name string, ours, peer, limit float64) Bar {
	ratio := ours / peer
	return Bar{Name: name, Ours: ours, Peer: &peer, Ratio: &ratio, Bar: fmt.Sprintf("ours/peer <= %g", limit), Holds: ratio <= limit}
}

// faster bounds how many times ours the peer must take.
func faster(name string, ours, peer, limit float64) Bar {
	ratio := peer / ours
	return Bar{Name: name, Ours: ours, Peer: &peer, Ratio: &ratio, Bar: fmt.Sprintf("peer/ours >= %g", limit), Holds: ratio >= limit}
}

// times bounds how many times the peer's figure ours must be at least.
func times(name string, ours, peer, limit float64) Bar {
	ratio := ours / peer
	return Bar{Name: name, Ours: ours, Peer: &peer, Ratio: &ratio, Bar: fmt.Sprintf("ours/peer >= %g", limit), Holds: ratio >= limit}
}

// beside adds a peer's figure to a bar on ours alone.
func (b Bar) beside(peer float64) Bar {
	ratio := b.Ours / peer
	b.Peer, b.Ratio = &peer, &ratio
	return b
}

func printJSON(w io.Writer, b Bar) error { return json.NewEncoder(w).Encode(b) }

func printTable(w io.Writer, b Bar) error {
	verdict := "holds"
	switch {
	case b.uncounted:
		verdict = "-"
	case !b.Holds:
		verdict = "FAILS"
	}
	_, err := fmt.Fprintf(w, "%-66s %10s %10s %8s   %-20s %s\n", b.Name, figure(&b.Ours), figure(b.Peer), figure(b.Ratio), b.Bar, verdict)
	return err
}

func figure(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.4g", *x)
}

// A run is how thoroughly everything is measured.
type run struct {
	short bool
	only  *regexp.Regexp // groups
	dir   string         // for files
	notes io.Writer
}

func (r run) note(format string, args ...any) { fmt.Fprintf(r.notes, "bench: "+format+"\n", args...) }

// rounds is how often contenders take turns.
func (r run) rounds() int {
	if r.short {
		return 40
	}
	return 200
}

// fileTurns is how often those who move files take turns.
func (r run) fileTurns() int {
	if r.short {
		return 3
	}
	return 9
}
