package tla_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/internal/tlc"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// TestMachineKeepsContract would fail if callers of the lookup could see anything that the contract does not permit.
func TestMachineKeepsContract(t *testing.T) {
	for _, config := range []string{"LookupRefines_tiny.cfg", "LookupRefines_daily.cfg"} {
		t.Run(config, func(t *testing.T) {
			t.Parallel()
			r := check(t, machine(t, spec.Link(lookupspec.System)), contract(t), config)
			assert.Equal(t, model.Holds, r.Result)
			t.Logf("%d distinct, %d generated, depth %d, %.0f s", r.Distinct, r.Generated, r.Depth, r.Seconds)
		})
	}
}

// TestContractSeesBugs would fail if the contract said too little: the bugs that callers can see break it.
func TestContractSeesBugs(t *testing.T) {
	for _, name := range []string{"staleVerdict", "noGeneration", "unguardedMarkMiss", "resolvedOnlyMarkMiss",
		"noMarkMiss", "leakedEntry"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := check(t, machine(t, buggy(t, lookupspec.System, name)), contract(t), "LookupRefines_tiny.cfg")
			assert.Equal(t, model.Safety, r.Result)
		})
	}
}

// TestContractSeesNoProbes would fail if the contract spoke of probes: a forgotten one is nothing that callers hear.
func TestContractSeesNoProbes(t *testing.T) {
	t.Parallel()
	r := check(t, machine(t, buggy(t, lookupspec.System, "forgottenProbe")), contract(t), "LookupRefines_tiny.cfg")
	assert.Equal(t, model.Holds, r.Result)
}

// TestLazyMachines would fail if the contract alone were taken for all that a lookup owes. A machine that refuses all,
// or takes in no answer, keeps it; it is the claim that no hit is ever learnt that tells it from a good one.
func TestLazyMachines(t *testing.T) {
	const learns = "LookupRefines_learns.cfg"
	t.Run("good", func(t *testing.T) {
		t.Parallel()
		r := check(t, machine(t, spec.Link(lookupspec.System)), contract(t), learns)
		assert.Equal(t, model.Safety, r.Result)
	})
	for name, lazy := range map[string]func(*ast.Cell){
		"refuses all":     func(c *ast.Cell) { c.To, c.Do = "Failed", refusal() },
		"takes no answer": func(c *ast.Cell) { c.To, c.Outcome, c.Why = "", ast.Ignore, "nobody looks" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sys := spec.Link(lookupspec.System)
			for _, c := range sys.Cells {
				if c.Event.Name == "Deliver" && (c.To == "Hit" || c.To == "Miss") {
					lazy(c)
				}
			}
			assert.Equal(t, model.Holds, check(t, machine(t, sys), contract(t), "LookupRefines_tiny.cfg").Result)
			assert.Equal(t, model.Holds, check(t, machine(t, sys), contract(t), learns).Result)
		})
	}
}

