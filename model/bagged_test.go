package model_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// TestBaggedLookup would fail if a step were lost or counted twice. The counts are those that two other programs, one of
// them TLC, found. The world differs from that of the lookup in two things: told changes are in a bag with room for one a
// key, and misses do not age.
func TestBaggedLookup(t *testing.T) {
	for _, c := range []struct {
		keys, requests, tokens int
		distinct, generated    int64
		depth                  int
	}{
		{1, 1, 2, 1_615, 14_291, 16},
		{1, 1, 3, 11_415, 112_858, 23},
		{1, 2, 2, 6_205, 85_606, 19},
		{1, 2, 3, 56_263, 847_519, 26},
		{2, 1, 2, 79_045, 1_077_787, 20},
	} {
		t.Run(fmt.Sprintf("K%dR%dT%d", c.keys, c.requests, c.tokens), func(t *testing.T) {
			sys := baggedLookup(t)
			sys.Instances = []*ast.Instance{{Name: "i", Sizes: map[string]int{"Key": c.keys, "Request": c.requests}, Tokens: c.tokens}}
			r, err := model.Explore(t.Context(), sys, model.Options{})
			require.NoError(t, err)
			assert.Equal(t, model.Holds, r.Result)
			assert.Equal(t, c.distinct, r.Distinct, "distinct")
			assert.Equal(t, c.generated, r.Generated, "generated")
			assert.Equal(t, c.depth, r.Depth, "depth")
		})
	}
}

// baggedLookup is the lookup without aging, its queue of told changes made a bag with room for one message a key.
func baggedLookup(t *testing.T) *ast.System {
	sys := spec.Link(lookupspec.System)
	sys.Properties = nil
	told := channel(t, sys, "told")
	bag := &ast.Channel{Name: told.Name, Struct: told.Struct, Fields: told.Fields}
	for i, c := range sys.Channels {
		if c == told {
			sys.Channels[i] = bag
		}
	}
	full := ast.Less{A: ast.Lit{}, B: ast.Count{Channel: bag, Args: []ast.Expr{ast.Var{V: told.Fields[0]}, nil}}}
	var actions []*ast.Action
	for _, a := range sys.Actions {
		if a.Name == "MissAges" {
			continue
		}
		if a.Take == told {
			a.Take = bag
		}
		a.Do = slices.Clone(a.Do) // the declaration's own
		for i, e := range a.Do {
			if send, ok := e.(ast.Send); ok && send.Channel == told {
				a.Do[i] = ast.Send{Channel: bag, Args: send.Args}
				a.When = ast.And{Xs: []ast.Expr{a.When.(ast.And).Xs[0], ast.Not{X: full}}}
			}
		}
		actions = append(actions, a)
	}
	sys.Actions = actions
	return sys
}

func channel(t *testing.T, sys *ast.System, name string) *ast.Channel {
	for _, c := range sys.Channels {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no channel %s", name)
	return nil
}
