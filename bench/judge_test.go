package main

import (
	"io"
	"strings"
	"testing"
)

func quietly(notes io.Writer) run { return run{short: true, notes: notes} }

// If a peer that is slower than the public one counted, a bar would hold because the peer was written badly.
func TestAStrawManIsRefused(t *testing.T) {
	var notes strings.Builder
	j := judge{quietly(&notes), 2}
	fair := j.time(faster("fair", 10, 259, 6), 100)
	if !fair.Holds || fair.uncounted {
		t.Errorf("slower than the public one by less than the slack: %+v", fair)
	}
	for _, straw := range []Bar{j.time(faster("slow", 10, 261, 6), 100), j.size(faster("fat", 10, 131, 6), 100)} {
		if straw.Holds || !straw.uncounted || !strings.Contains(straw.Bar, "straw man") {
			t.Errorf("%+v counts", straw)
		}
	}
	if strings.Count(notes.String(), "a straw man") != 2 || strings.Count(notes.String(), "a fair peer") != 1 {
		t.Errorf("the notes do not say which is which:\n%s", notes.String())
	}
}

// If a slower machine made the public figures stricter, a fair peer would be refused there.
func TestTheScaleIsThatOfASwitch(t *testing.T) {
	j := newJudge(quietly(io.Discard))
	if j.scale < 0.01 || j.scale > 100 {
		t.Errorf("the scale is %g", j.scale)
	}
}

// If the switch ignored its lifecycle, it would tell nothing of the machine.
func TestTheSwitchFollowsALifecycle(t *testing.T) {
	var w guardedWorld
	w.walk(lifecycles(1000, nil))
	if w.moved != 1000 {
		t.Errorf("%d of 1000 events did something", w.moved)
	}
}
