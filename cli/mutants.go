package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

var mutantsVerb = verb{
	name:    "mutants",
	args:    "[SPEC...]",
	doc:     "Explores specs with single edits, and their known bugs: each must break a property, or it survives.",
	example: "genlock mutants lookup\ngenlock mutants -known lookup",
	flags: func(fs *flag.FlagSet) action {
		m := &mutants{}
		fs.BoolVar(&m.known, "known", false, "only the known bugs: each must break the property that it is known to break, in as many steps")
		fs.StringVar(&m.engine, "engine", "interp", "of the known bugs: interp or tlc; edits are explored by the interpreter")
		fs.StringVar(&m.instance, "instance", "", "explore edits only in this instance")
		fs.BoolVar(&m.all, "v", false, "list all mutants, and not only those that survive")
		return m.run
	},
}

type mutants struct {
	known    bool
	engine   string
	instance string
	all      bool
}

func (m *mutants) run(ctx context.Context, s *session) error {
	switch {
	case s.engines[m.engine] == nil:
		return usagef("no engine %q; there is interp and tlc", m.engine)
	case m.engine == "fast":
		return usagef("-engine fast explores the spec that is compiled in, not a known bug of it; interp and tlc do that")
	}
	specs, err := s.selected()
	if err != nil {
		return err
	}
	if err := m.valid(specs); err != nil {
		return err
	}
	for _, x := range specs {
		if s.resolve(x.System, "") == nil {
			continue
		}
		if err := m.hunt(ctx, s, x); err != nil {
			return err
		}
	}
	return nil
}

func (m *mutants) valid(specs []Spec) error {
	if m.instance == "" {
		return nil
	}
	var have []string
	for _, x := range specs {
		have = append(have, x.instances()...)
	}
	switch {
	case m.known:
		return usagef("-instance is of edits: a known bug names its own instances")
	case !slices.Contains(have, m.instance):
		return usagef("no instance %q; there is %s", m.instance, list(have))
	}
	return nil
}

func (m *mutants) hunt(ctx context.Context, s *session, x Spec) error {
	caught := func(r result) {
		if m.known || m.all {
			s.show(r)
		}
	}
	if _, err := s.hunt(ctx, x, m.engine, caught); err != nil || m.known {
		return err
	}
	return m.edits(ctx, s, x)
}

// hunt explores each known bug in each instance in which it is known to show itself. A bug that is caught for its
// reason is shown by its own code, which does not count; one that is not is a survivor. It gives the worst that counts.
func (s *session) hunt(ctx context.Context, x Spec, engine string, caught func(result)) (Code, error) {
	worst := Holds
	for _, bug := range x.System.KnownBugs {
		if len(bug.Found) == 0 {
			worst = worse(worst, Survived)
			s.report(result{Spec: x.System.Name, Bug: bug.Name, code: Survived, note: "it names no instance in which it is found"})
		}
		for _, found := range bug.Found {
			r, err := s.catch(ctx, x, engine, bug, found)
			if err != nil {
				return Error, err
			}
			if r.code != Survived && r.code != Incomplete {
				caught(r)
				continue
			}
			worst = worse(worst, r.code)
			s.report(r)
		}
	}
	return worst, nil
}

func (s *session) catch(ctx context.Context, x Spec, engine string, bug spec.Edit, found spec.Found) (result, error) {
	lost := result{Spec: x.System.Name, Instance: found.Instance, Engine: engine, Bug: bug.Name, code: Survived}
	edited, err := x.System.With(bug)
	if err == nil {
		err = spec.Validate(edited)
	}
	if err != nil {
		lost.note = err.Error()
		return lost, nil
	}
	if ctx.Err() != nil {
		lost.code, lost.note = Incomplete, "not begun: "+ended(ctx)
		return lost, nil
	}
	report, err := s.explore(ctx, engine, spec.Link(edited), model.Options{Instance: found.Instance, Only: []string{bug.Breaks}})
	if err != nil {
		return result{}, err
	}
	r := resultOf(report, bug.Name)
	if reason := escape(report, bug, found); reason != "" && r.code != Incomplete {
		r.code, r.note = Survived, reason
	}
	return r, nil
}

// escape says why an exploration does not show the bug for its own reason; "" where it does.
func escape(r *model.Report, bug spec.Edit, found spec.Found) string {
	switch {
	case r.Result == model.Holds:
		return fmt.Sprintf("nothing breaks; it is known to break %s", bug.Breaks)
	case r.Property != bug.Breaks:
		return fmt.Sprintf("it is known to break %s", bug.Breaks)
	case r.Result != model.Liveness && r.Trace.Len() != found.Length:
		return fmt.Sprintf("it is known to need %d steps", found.Length)
	case r.Result == model.Liveness && found.Length != 0:
		return fmt.Sprintf("it breaks in the long run, and is known to break in %d steps", found.Length)
	}
	return ""
}
