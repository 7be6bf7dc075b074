package model_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

var update = flag.Bool("update", false, "rewrite the traces in testdata")

// golden compares with a file, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// traces are behaviours in which everything occurs that a trace can tell.
func traces(t *testing.T) map[string]*model.Trace {
	loop := explore(t, lampsWorld(2, func(s *spec.System) {
		named(s.Actions, "Click").Fair = spec.WeakAny
		s.Properties = []spec.Property{spec.LeadsTo{Name: "EveryLampIsLit", Doc: "No lamp is forgotten.", From: lamps.In(lamp, Off), To: lamps.In(lamp, On)}}
	}), model.Options{}).Trace
	stutter := explore(t, lampsWorld(1, func(s *spec.System) {
		s.Properties = []spec.Property{spec.LeadsTo{Name: "Burns", From: lamps.In(lamp, On), To: lamps.In(lamp, Burnt)}}
	}), model.Options{}).Trace
	reject := explore(t, lampsWorld(1, func(s *spec.System) { named(s.Actions, "BurnsOut").When = nil }), model.Options{}).Trace
	m := compile(t, postWorld(nil))
	post, err := m.Replay([]model.Label{
		{Action: "Open", Params: []string{"box1", "person2"}},
		{Action: "Look", Params: []string{"box1", "person2"}},
		{Action: "Nod", Params: []string{"box1", "person2"}},
		{Action: "Nod", Params: []string{"box1", "person1"}},
		{Action: "Post", Params: []string{"box1", "person1"}},
		{Action: "Fetch", Params: []string{"box1", "person1"}},
		{Action: "SealAll", Params: []string{"person2"}},
	})
	require.NoError(t, err)
	fault := explore(t, postWorld(nil), model.Options{}).Trace
	return map[string]*model.Trace{"loop": loop, "stutter": stutter, "reject": reject, "post": post, "fault": fault}
}

// Read the files in testdata as a reader would: these are what a fault looks like.
func TestRenderings(t *testing.T) {
	for name, trace := range traces(t) {
		golden(t, name+".txt", trace.Text())
		golden(t, name+".mmd", trace.Mermaid())
	}
	golden(t, "post.json", string(traces(t)["post"].JSON())+"\n")
}

// A trace must come back from its JSON as it was, whatever its names hold.
func TestJSON(t *testing.T) {
	for _, trace := range traces(t) {
		trace.Doc = "\"quoted\" <tag>\n\x00 end; # %%"
		var back model.Trace
		require.NoError(t, json.Unmarshal(trace.JSON(), &back))
		assert.Equal(t, trace, &back)
	}
}

// A name must not be able to end a line of a diagram or begin another.
func TestMermaidEscapes(t *testing.T) {
	trace := &model.Trace{Spec: "S", Instance: "i", Loop: -1, Steps: []model.Step{
		{Action: "Init", Label: "Init"},
		{Action: "A", By: "a;b", Label: "A\nend\n", Sent: []model.Sent{{To: "c#d", Message: `m(<"x">)`}}},
	}}
	text := trace.Mermaid()
	assert.Contains(t, text, "participant a1 as a#59;b\n")
	assert.Contains(t, text, "participant a2 as c#35;d\n")
	assert.Contains(t, text, "a1-)a2: m(#lt;#quot;x#quot;#gt;)\n")
	assert.Equal(t, 6, strings.Count(text, "\n"))
}

// A behaviour that another engine found must become the same trace, and one that is none must be refused where it goes
// wrong.
func TestReplay(t *testing.T) {
	m := compile(t, lampsWorld(2, nil))
	trace, err := m.Replay([]model.Label{{"Click", []string{`"lamp2"`}}, {"BurnsOut", []string{"2"}}})
	require.NoError(t, err)
	assert.Equal(t, []string{"Init", "Click(lamp2)", "BurnsOut(lamp2)"}, stepLabels(trace))
	for want, labels := range map[string][]model.Label{
		"step 2, BurnsOut(lamp1), is not possible there": {{"Click", []string{"lamp2"}}, {"BurnsOut", []string{"lamp1"}}},
		"no step Clock(lamp1)":                           {{"Clock", []string{"lamp1"}}},
		"no step Click(lamp3)":                           {{"Click", []string{"lamp3"}}},
		`"tree" is no value of sort Lamp`:                {{"Click", []string{"tree"}}},
	} {
		_, err := m.Replay(labels)
		assert.ErrorContains(t, err, want)
	}
}
