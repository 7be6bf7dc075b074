package cli

import (
	"context"
	"iter"
	"runtime"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
)

// An exploration is what became of one instance; without a report and an error it was not begun.
type exploration struct {
	instance string
	report   *model.Report
	err      error
}

// atOnce is how many instances are explored at a time: each holds all of its states.
const atOnce = 2

// exploreAll explores instances, some at a time, and gives what it found in their order, each as soon as it is its turn.
// When it returns, nothing runs any more.
func (s *session) exploreAll(ctx context.Context, sys *ast.System, instances []string) iter.Seq[exploration] {
	return func(yield func(exploration) bool) {
		ctx, stop := context.WithCancel(ctx)
		found := make([]chan exploration, len(instances))
		room := make(chan struct{}, min(atOnce, runtime.GOMAXPROCS(0)))
		for i := range instances {
			found[i] = make(chan exploration, 1)
		}
		go func() {
			for i, instance := range instances {
				room <- struct{}{}
				go func() {
					defer func() { <-room }()
					found[i] <- s.exploration(ctx, sys, instance)
				}()
			}
		}()
		wanted := true
		for _, f := range found {
			x := <-f
			if wanted && !yield(x) {
				wanted = false
				stop()
			}
		}
		stop()
	}
}

func (s *session) exploration(ctx context.Context, sys *ast.System, instance string) exploration {
	x := exploration{instance: instance}
	if ctx.Err() == nil {
		x.report, x.err = s.explore(ctx, "interp", sys, model.Options{Instance: instance})
	}
	return x
}
