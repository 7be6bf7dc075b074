package quotient_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/quotient"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// If whose token is whose were not found, the wrong messages would be dropped as dead.
func TestHomes(t *testing.T) {
	sys := spec.Link(lookupspec.System)
	q, err := quotient.Of(sys, sys.Instances[0])
	require.NoError(t, err)
	entry := sys.Machines[0]
	assert.Equal(t, "generation", q.Own[entry].Name)
	for _, c := range sys.Channels {
		home := q.Home[c]
		if c.Name == "told" {
			assert.Nil(t, home, "a change carries no token")
			continue
		}
		require.NotNil(t, home, c.Name)
		assert.Equal(t, entry, home.Machine)
		assert.Equal(t, []int{0}, home.Keys)
		assert.Equal(t, "gen", c.Fields[home.Token].Name)
	}
}

// If a fencing token were taken for a generation, an order that matters would be forgotten.
func TestTokensInOrderNeedABound(t *testing.T) {
	sys := spec.Link(lease.System)
	_, err := quotient.Of(sys, sys.Instances[0])
	var why *quotient.Reason
	require.True(t, errors.As(err, &why))
	assert.Contains(t, why.What, "compares tokens by age")
}

// Each condition must be looked for where a spec can break it, and the expression named; else dead messages would count
// and nobody would know.
func TestWhatNeedsABound(t *testing.T) {
	key2 := &ast.Variable{Name: "key2", Type: ast.Type{Kind: ast.Sort, Name: "Key"}}
	for name, c := range map[string]struct {
		edit func(*testing.T, *world)
		want string
	}{
		"a channel is read with any token": {func(_ *testing.T, w *world) {
			w.action("Promote").When = ast.Less{A: lit(0), B: ast.Count{Channel: w.channel("loading"), Args: make([]ast.Expr, 3)}}
		}, "action Promote: loading(any, any, any) counts messages of any token"},
		"another entry's token is asked for": {func(_ *testing.T, w *world) {
			w.action("Promote").When = ast.Less{A: lit(0), B: ast.Count{Channel: w.channel("probing"),
				Args: []ast.Expr{w.key(), ast.Get{Field: w.own(), At: []ast.Expr{ast.Var{V: key2}}}}}}
		}, "the token is not that of entry"},
		"two entries compare their tokens": {func(_ *testing.T, w *world) {
			w.action("Promote").When = ast.Quant{Var: key2, Body: ast.Eq{A: ast.Get{Field: w.own(), At: []ast.Expr{w.key()}},
				B: ast.Get{Field: w.own(), At: []ast.Expr{ast.Var{V: key2}}}}}
		}, "compares tokens that are not of one entry"},
		"a token is looked at by every entry": {func(_ *testing.T, w *world) {
			drain := w.action("Drain")
			drain.When = ast.Quant{Var: key2, Body: ast.Eq{A: w.gen(), B: ast.Get{Field: w.own(), At: []ast.Expr{ast.Var{V: key2}}}}}
		}, "action Drain: gen is compared with the tokens of several entries"},
		"a dead message changes the world": {func(_ *testing.T, w *world) {
			probe := w.action("Probe")
			probe.Do = append(probe.Do, ast.SetFact{Fact: w.sys.Facts[0], At: []ast.Expr{w.key()}, X: ast.Lit{Type: w.sys.Facts[0].Type}})
		}, "action Probe: does onDisk[key] becomes false whatever the token"},
		"a dead message is answered by one without a token": {func(_ *testing.T, w *world) {
			probe := w.action("Probe")
			probe.Do = append(probe.Do, ast.Send{Channel: w.channel("told"), Args: []ast.Expr{w.key(), ast.Lit{Type: w.sys.Facts[0].Type}}})
		}, "action Probe: does send told(key, false), which carries no token"},
		"a dead message fires what does not look": {func(_ *testing.T, w *world) {
			w.action("LoadFails").Fire = []*ast.Firing{{Event: w.event("Age"), At: []ast.Expr{w.key()}}}
		}, "action LoadFails: fires Age() at entry[key], which does not look at the token"},
		"a token is copied": {func(_ *testing.T, w *world) {
			deliver := w.sys.CellsOf(w.event("Deliver"))[0]
			deliver.Do = append(deliver.Do, ast.Assign{Field: w.own(), X: w.gen()})
		}, "does generation becomes gen: a token is drawn, and not copied"},
		"tokens are counted": {func(_ *testing.T, w *world) {
			gen := w.channel("asked").Fields[1]
			w.action("Promote").When = ast.Less{A: ast.NumberOf{Var: gen, Body: ast.Eq{A: ast.Var{V: gen},
				B: ast.Get{Field: w.own(), At: []ast.Expr{w.key()}}}}, B: lit(1)}
		}, "counts tokens"},
		"a token is a parameter": {func(_ *testing.T, w *world) {
			promote := w.action("Promote")
			promote.For = append(promote.For, w.channel("asked").Fields[1])
		}, "action Promote: a parameter is a token that no message brings"},
		"a queue carries tokens": {func(t *testing.T, w *world) {
			asked := w.channel("asked") // which all tests share
			asked.Queue = true
			t.Cleanup(func() { asked.Queue = false })
		},
			"channel asked: a dead message would keep its place in a queue"},
		"the world remembers a token": {func(t *testing.T, w *world) {
			onDisk := w.sys.Facts[0]
			onDisk.Type.Kind = ast.Token
			t.Cleanup(func() { onDisk.Type.Kind = ast.Bool })
		},
			"fact onDisk: the world remembers a token"},
	} {
		t.Run(name, func(t *testing.T) {
			w := &world{spec.Link(lookupspec.System)}
			c.edit(t, w)
			_, err := quotient.Of(w.sys, w.sys.Instances[0])
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// What speaks of dead messages must be left out, and nothing else: a guard that says whose token it is makes the difference.
func TestUnsaid(t *testing.T) {
	sys := spec.Link(lookupspec.System)
	q, err := quotient.Of(sys, sys.Instances[0])
	require.NoError(t, err)
	for name, want := range map[string]string{
		"OneProbePerKey":       "dead ones among them",
		"LateFailure":          "may be dead",
		"StoreOvertakesAProbe": "may be dead",
		"OldLoadBesideANew":    "may be dead",
		"EveryAskIsAnswered":   "",
		"InFlightIsProbed":     "",
		"NoStaleVerdict":       "",
		"NoFalseMiss":          "",
		"MissSticks":           "",
		"AnswerIsRepeated":     "",
	} {
		why := q.Unsaid(sys.Property(name))
		if want == "" {
			assert.Nil(t, why, name)
			continue
		}
		require.NotNil(t, why, name)
		assert.Contains(t, why.Error(), "property "+name+": ")
		assert.Contains(t, why.What, want)
	}
}

// A world is a system that a test changes.
type world struct{ sys *ast.System }

func (w *world) action(name string) *ast.Action { return w.sys.Action(name) }
func (w *world) own() *ast.Field                { return w.sys.Machines[0].Fields[0] }
func (w *world) key() ast.Expr                  { return ast.Var{V: w.sys.Machines[0].Keys[0]} }
func (w *world) gen() ast.Expr                  { return ast.Var{V: w.channel("asked").Fields[1]} }
func lit(n int) ast.Expr                        { return ast.Lit{Type: ast.Type{Kind: ast.Nat}, N: n} }

func (w *world) channel(name string) *ast.Channel {
	for _, c := range w.sys.Channels {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func (w *world) event(name string) *ast.Event {
	for _, e := range w.sys.Events {
		if e.Name == name {
			return e
		}
	}
	return nil
}
