package fast

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/packed"
)

// Options of an exploration; the zero value is exact, on all cores.
type Options struct {
	model.Options
	Workers      int  // 0: one for each core that the process may use
	Fingerprints bool // keep 64 bits of each state; the report states how probable it is that a state was missed
}

// A New makes a packed model for an instance: lookupmodel.New is one.
type New func(packed.Instance) (packed.Model, error)

// Explore searches all states of an instance, as model.Explore does. The packed model must be that of the system: generated
// from the same spec. An error means that nothing was explored, or that the packed model and the interpreter disagree.
func Explore(ctx context.Context, sys *ast.System, build New, opt Options) (*model.Report, error) {
	if opt.Symmetry || opt.Unbounded {
		return nil, errors.New("fast: a packed model looks at every state of an instance: the interpreter knows symmetry and unbounded tokens")
	}
	if opt.KeepStates {
		return nil, errors.New("fast: a packed model keeps no states for a report: the interpreter does")
	}
	stop := model.Watch()
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	e, err := newExploration(sys, build, opt)
	if err != nil {
		return nil, err
	}
	if err := e.explore(ctx); err != nil {
		return nil, err
	}
	r, err := e.report(ctx)
	if err != nil {
		return nil, err
	}
	stop(r)
	return r, nil
}

// An exploration is what is explored, and the search that does it.
type exploration struct {
	*search
	sys      *ast.System
	instance *ast.Instance
	build    New
	opt      Options
	judged   packed.Judged
	endless  []string // properties that the interpreter judges
}

func newExploration(sys *ast.System, build New, opt Options) (*exploration, error) {
	m, err := model.New(sys, opt.Instance) // judges the instance, and knows its name
	if err != nil {
		return nil, err
	}
	e := &exploration{sys: sys, instance: m.Instance, build: build, opt: opt}
	return e, e.judge()
}

// judge says what is on in the instance.
func (e *exploration) judge() error {
	j := &e.judged
	actions := e.sys.ActionsIn(e.instance)
	for _, a := range e.sys.Actions {
		j.Actions = append(j.Actions, slices.Contains(actions, a))
	}
	only := e.opt.Only
	for _, name := range only {
		if e.sys.Property(name) == nil && !slices.Contains([]string{model.TypeOK, model.NoRejectedCell, model.NoDeadlock}, name) {
			return fmt.Errorf("fast: spec %s has no property %q", e.sys.Name, name)
		}
	}
	properties := e.sys.PropertiesIn(e.instance)
	for _, p := range e.sys.Properties {
		on := slices.Contains(only, p.Name) || len(only) == 0 && slices.Contains(properties, p)
		j.Properties = append(j.Properties, on)
		if on && (p.Kind == ast.LeadsTo || p.Kind == ast.Finitely) {
			e.endless = append(e.endless, p.Name)
		}
	}
	j.Rejects = len(only) == 0 || slices.Contains(only, model.NoRejectedCell)
	j.Deadlocks = len(only) == 0 || slices.Contains(only, model.NoDeadlock)
	j.Spent = draws(e.sys) && e.sys.CanDeadlock(e.instance)
	return nil
}

func draws(sys *ast.System) bool {
	for _, c := range sys.Cells {
		for _, effect := range c.Do {
			if _, ok := effect.(ast.Fresh); ok {
				return true
			}
		}
	}
	return false
}

// explore searches with narrow counts, and again with wider ones where those overflow.
func (e *exploration) explore(ctx context.Context) error {
	for bits := 2; ; bits *= 2 {
		m, err := e.build(packed.Instance{Sizes: e.instance.Sizes, Tokens: e.instance.Tokens, CountBits: bits})
		if err != nil {
			return fmt.Errorf("fast: spec %s, instance %s: %w", e.sys.Name, e.instance.Name, err)
		}
		if !of(m.Made(), e.sys) {
			return fmt.Errorf("fast: the packed model is not that of spec %s: it was generated from %s, or from another version", e.sys.Name, m.Made().Spec)
		}
		e.search = newSearch(m, e.judged, e.opt)
		if err := e.run(ctx); !errors.Is(err, errNarrow) {
			return err
		}
	}
}

// of reports that a packed model numbers actions, properties and cells as the system does.
func of(made packed.Made, sys *ast.System) bool {
	return made.Spec == sys.Name && made.Cells == len(sys.Cells) &&
		slices.EqualFunc(made.Actions, sys.Actions, func(name string, a *ast.Action) bool { return name == a.Name }) &&
		slices.EqualFunc(made.Properties, sys.Properties, func(name string, p *ast.Property) bool { return name == p.Name })
}
