package cli

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

var verifyVerb = verb{
	name:    "verify",
	doc:     "Checks everything that needs no Java: specs, generated files, every instance, every known bug, and a run on real files.",
	example: "genlock verify\ngenlock verify -seed 7 -keep",
	flags: func(fs *flag.FlagSet) action {
		var o DemoOptions
		fs.Uint64Var(&o.Seed, "seed", 1, "of the demonstration's choices")
		fs.BoolVar(&o.Keep, "keep", false, "leave the demonstration's folder in place")
		return func(ctx context.Context, s *session) error {
			return s.ofAll(func(t *tree) error { return s.verify(ctx, t, o) })
		}
	},
}

func (s *session) verify(ctx context.Context, t *tree, o DemoOptions) error {
	valid := s.validate()
	if len(valid) == len(s.specs) {
		if err := s.fresh(t); err != nil {
			return err
		}
	}
	for _, x := range valid {
		if err := s.verifySpec(ctx, t, x, o); err != nil {
			return err
		}
	}
	return nil
}

// validate reports each spec, and gives the valid ones.
func (s *session) validate() []Spec {
	var valid []Spec
	for _, x := range s.specs {
		sys := s.resolve(x.System, "")
		if sys == nil {
			continue
		}
		valid = append(valid, x)
		s.report(result{Spec: sys.Name, what: "declaration", code: Holds, note: extent(sys)})
	}
	return valid
}

func extent(sys *ast.System) string {
	return fmt.Sprintf("%d cells, %d actions, %d properties", len(sys.Cells), len(sys.Actions), len(sys.Properties))
}

// fresh reports whether the generated files, and the generated code that is compiled in, are of these specs.
func (s *session) fresh(t *tree) error {
	parts := s.renderAll()
	for _, p := range parts {
		stale, err := t.differing(p.files)
		if err != nil {
			return err
		}
		for _, f := range stale {
			s.say("%s is not what the spec generates (genlock generate)", f.Path)
		}
		s.report(freshness(p, len(stale)))
	}
	for _, x := range s.specs {
		digest, ok := s.links.digests[x.System.Name]
		if ok && digest != spec.Digest(x.System) {
			s.say("%s: the step that is compiled in was generated from another spec (genlock generate)", x.System.Name)
			s.report(result{Spec: x.System.Name, what: "compiled step", code: Stale})
		}
	}
	return nil
}

func (s *session) verifySpec(ctx context.Context, t *tree, x Spec, o DemoOptions) error {
	recorded, err := t.recorded(x)
	if err != nil {
		return err
	}
	if err := s.verifyInstances(ctx, x, recorded); err != nil {
		return err
	}
	if err := s.verifyBugs(ctx, x); err != nil {
		return err
	}
	return s.demonstrate(ctx, x, o)
}

// verifyBugs shows one line for all known bugs that are caught, and one for each that is not.
func (s *session) verifyBugs(ctx context.Context, x Spec) error {
	caught := 0
	worst, err := s.hunt(ctx, x, "interp", func(r result) {
		caught++
		if s.json {
			s.show(r)
		}
	})
	if err != nil || len(x.System.KnownBugs) == 0 {
		return err
	}
	s.report(result{Spec: x.System.Name, what: "known bugs", code: worst,
		note: fmt.Sprintf("%s, caught %s, each for its reason", number(len(x.System.KnownBugs), "bug"), number(caught, "time"))})
	return nil
}

func (s *session) verifyInstances(ctx context.Context, x Spec, recorded map[[2]string]counted) error {
	sys := spec.Link(x.System)
	var reports []*model.Report
	for found := range s.exploreAll(ctx, sys, x.instances()) {
		if found.err != nil {
			return found.err
		}
		if found.report == nil {
			s.report(result{Spec: sys.Name, Instance: found.instance, code: Incomplete, note: "not begun: " + ended(ctx)})
			continue
		}
		reports = append(reports, found.report)
		r := against(found.report, recorded)
		if _, ok := recorded[[2]string{found.instance, ""}]; !ok && x.tla() != "" {
			r.note = strings.TrimPrefix(r.note+", not recorded", ", ")
		}
		r.CPUSeconds = nil // of the process, which explores others too
		s.report(r)
		if found.report.Trace != nil {
			s.text("\n%s\n", found.report.Trace.Text())
		}
	}
	if len(reports) == len(x.System.Instances) && complete(reports) {
		s.vacuity(sys, reports)
	}
	return nil
}

// against holds an exploration against what both engines once found.
func against(report *model.Report, recorded map[[2]string]counted) result {
	r := resultOf(report, "")
	then, ok := recorded[[2]string{report.Instance, ""}]
	if !ok || r.code == Incomplete {
		return r
	}
	if how := then.differ(countedOf(report, "")); how != "" {
		r.code, r.note = Disagree, "models.json and interp: "+how+" (genlock check -record)"
	}
	return r
}

func (s *session) demonstrate(ctx context.Context, x Spec, o DemoOptions) error {
	run := s.links.demos[x.System.Name]
	if run == nil {
		return nil
	}
	if ctx.Err() != nil {
		s.report(result{Spec: x.System.Name, what: "demonstration", code: Incomplete, note: "not begun: " + ended(ctx)})
		return nil
	}
	summary, err := run(ctx, o)
	switch {
	case ctx.Err() != nil:
		s.report(result{Spec: x.System.Name, what: "demonstration", code: Incomplete, note: ended(ctx)})
	case err != nil:
		s.say("%s: demonstration with -seed %d: %v", x.System.Name, o.Seed, err)
		s.report(result{Spec: x.System.Name, what: "demonstration", code: Error, note: summary})
	default:
		s.report(result{Spec: x.System.Name, what: "demonstration", code: Holds, note: summary})
	}
	return nil
}
