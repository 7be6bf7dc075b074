package mutant

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/genlock-go/genlock/internal/apart"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// Options of a hunt; the zero value takes all instances of up to 150,000 states, on all cores.
type Options struct {
	Instances []string                          // the only ones that are explored; none: all
	Small     int64                             // every mutant is tried in instances with up to so many states; 0: 20,000
	Large     int64                             // and, if it still lives, in those with up to so many; 0: 150,000
	Caught    []string                          // properties that something else is known to break, so they are not idle
	Workers   int                               // 0: one for each core
	Progress  func(doing string, done, all int) // called by one goroutine at a time
}

func (o Options) filled() Options {
	if o.Small == 0 {
		o.Small = 20_000
	}
	if o.Large == 0 {
		o.Large = 150_000
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	return o
}

// Hunt explores the mutants of a valid system. The error is an *Unsound where the system itself is not sound. Where ctx
// ends the mutants not yet judged are Undecided.
func Hunt(ctx context.Context, sys *ast.System, opt Options) (*Report, error) {
	opt = opt.filled()
	grounds, left, err := grounds(ctx, sys, opt)
	if err != nil {
		return nil, err
	}
	h := &hunt{original: sys, grounds: grounds, Options: opt}
	mutants := All(sys)
	verdicts := make([]Verdict, len(mutants))
	h.each("mutants explored", len(mutants), func(w *worker, i int) { verdicts[i] = w.judge(ctx, &mutants[i]) })
	r := &Report{Spec: sys.Name, Verdicts: verdicts, Left: left}
	for _, g := range grounds {
		r.Instances = append(r.Instances, g.Name)
	}
	if ctx.Err() == nil {
		r.Idle = h.idle(ctx, verdicts)
	}
	return r, nil
}

type hunt struct {
	Options
	original *ast.System
	grounds  []*ground
}

// A worker judges one mutant after the other.
type worker struct {
	*hunt
	originals map[*ground]*model.Model
}

// each calls do for 0 to n-1, on all workers; which takes which does not matter.
func (h *hunt) each(doing string, n int, do func(w *worker, i int)) {
	var (
		all  sync.WaitGroup
		lock sync.Mutex
		next int
	)
	take := func() (int, bool) {
		lock.Lock()
		defer lock.Unlock()
		next++
		if next <= n {
			h.Progress(doing, next-1, n)
		}
		return next - 1, next <= n
	}
	for range h.Workers {
		all.Go(func() {
			w := &worker{h, map[*ground]*model.Model{}}
			for i, ok := take(); ok; i, ok = take() {
				do(w, i)
			}
		})
	}
	all.Wait()
}

// judge explores a mutant until something notices it.
func (w *worker) judge(ctx context.Context, m *Mutant) Verdict {
	v := Verdict{Mutant: m, Fate: Unreached}
	if _, err := spec.Judge(m.System); err != nil {
		v.Fate, v.Reason = Refused, err.Error()
		return v
	}
	t := &trial{worker: w, verdict: &v, reports: map[*ground]*model.Report{}}
	for _, g := range w.grounds {
		if ctx.Err() != nil {
			v.Fate, v.Reason = Undecided, context.Cause(ctx).Error()
			return v
		}
		if t.spared(g) {
			continue
		}
		if err := t.explore(ctx, g); err != nil {
			v.Fate, v.Reason = Undecided, err.Error()
			return v
		}
		if v.Fate == Killed {
			return v
		}
	}
	t.conclude()
	return v
}

// A trial is a mutant on its way through the instances.
type trial struct {
	*worker
	verdict *Verdict
	reports map[*ground]*model.Report
}

// spared says that an instance has nothing to add: the edit cannot show itself there, or it is a large one and the small
// ones have shown that nothing could tell the mutant.
func (t *trial) spared(g *ground) bool {
	alike := slices.Contains([]Fate{Equivalent, Stuttering, Narrower}, t.verdict.Fate)
	return !g.touches(t.verdict.Mutant) || g.large && alike
}

func (t *trial) explore(ctx context.Context, g *ground) error {
	v := t.verdict
	same, err := t.same(ctx, v.Mutant, g, apart.Options{Seen: apart.States})
	if err != nil {
		return err
	}
	v.Changes = v.Changes || !same
	if same && (v.Mutant.Kind != Fairness || !g.endless(t.original)) {
		v.outlives(Equivalent)
		return nil
	}
	limit := 20*g.report.Distinct + t.Small
	r, err := model.Explore(ctx, v.Mutant.System, model.Options{Instance: g.Name, MaxStates: limit})
	if err != nil {
		return err
	}
	t.reports[g] = r
	switch r.Result {
	case model.Holds:
		return t.lives(ctx, g)
	case model.Incomplete, model.Refused:
		v.outlives(Undecided)
		v.Reason = g.Name + ": " + r.Reason
	default:
		v.kill(g.Name, r.Result, r.Property, r.Trace.Len())
	}
	return nil
}

// lives notes that nothing breaks, and whether anything could.
func (t *trial) lives(ctx context.Context, g *ground) error {
	m := t.verdict.Mutant
	if m.Kind == Fairness {
		t.verdict.outlives(Survived)
		return nil
	}
	idle, err := t.same(ctx, m, g, apart.Options{Seen: apart.States, Idle: true})
	if err != nil || idle {
		t.verdict.outlives(Stuttering)
		return err
	}
	less, err := t.same(ctx, m, g, apart.Options{Seen: apart.States, Less: true})
	if err != nil || less && t.reports[g].Distinct == g.report.Distinct {
		t.verdict.outlives(Narrower)
		return err
	}
	t.verdict.outlives(Survived)
	return nil
}

// same compares the reachable graphs, edge by edge.
func (w *worker) same(ctx context.Context, m *Mutant, g *ground, opt apart.Options) (bool, error) {
	if w.originals[g] == nil {
		original, err := model.Compile(w.original, g.Instance)
		if err != nil {
			return false, err
		}
		w.originals[g] = original
	}
	mutant, err := model.Compile(m.System, g.Instance)
	if err != nil {
		return false, err
	}
	d, err := apart.Find(ctx, w.originals[g], mutant, opt)
	return d == nil, err
}

// conclude looks at what a mutant that broke nothing no longer reaches.
func (t *trial) conclude() {
	switch v := t.verdict; v.Fate {
	case Survived, Stuttering, Narrower:
		if what := t.unreached(); what != "" {
			v.kill("", Vacuous, what, 0)
		}
	}
}
