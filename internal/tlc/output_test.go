package tlc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/model"
)

// If it failed, what TLC says would be misread: the outputs in testdata are TLC's own.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		file                string
		code                int
		result              model.Result
		property            string
		distinct, generated int64
		depth, states, loop int
	}{
		{"holds.txt", 0, model.Holds, "", 8, 25, 4, 0, -1},
		{"invariant.txt", 12, model.Safety, "Inv", 4, 4, 3, 3, -1},
		{"initial.txt", 12, model.Safety, "Inv", 0, 0, 0, 1, -1},
		{"step.txt", 13, model.Safety, "P", 3, 3, 3, 3, -1},
		{"back.txt", 13, model.Liveness, "", 4, 5, 0, 4, 0},
		{"stutter.txt", 13, model.Liveness, "", 3, 3, 0, 3, 2},
		{"deadlock.txt", 11, model.Deadlock, "", 3, 3, 3, 3, -1},
	} {
		t.Run(tt.file, func(t *testing.T) {
			o := outcome{code: tt.code, verdict: verdict{loop: -1}}
			f, err := os.Open(filepath.Join("testdata", tt.file))
			require.NoError(t, err)
			defer f.Close()
			require.NoError(t, read(f, o.message, o.line))
			result, ok := o.result()
			assert.True(t, ok)
			assert.Equal(t, tt.result, result)
			assert.Equal(t, tt.property, o.property)
			assert.Equal(t, tt.distinct, o.distinct)
			assert.Equal(t, tt.generated, o.generated)
			assert.Equal(t, tt.depth, o.depth)
			assert.Len(t, o.states, tt.states)
			assert.Equal(t, tt.loop, o.loop)
		})
	}
}

// If it failed, an error of TLC would pass for a verdict: the exit code and the message must both say the same.
func TestNoResult(t *testing.T) {
	for _, o := range []outcome{
		{code: 0, verdict: verdict{broken: &message{number: msgInvariant}}},
		{code: codeSafety},
		{code: codeSafety, verdict: verdict{broken: &message{number: msgDeadlock}}},
		{code: codeLiveness, verdict: verdict{broken: &message{number: msgInvariant}}},
		{code: 1}, {code: 10}, {code: 14}, {code: 75}, {code: 150}, {code: 255}, {code: -1},
	} {
		_, ok := o.result()
		assert.False(t, ok, "%d", o.code)
	}
}

// If it failed, a line of progress would show nothing, or wrong numbers.
func TestProgress(t *testing.T) {
	p, ok := parseProgress("Progress(12) at 2026-11-30 11:54:55: 1,852,886 states generated (392 s/min), 114,073 distinct states found (392 ds/min), 17 states left on queue.")
	require.True(t, ok)
	assert.Equal(t, model.Progress{States: 114073, Generated: 1852886, Depth: 12, Queue: 17}, p)
}

// If it failed, a state of TLC could not be compared with one of ours.
func TestParseState(t *testing.T) {
	vars, err := parseState(`/\ entry = ( key1 :>
      [ phase |-> "Hit \"now\"",
        holders |-> {request2, request1},
        generation |-> 2 ] @@
  key2 :> [phase |-> "Absent", holders |-> {}, generation |-> 0] )
/\ asked = <<>>
/\ told = (key1 :> <<[key |-> key1, there |-> TRUE]>> @@ key2 :> << >>)
/\ views = (<<request1, key1>> :> [phase |-> "No"])
/\ pins = -1`)
	require.NoError(t, err)
	assert.Equal(t, "-1", vars["pins"].text())
	assert.Equal(t, "()", vars["asked"].text())
	entry, ok := vars["entry"].at("key1")
	require.True(t, ok)
	phase, _ := entry.at(`"phase"`)
	assert.Equal(t, `"Hit \"now\""`, phase.text())
	holders, _ := entry.at(`"holders"`)
	assert.Equal(t, "(request1 request2)", holders.text(), "a set has no order")
	view, ok := vars["views"].at("(request1 key1)")
	require.True(t, ok)
	assert.Equal(t, `("phase":"No")`, view.text())
	queue, _ := vars["told"].at("key1")
	assert.Equal(t, `(("key":key1 "there":TRUE))`, queue.text())

	for _, bad := range []string{`/\ x`, `x = `, `x = {1, `, `x = "open`, `x = [a -> 1]`, `x = (a :> 1`, "x = 1 2"} {
		_, err := parseState(bad)
		assert.Error(t, err, "%s", bad)
	}
}

// If it failed, a module that prints without end, or a line of megabytes, would stop the reader.
func TestReadStrangeLines(t *testing.T) {
	var messages, lines int
	long := strings.Repeat("x", 1<<20)
	text := long + "\n" + startMark + "2199:0" + markEnd + "\nhalf a frame"
	require.NoError(t, read(strings.NewReader(text), func(message) { messages++ }, func(string) { lines++ }))
	assert.Equal(t, 1, messages)
	assert.Equal(t, 1, lines)
	assert.Error(t, read(strings.NewReader(startMark+"nonsense"), func(message) {}, func(string) {}))
}
