package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/tlc"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// An engine explores one instance.
type engine func(context.Context, *ast.System, model.Options) (*model.Report, error)

func engines() map[string]engine {
	return map[string]engine{"interp": model.Explore, "fast": exploreFast, "tlc": tlc.Explore}
}

// explore runs an engine on one instance, with a line of progress now and then where it takes long.
func (s *session) explore(ctx context.Context, engine string, sys *ast.System, o model.Options) (*model.Report, error) {
	o.Progress = s.progress(sys.Name + "/" + o.Instance)
	report, err := s.engines[engine](ctx, sys, o)
	if err != nil && ctx.Err() != nil { // TLC was not even started
		return &model.Report{Spec: sys.Name, Instance: o.Instance, Engine: engine, Result: model.Incomplete, Reason: ended(ctx)}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s/%s: %s: %w", sys.Name, o.Instance, engine, err)
	}
	return report, nil
}

// quiet is how long an exploration runs, and goes on, without a line of progress.
const quiet = 3 * time.Second

func (s *session) progress(what string) func(model.Progress) {
	spoken := time.Now()
	return func(p model.Progress) {
		if time.Since(spoken) < quiet {
			return
		}
		spoken = time.Now()
		s.say("%s: %s states, %s generated a second, depth %d, queue %s", what, thousands(p.States), thousands(int64(p.Rate)), p.Depth, thousands(p.Queue))
	}
}

// resolve is the resolved form of a system; an invalid one is reported, with all its faults, and is nil.
func (s *session) resolve(x spec.System, bug string) *ast.System {
	sys, err := spec.Resolve(x)
	if err != nil {
		s.say("%s: %v", x.Name, err)
		s.report(result{Spec: x.Name, Bug: bug, code: Invalid})
		return nil
	}
	return sys
}

// vacuity reports what none of the explorations of a system reached.
func (s *session) vacuity(sys *ast.System, reports []*model.Report) {
	unreached := model.Vacuity(sys, reports)
	for _, what := range unreached {
		s.say("%s: vacuous: %s", sys.Name, what)
	}
	if len(unreached) > 0 {
		s.report(result{Spec: sys.Name, what: "vacuity", code: Vacuous, note: fmt.Sprintf("%d unreached", len(unreached))})
	}
}

// complete reports that every exploration came to its end and holds, so that what none reached cannot be reached.
func complete(reports []*model.Report) bool {
	for _, r := range reports {
		if r.Result != model.Holds {
			return false
		}
	}
	return len(reports) > 0
}
