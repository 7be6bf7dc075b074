package mutant_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/mutant"
	"github.com/genlock-go/genlock/internal/testspec/lamps"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/internal/testspec/printing"
	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

func resolve(t *testing.T, s spec.System) *ast.System {
	t.Helper()
	sys, err := spec.Resolve(s)
	require.NoError(t, err)
	return sys
}

func hunt(t *testing.T, sys *ast.System, opt mutant.Options) *mutant.Report {
	t.Helper()
	r, err := mutant.Hunt(context.Background(), sys, opt)
	require.NoError(t, err)
	return r
}

func verdict(t *testing.T, r *mutant.Report, name string) mutant.Verdict {
	t.Helper()
	i := slices.IndexFunc(r.Verdicts, func(v mutant.Verdict) bool { return v.Name == name })
	require.GreaterOrEqual(t, i, 0, "no mutant %q", name)
	return r.Verdicts[i]
}

// without is a system that lacks a property.
func without(sys *ast.System, property string) *ast.System {
	less := *sys
	less.Properties = slices.DeleteFunc(slices.Clone(sys.Properties), func(p *ast.Property) bool { return p.Name == property })
	return &less
}

// A hunt that killed without a property to kill would praise any spec; one that did not notice the property would blame
// any.
func TestASurvivorAsksForItsProperty(t *testing.T) {
	const edit = "Click: Press at each lamp, not one"
	r := hunt(t, resolve(t, lamps.System), mutant.Options{})
	killed := verdict(t, r, edit)
	assert.Equal(t, mutant.Killed, killed.Fate)
	assert.Equal(t, "OneAtATime", killed.Property)
	assert.Equal(t, "three", killed.Instance)
	assert.Equal(t, 1, killed.Length)
	assert.True(t, killed.Changes)

	r = hunt(t, without(resolve(t, lamps.System), "OneAtATime"), mutant.Options{})
	assert.Equal(t, mutant.Survived, verdict(t, r, edit).Fate)
	assert.Less(t, r.Score(), 100.0)
}

// Each fate of a mutant is met by one of which it is known.
func TestFates(t *testing.T) {
	r := hunt(t, resolve(t, lease.System), mutant.Options{})
	tests := []struct {
		name    string
		fate    mutant.Fate
		result  model.Result
		says    string
		changes bool
	}{
		{"Expire in Held: stays", mutant.Killed, model.Liveness, "EveryLeaseEnds", true},
		{"WriteLands: without its condition", mutant.Killed, model.Safety, "NoLateWrite", true},
		{"GiveBack: Expire instead of Release", mutant.Killed, mutant.Vacuous, "cell Release in Free", true},
		{"TimePasses: need never happen", mutant.Killed, model.Liveness, "EveryLeaseEnds", false},
		{"Acquire in Free: answers denied", mutant.Survived, "", "", true},
		{"WriteLands: need never happen", mutant.Survived, "", "", false},
		{"Release in Free: to Free", mutant.Equivalent, "", "", false},
		{"Ask: without Acquire at leases", mutant.Refused, "", "does nothing", false},
		{"Write: without its condition", mutant.Undecided, "", "states", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := verdict(t, r, tt.name)
			assert.Equal(t, tt.fate, v.Fate)
			assert.Equal(t, tt.result, v.Result)
			assert.Contains(t, v.Property+v.Reason, tt.says)
			assert.Equal(t, tt.changes, v.Changes)
		})
	}
	assert.Equal(t, len(r.Verdicts), sum(r))
}

func sum(r *mutant.Report) int {
	n := 0
	for _, k := range mutant.Kinds {
		n += len(r.Of(k).Verdicts)
	}
	return n
}

// A property that follows from the others would be kept for ever if nothing said that it never fails.
func TestIdleProperties(t *testing.T) {
	sys := *resolve(t, lamps.System)
	idle := *sys.Property("OneAtATime")
	idle.Name, idle.Holds = "NothingNew", ast.Implies{If: idle.Holds, Then: idle.Holds}
	sys.Properties = append(slices.Clone(sys.Properties), &idle)
	assert.Equal(t, []string{"NothingNew"}, hunt(t, &sys, mutant.Options{}).Idle)
	assert.Empty(t, hunt(t, &sys, mutant.Options{Caught: []string{"NothingNew"}}).Idle)
}