// TestEveryPermissionIsNeeded would fail if the contract permitted something that no lookup does: without any one of its
// permissions the machine breaks it.
func TestEveryPermissionIsNeeded(t *testing.T) {
	for name, edit := range map[string][2]string{
		"to ask":                          {`\/ \E key \in Key, request \in Request : Ask(key, request)`, `\/ FALSE`},
		"to refuse who asks":              {`IF known = "retry" THEN {"retry", "miss"} ELSE {known}`, `{known}`},
		"to forget who asks late":         {`IF shut THEN {} ELSE {request}`, `{request}`},
		"to refuse who waits":             {`Refuse(key) \/ `, ``},
		"to learn":                        {`Learn(key) \/ `, ``},
		"to learn what was true since":    {`@ \cup {truth'[key]}`, `@`},
		"to learn what is true when told": {`{word, truth[key]}`, `{word}`},
		"to serve all who wait":           {`Tell(key, Waiting(key), word)`, `Tell(key, {}, word)`},
		"to forget an old miss":           {`Forget(key) \/ `, ``},
		"to be told":                      {`BeTold(key) \/ `, ``},
		"to be told what nobody asked":    {`IF Holders(key) = {} THEN @ ELSE word`, `word`},
		"to lift refusals":                {`Tell(key, Holders(key), word)`, `Tell(key, Waiting(key), word)`},
		"to change":                       {` \/ Change(key)`, ``},
		"to change without a word":        {`news' \in {news, [`, `news' \in {[`},
		"to say what changed":             {`news' \in {news, [news EXCEPT ![key] = Append(@, truth'[key])]}`, `news' = news`},
		"to start a load":                 {`StartLoad(key, request) \/ `, ``},
		"to end a load":                   {` \/ EndLoad(key, request)`, ``},
		"to fail a load":                  {`(\E key \in Key : FailLoad(key)) \/ `, ``},
		"to finish":                       {`(\E request \in Request : Finish(request)) \/ `, ``},
		"to forget with the last":         {`IF left(key) THEN "retry" ELSE verdict[key]`, `verdict[key]`},
		"to shut down":                    {` \/ Shutdown` + "\n", "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := string(contract(t).Data)
			require.Equal(t, 1, strings.Count(text, edit[0]), "the contract has the permission")
			narrow := gen.File{Path: "LookupContract.tla", Data: []byte(strings.Replace(text, edit[0], edit[1], 1))}
			r := check(t, machine(t, spec.Link(lookupspec.System)), narrow, "LookupRefines_tiny.cfg")
			assert.Equal(t, model.Safety, r.Result)
		})
	}
}

// TestContractIsIndependent would fail if the contract were a second writing of the machine, or too long to be read.
func TestContractIsIndependent(t *testing.T) {
	text := string(contract(t).Data)
	assert.Less(t, strings.Count(text, "\n"), 100)
	for _, m := range spec.Link(lookupspec.System).Machines {
		for _, phase := range m.Phases {
			assert.NotContains(t, text, `"`+phase+`"`)
		}
	}
	assert.NotContains(t, text, "generation")
	assert.NotContains(t, text, "OnAsk")
}

// refusal is what a cell does that refuses all holders.
func refusal() []ast.Effect {
	cells := spec.Link(lookupspec.System).Cells
	i := slices.IndexFunc(cells, func(c *ast.Cell) bool { return c.Event.Name == "ProbeFailed" && c.To == "Failed" })
	return cells[i].Do
}

func buggy(t *testing.T, system spec.System, name string) *ast.System {
	bug, ok := system.Bug(name)
	require.True(t, ok)
	edited, err := system.With(bug)
	require.NoError(t, err)
	return spec.Link(edited)
}

// machine is the generated module of a system.
func machine(t *testing.T, sys *ast.System) gen.File {
	files, err := gen.TLA(sys, sys.Instance("tiny"), gen.TLAOptions{})
	require.NoError(t, err)
	return files[0]
}

func contract(t *testing.T) gen.File { return file(t, "LookupContract.tla") }

func file(t *testing.T, name string) gen.File {
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return gen.File{Path: name, Data: data}
}

// runLimit is some ten times what the longest run takes on a quiet machine; an edited machine may have no end.
const runLimit = 5 * time.Minute

func check(t *testing.T, machine, contract gen.File, config string) *model.Report {
	t.Helper()
	if testing.Short() {
		t.Skip("runs TLC, which -short leaves out")
	}
	ctx, cancel := context.WithTimeout(t.Context(), runLimit)
	defer cancel()
	tool, err := tlc.Find(ctx)
	demand.Of(t, "tlc", err)
	runner := tlc.Runner{Tool: tool, Heap: 512 << 20}
	files := []gen.File{machine, contract, file(t, "LookupRefines.tla"), file(t, config)}
	r, err := runner.Check(ctx, files, "LookupRefines.tla", config)
	require.NoError(t, err)
	return r
}
