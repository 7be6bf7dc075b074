// A test of a tier on a mount on which every call hangs, with more asks than a process can have threads. It needs root
// and /dev/fuse.
package e2e

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// mostThreads is how many threads a process with one tier may have: one for each stuck call, and for each worker of the
// lookups and of the jobs, and some for Go.
const mostThreads = mostStuck + 2*workers + 16

// threads is how many this process has.
func threads(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	for line := range strings.Lines(string(status)) {
		if n, ok := strings.CutPrefix(line, "Threads:"); ok {
			threads, err := strconv.Atoi(strings.TrimSpace(n))
			require.NoError(t, err)
			return threads
		}
	}
	require.Fail(t, "the kernel counts no threads")
	return 0
}

// A crowd is requests that ask for many keys each, of which no two are the same.
type crowd struct {
	e        *engine
	handles  []lookup.Handle
	keysEach int
}

// ask is how often the crowd hears each verdict, now.
func (c crowd) ask() map[lookup.Verdict]int {
	heard := map[lookup.Verdict]int{}
	for n, h := range c.handles {
		for k := range c.keysEach {
			heard[c.e.hears(h, fmt.Sprint("crowd ", n, " ", k))]++
		}
	}
	return heard
}

// If each ask on a dead mount took a thread, 10,000 of them would end the process; if none of them were answered, the
// engine would stand still; and if the tier stayed down when the mount is back, it would be lost.
func TestAHundredThousandAsksOnAHungMount(t *testing.T) {
	all := 100_000
	if testing.Short() {
		all = 10_000
	}
	f := faultfs.Mount(t)
	e := newEngine(t, f)
	e.put("k")
	c := crowd{e: e, keysEach: 1000}
	for range all / c.keysEach {
		c.handles = append(c.handles, e.begin())
	}

	f.Set(faultfs.Fault{Hang: true})
	var jobs []tiers.JobID
	for slot := range slots {
		jobs = append(jobs, e.submitStore(fmt.Sprint("stored", slot), 1, slot))
	}
	require.Equal(t, map[lookup.Verdict]int{lookup.VerdictRetry: all}, c.ask())
	e.step()
	f.AwaitHung(2 * workers)
	most := 0
	e.until(func() bool {
		most = max(most, threads(t))
		e.pass(callDeadline + 1)
		return errors.Is(e.tier.Ready(), tiers.ErrDown)
	}, "the tier goes down")
	require.GreaterOrEqual(t, e.tier.Stats().Stuck, mostStuck)

	require.Equal(t, map[lookup.Verdict]int{lookup.VerdictMiss: all}, c.ask(), "every ask is answered by its deadline")
	newcomer := e.begin()
	require.Equal(t, lookup.VerdictMiss, e.hears(newcomer, "k"), "and the next one at once")
	_, err := e.tier.SubmitStore([]tiers.Block[string]{{Key: "k", Slot: 0}})
	require.ErrorIs(t, err, tiers.ErrDown)
	held := e.requireFailed(jobs)
	most = max(most, threads(t))
	t.Logf("%d threads at most, %d calls are stuck, %d jobs hold their slots", most, e.tier.Stats().Stuck, held)
	require.LessOrEqual(t, most, mostThreads)
	require.Greater(t, most, mostStuck/2, "calls hang in the kernel, not elsewhere")

	f.Clear()
	e.until(func() bool { e.pass(testEvery); return e.tier.Ready() == nil }, "the tier serves again")
	e.until(func() bool { return len(e.released) == held }, "the slots are released")
	e.get("k", 0)
	require.NoError(t, e.result(e.submitStore("new", 1, 1)).Err)
	e.get("new", 2)
	require.LessOrEqual(t, threads(t), mostThreads)

	for _, h := range append(c.handles, newcomer) {
		e.finish(h)
	}
	e.until(func() bool { s := e.tier.Stats(); return s.Keys+s.Requests+s.Jobs+s.Held+s.Stuck == 0 }, "nothing is left")
}

// requireFailed requires that each of the jobs has failed, and was reported so; held are those whose slots are not free.
func (e *engine) requireFailed(jobs []tiers.JobID) (held int) {
	e.t.Helper()
	for _, job := range jobs {
		r := e.result(job)
		require.ErrorIs(e.t, r.Err, tiers.ErrExpired)
		if r.Held {
			held++
		}
	}
	require.Positive(e.t, held)
	require.Empty(e.t, e.released)
	return held
}
