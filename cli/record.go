package cli

import (
	"context"
	"fmt"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// recordAll explores every instance and every known bug of the selected specs with both engines, and writes what they
// found where they found the same throughout. One difference, and nothing is written. What is recorded of other specs
// stays as it is.
func (c *check) recordAll(ctx context.Context, s *session, t *tree) error {
	specs, err := s.selected()
	if err != nil {
		return err
	}
	byFolder := map[string][]counted{}
	for _, x := range specs {
		found, err := s.both(ctx, x)
		if err != nil {
			return err
		}
		if x.tla() != "" {
			byFolder[x.tla()] = append(byFolder[x.tla()], found...)
		}
	}
	if s.code != Holds {
		s.say("nothing is recorded")
		return nil
	}
	for dir := range byFolder {
		if byFolder[dir], err = s.merged(t, dir, byFolder[dir]); err != nil {
			return err
		}
	}
	return s.writeModels(t, byFolder)
}

// merged is what was found, and what a folder's file says of the other specs that there are, spec by spec in the order in
// which they are given.
func (s *session) merged(t *tree, dir string, found []counted) ([]counted, error) {
	all, err := t.models(dir)
	if err != nil {
		return nil, err
	}
	fresh := map[string]bool{}
	for _, c := range found {
		fresh[c.Spec] = true
	}
	var list []counted
	for _, x := range s.specs {
		from := all
		if fresh[x.System.Name] {
			from = found
		}
		for _, c := range from {
			if c.Spec == x.System.Name {
				list = append(list, c)
			}
		}
	}
	return list, nil
}

func (s *session) writeModels(t *tree, byFolder map[string][]counted) error {
	var files []gen.File
	for dir, found := range byFolder {
		f, err := modelsFile(dir, found)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	if err := t.write(files); err != nil {
		return err
	}
	for _, f := range files {
		s.say("wrote %s", f.Path)
	}
	return nil
}

// both explores all of a spec with both engines.
func (s *session) both(ctx context.Context, x Spec) ([]counted, error) {
	var found []counted
	explore := func(system spec.System, bug spec.Edit, instances []string) error {
		sys := s.resolve(system, bug.Name)
		if sys == nil {
			return nil
		}
		for _, instance := range instances {
			one, err := s.agree(ctx, sys, instance, bug)
			if err != nil {
				return err
			}
			found = append(found, one)
		}
		return nil
	}
	if err := explore(x.System, spec.Edit{}, x.instances()); err != nil {
		return nil, err
	}
	for _, bug := range x.System.KnownBugs {
		edited, err := x.System.With(bug)
		if err != nil {
			return nil, err
		}
		if err := explore(edited, bug, where(bug, x.instances())); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// agree explores an instance with both engines. That the spec itself does not hold counts; what a bug breaks does not:
// it is as it should be.
func (s *session) agree(ctx context.Context, sys *ast.System, instance string, bug spec.Edit) (counted, error) {
	o := model.Options{Instance: instance}
	if bug.Name != "" {
		o.Only = []string{bug.Breaks}
	}
	var reports [2]*model.Report
	for i, engine := range []string{"interp", "tlc"} {
		report, err := s.explore(ctx, engine, sys, o)
		if err != nil {
			return counted{}, err
		}
		s.show(resultOf(report, bug.Name))
		if codeOfReport(report) == Incomplete {
			return counted{}, &codedError{Incomplete, fmt.Errorf("%s/%s: %s: %s; nothing is recorded", sys.Name, instance, engine, report.Reason)}
		}
		reports[i] = report
	}
	interp, tlc := countedOf(reports[0], bug.Name), countedOf(reports[1], bug.Name)
	if bug.Name == "" {
		s.count(codeOfReport(reports[1]))
	}
	if how := interp.differ(tlc); how != "" {
		s.report(result{Spec: sys.Name, Instance: instance, Bug: bug.Name, code: Disagree, note: "interp and tlc: " + how})
	}
	return tlc, nil
}
