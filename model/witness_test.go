package model

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/testspec/random"
)

// A reader of a counterexample asks of each step what it is for. In random systems, with fairness of every kind, each lasso
// must show what it is said to show, and show it no more without any one of its steps.
func TestNoStepOfALassoCanBeLeftOut(t *testing.T) {
	lassos, strong, loops := 0, 0, 0
	for n := range 400 {
		s, err := liveSearch(random.System(n))
		require.NoError(t, err)
		if s == nil {
			continue
		}
		g := s.graphOf(context.Background())
		for _, p := range s.endless {
			l := g.lasso(p)
			if l == nil {
				continue
			}
			require.NoError(t, s.Model.err)
			w := newWitness(g)
			require.True(t, w.shows(l), "system %d", n)
			for i := range l.steps {
				require.False(t, w.shows(l.without(i, i+1)), "system %d, step %d", n, i)
			}
			lassos++
			loops += int(bit(l.loop < len(l.steps)))
			for _, is := range g.strong {
				if is {
					strong++
					break
				}
			}
		}
	}
	assert.Greater(t, lassos, 100)
	assert.Greater(t, strong, 50)
	assert.Greater(t, loops, 30)
}

// liveSearch has explored a system; nil where it is too large, or something else is wrong with it.
func liveSearch(sys *ast.System) (*search, error) {
	m, err := New(sys, "")
	if err == nil {
		err = m.judge([]string{"Leads", "Ends"})
	}
	if err != nil {
		return nil, err
	}
	s := newSearch(m, Options{MaxStates: 1_000})
	s.run(context.Background())
	if s.report.Result != Holds {
		return nil, nil
	}
	return s, nil
}
