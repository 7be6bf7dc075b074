package mutant

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
)

// A ground is an instance in which mutants are explored, and what the original does there.
type ground struct {
	*ast.Instance
	report *model.Report // of the split original
	large  bool
	splits *splits
}

// Unsound is the error of a system that breaks a property by itself: of its mutants nothing can be said.
type Unsound struct{ Report *model.Report }

func (e *Unsound) Error() string {
	return fmt.Sprintf("mutant: %s, instance %s: the system itself is not sound: %s %s", e.Report.Spec, e.Report.Instance, e.Report.Result, e.Report.Property)
}

// grounds explores the original in its instances and puts them in order, the cheapest first. Instances with more states
// than a limit are left out.
func grounds(ctx context.Context, sys *ast.System, opt Options) (list []*ground, left []string, err error) {
	s := splitAll(sys)
	for _, i := range sys.Instances {
		if len(opt.Instances) > 0 && !slices.Contains(opt.Instances, i.Name) {
			continue
		}
		r, err := model.Explore(ctx, s.system, model.Options{Instance: i.Name, MaxStates: opt.Large})
		if err != nil {
			return nil, nil, err
		}
		switch r.Result {
		case model.Holds, model.Refused:
			list = append(list, &ground{i, r, r.Distinct > opt.Small, s})
		case model.Incomplete:
			left = append(left, i.Name)
		default:
			return nil, nil, &Unsound{r}
		}
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].cost() < list[j].cost() })
	return list, left, nil
}

// cost is about what it takes to explore the instance: a step costs more where more is judged of it.
func (g *ground) cost() int64 {
	return g.report.Generated * int64(1+ast.InvariantsOnly-g.Checks)
}

// touches says whether an edit may show itself here: whether the original ever enters what was edited.
func (g *ground) touches(m *Mutant) bool {
	switch {
	case m.event != nil:
		return g.reaches(func(c *ast.Cell, _ int) bool { return c.Event == m.event && c.In.Phases[0] == m.phase })
	case m.action != "":
		return slices.ContainsFunc(g.splits.system.ActionsIn(g.Instance), func(a *ast.Action) bool { return a.Name == m.action })
	default:
		return g.reaches(func(_ *ast.Cell, origin int) bool { return slices.Contains(m.cells, origin) })
	}
}

func (g *ground) reaches(is func(c *ast.Cell, origin int) bool) bool {
	for i, c := range g.splits.system.Cells {
		if g.report.Reached.Cells[i] && is(c, g.splits.origins[i]) {
			return true
		}
	}
	return false
}

// endless says whether anything is judged here that must hold in the long run.
func (g *ground) endless(sys *ast.System) bool {
	return slices.ContainsFunc(sys.PropertiesIn(g.Instance), func(p *ast.Property) bool {
		return p.Kind == ast.LeadsTo || p.Kind == ast.Finitely
	})
}

// splits is a system each of whose cells is about one phase, so that an exploration tells what happens in which.
type splits struct {
	system  *ast.System
	origins []int
}

func splitAll(sys *ast.System) *splits {
	s := &splits{system: new(ast.System)}
	*s.system = *sys
	s.system.Cells = nil
	for i, c := range sys.Cells {
		for _, p := range c.In.Phases {
			here, _ := split(c, p)
			s.system.Cells = append(s.system.Cells, here)
			s.origins = append(s.origins, i)
		}
	}
	return s
}