// Of a system that is not sound itself nothing can be said, and of an end that comes early only what is known.
func TestUnsoundAndInterrupted(t *testing.T) {
	bug, _ := lease.System.Bug("trustingStorage")
	edited, err := lease.System.With(bug)
	require.NoError(t, err)
	_, err = mutant.Hunt(context.Background(), resolve(t, edited), mutant.Options{})
	var unsound *mutant.Unsound
	require.ErrorAs(t, err, &unsound)
	assert.Equal(t, "NoLateWrite", unsound.Report.Property)

	ended, end := context.WithCancel(context.Background())
	end()
	_, err = mutant.Hunt(ended, resolve(t, lease.System), mutant.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// A verdict that depended on the number of workers could not be relied on.
func TestWorkersDoNotMatter(t *testing.T) {
	sys := resolve(t, lease.System)
	told := func(workers int) []string {
		var lines []string
		for _, v := range hunt(t, sys, mutant.Options{Workers: workers}).Verdicts {
			lines = append(lines, fmt.Sprint(v.Name, v.Fate, v.Changes, v.Instance, v.Result, v.Property, v.Length))
		}
		return lines
	}
	assert.Equal(t, told(1), told(4))
}

// Every edit must differ from the original in a name that says where and what, also in systems of several machines.
func TestNames(t *testing.T) {
	for _, s := range []spec.System{lookupspec.System, tiering.System, printing.System, lease.System} {
		seen := map[string]bool{}
		kinds := map[mutant.Kind]bool{}
		for _, m := range mutant.All(resolve(t, s)) {
			assert.False(t, seen[m.Name], m.Name)
			seen[m.Name], kinds[m.Kind] = true, true
			assert.Contains(t, m.Name, ": ")
		}
		t.Logf("%s: %d edits", s.Name, len(seen))
		assert.GreaterOrEqual(t, len(kinds), 6, s.Name)
	}
}

// The original is shared by all mutants and by whoever explores it: an edit that reached it would spoil all others.
func TestTheOriginalStaysAsItIs(t *testing.T) {
	sys := resolve(t, lookupspec.System)
	digest := spec.Digest(lookupspec.System)
	all := mutant.All(sys)
	require.NotEmpty(t, all)
	assert.Equal(t, digest, spec.Digest(lookupspec.System))
	again := mutant.All(sys)
	require.Len(t, again, len(all))
	for i := range all {
		assert.Equal(t, all[i].Name, again[i].Name)
	}
}

// A world in which messages go astray is no mistake; which it can bear must not be guessed.
func TestFaults(t *testing.T) {
	faults, err := mutant.Faults(context.Background(), resolve(t, lookupspec.System), mutant.Options{Instances: []string{"tiny"}})
	require.NoError(t, err)
	var lines []string
	for _, f := range faults {
		line := fmt.Sprintf("%s %s: %s", f.Channel, f.Mishap, f.Fate)
		for _, fall := range f.Falls {
			line += fmt.Sprintf(", %s %d", fall.Property, fall.Length)
		}
		lines = append(lines, line)
	}
	assert.Equal(t, []string{
		"asked lost: killed, PendingIsBatched 2, EveryAskIsSent 3",
		"asked doubled: killed, OneProbePerGeneration 2, NoRejectedCell 4, MissIsQuiet 5",
		"probing lost: killed, InFlightIsProbed 3",
		"probing doubled: killed, OneProbePerGeneration 3, MissIsQuiet 5",
		"loading lost: killed, LoadersLoad 5, HitIsLoadable 5",
		"loading doubled: killed, OneLoadAtATime 5, NoLoadFailsForEver 7",
		"answered lost: killed, InFlightIsProbed 4, EveryOrphanEnds 5",
		"answered doubled: killed, OneProbePerGeneration 4",
		"broken lost: killed, InFlightIsProbed 4, EveryOrphanEnds 5",
		"broken doubled: killed, OneProbePerGeneration 4",
		"told lost: killed, NoFalseMiss 6",
		"told doubled: survived",
		"told overtook: killed, NoFalseMiss 8",
	}, lines)
}

// TestLookup would fail if an edit of the lookup went unnoticed, or a property were there for nothing.
func TestLookup(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute on two cores")
	}
	var caught []string
	for _, bug := range lookupspec.System.KnownBugs {
		caught = append(caught, bug.Breaks)
	}
	r := hunt(t, resolve(t, lookupspec.System), mutant.Options{Caught: caught})
	alive := []string{}
	for _, v := range r.Verdicts {
		if v.Fate == mutant.Survived || v.Fate == mutant.Undecided {
			alive = append(alive, v.Name+" "+v.Reason)
		}
	}
	assert.Empty(t, alive, strings.Join(alive, "\n"))
	assert.InDelta(t, 100, r.Score(), 0)
	assert.Empty(t, r.Idle)
	assert.GreaterOrEqual(t, r.Changing(), 150)
	assert.Zero(t, r.Count(mutant.Unreached))
	t.Logf("%d edits, %d change the graph, %d killed", len(r.Verdicts), r.Changing(), r.Count(mutant.Killed))
}
