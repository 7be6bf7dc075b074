package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/mutant"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// edits explores all single edits of a spec, and then what happens where its messages go astray.
func (m *mutants) edits(ctx context.Context, s *session, x Spec) error {
	sys := spec.Link(x.System)
	o := mutant.Options{Caught: broken(x.System.KnownBugs), Progress: s.mutantsDone(sys.Name)}
	if m.instance != "" {
		if sys.Instance(m.instance) == nil {
			return nil
		}
		o.Instances = []string{m.instance}
	}
	start := time.Now()
	report, err := mutant.Hunt(ctx, sys, o)
	if u := (*mutant.Unsound)(nil); errors.As(err, &u) {
		s.report(resultOf(u.Report, ""))
		return nil
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	if err != nil {
		s.report(result{Spec: sys.Name, what: "mutants", code: Incomplete, note: "not begun: " + ended(ctx)})
		return nil
	}
	m.verdicts(s, report)
	s.text("\n%s", kinds(report))
	s.report(summary(report, time.Since(start)))
	return m.faults(ctx, s, sys, o)
}

func broken(bugs []spec.Edit) []string {
	var names []string
	for _, b := range bugs {
		names = append(names, b.Breaks)
	}
	return names
}

// mutantsDone says now and then how far a hunt has come. It is called by one goroutine at a time.
func (s *session) mutantsDone(name string) func(doing string, done, all int) {
	spoken := time.Now()
	return func(doing string, done, all int) {
		if time.Since(spoken) >= quiet {
			spoken = time.Now()
			s.say("%s: %d of %d %s", name, done, all, doing)
		}
	}
}

// verdicts reports the mutants that live, and shows the others where all are asked for.
func (m *mutants) verdicts(s *session, report *mutant.Report) {
	for _, v := range report.Verdicts {
		r := result{Spec: report.Spec, Instance: v.Instance, Engine: "interp", Bug: v.Name, what: v.Name, note: string(v.Fate)}
		switch v.Fate {
		case mutant.Survived:
			r.code, r.note = Survived, "nothing tells"
			s.report(r)
			continue
		case mutant.Undecided:
			r.code, r.note = Incomplete, v.Reason
			s.report(r)
			continue
		case mutant.Killed:
			r.code, r.Property, r.note = killedBy(v.Result), v.Property, v.Instance
			if v.Result != mutant.Vacuous {
				r.TraceLen = &v.Length
			}
		case mutant.Refused:
			r.code, r.note = Invalid, firstFault(v.Reason)
		}
		if m.all {
			s.show(r)
		}
	}
}

func killedBy(r model.Result) Code {
	if r == mutant.Vacuous {
		return Vacuous
	}
	return codeOfReport(&model.Report{Result: r})
}

// firstFault is the first of the faults that Validate lists under a title.
func firstFault(text string) string {
	_, faults, _ := strings.Cut(text, "\n")
	first, _, _ := strings.Cut(faults, "\n")
	return strings.TrimSpace(first)
}

var fates = []mutant.Fate{mutant.Killed, mutant.Survived, mutant.Undecided, mutant.Equivalent, mutant.Stuttering, mutant.Narrower,
	mutant.Unreached, mutant.Refused}

// kinds is a table of what became of each kind of edit.
func kinds(report *mutant.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s %6s", "edit", "all")
	for _, f := range fates {
		fmt.Fprintf(&b, " %11s", f)
	}
	b.WriteString("\n")
	for _, k := range mutant.Kinds {
		row := report.Of(k)
		fmt.Fprintf(&b, "%-10s %6d", k, len(row.Verdicts))
		for _, f := range fates {
			fmt.Fprintf(&b, " %11d", row.Count(f))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func summary(report *mutant.Report, took time.Duration) result {
	r := result{Spec: report.Spec, what: "mutants"}
	switch {
	case report.Count(mutant.Survived) > 0:
		r.code = Survived
	case report.Count(mutant.Undecided) > 0:
		r.code = Incomplete
	}
	seconds := took.Seconds()
	r.Seconds = &seconds
	notes := []string{fmt.Sprintf("%d of %d killed, score %.4g %%", report.Count(mutant.Killed), len(report.Verdicts), report.Score()),
		fmt.Sprintf("%d change the reachable graph", report.Changing())}
	if len(report.Idle) > 0 {
		notes = append(notes, "idle, no mutant breaks them: "+list(report.Idle))
	}
	if len(report.Left) > 0 {
		notes = append(notes, "too large to explore in: "+list(report.Left))
	}
	r.note = strings.Join(notes, "; ")
	return r
}

// faults shows which mishaps of messages a spec tolerates. None is a mistake of the spec, so none counts.
func (m *mutants) faults(ctx context.Context, s *session, sys *ast.System, o mutant.Options) error {
	if ctx.Err() != nil || len(sys.Channels) == 0 {
		return nil
	}
	faults, err := mutant.Faults(ctx, sys, o)
	if err != nil {
		return err
	}
	for _, f := range faults {
		r := result{Spec: sys.Name, Instance: f.In, Engine: "interp", Bug: f.Channel + " " + string(f.Mishap), note: "tolerated"}
		r.what = "message of " + f.Channel + " " + string(f.Mishap)
		switch f.Fate {
		case mutant.Killed:
			first := f.Falls[0]
			r.code, r.Property, r.TraceLen, r.note = killedBy(first.Result), first.Property, &first.Length, also(f.Falls[1:])
		case mutant.Refused:
			r.code, r.note = Invalid, firstFault(f.Reason)
		case mutant.Undecided:
			r.code, r.note = Incomplete, f.Reason
		}
		s.show(r)
	}
	return nil
}

func also(falls []mutant.Fall) string {
	var names []string
	for _, f := range falls {
		names = append(names, fmt.Sprintf("%s (%d)", f.Property, f.Length))
	}
	if len(names) == 0 {
		return ""
	}
	return "then " + list(names)
}
