package cli

import (
	"context"
	"flag"
	"slices"
	"time"

	"github.com/genlock-go/genlock/model"
)

var checkVerb = verb{
	name:    "check",
	args:    "[SPEC...]",
	doc:     "Explores specs, or a known bug of one, and shows a shortest behaviour that breaks a property.",
	example: "genlock check lookup -instance daily\ngenlock check lookup -bug noMarkMiss -trace mermaid -o bug.mmd\ngenlock check lookup -bug noMarkMiss -trace go -o replay_test.go",
	flags:   checkFlags,
}

type check struct {
	engine, instance, bug string
	states                count
	memory                size
	timeout               time.Duration
	trace, out            string
	record                bool
	fingerprints          bool
	symmetry, unbounded   bool
	shown                 counterexample
}

func checkFlags(fs *flag.FlagSet) action {
	c := &check{}
	fs.StringVar(&c.engine, "engine", "interp", "interp, our interpreter; fast, the packed model that is compiled in; tlc, which needs Java")
	fs.StringVar(&c.instance, "instance", "", "explore only this instance")
	fs.StringVar(&c.bug, "bug", "", "explore the spec with this known bug, and judge the property that it breaks: where it shows itself, unless -instance is given")
	fs.Var(&c.states, "max-states", "stop an exploration at this many distinct states")
	fs.Var(&c.memory, "max-mem", "stop an exploration at this `size`: 500MB, 2GiB")
	fs.DurationVar(&c.timeout, "timeout", 0, "stop after this time")
	fs.StringVar(&c.trace, "trace", "text", "how a counterexample is shown: text, json, mermaid, or go for a test that replays it")
	fs.StringVar(&c.out, "o", "", "write the counterexample that decides the exit code to this `file`, and not to stdout")
	fs.BoolVar(&c.fingerprints, "fingerprints", false, "with -engine fast, keep 64 bits of each state: less memory, and a small probability to miss one, which is printed")
	fs.BoolVar(&c.symmetry, "symmetry", false, "look at one of all states that differ only by the names of keys, requests and the like; not at the long run")
	fs.BoolVar(&c.unbounded, "unbounded", false, "draw as many tokens as there are, where the spec only compares them with the entry's own; not at the long run")
	fs.BoolVar(&c.record, "record", false, "explore all instances and known bugs with interp and with tlc and, where they agree, write tla/models.json")
	return func(ctx context.Context, s *session) error {
		if err := c.valid(s, fs); err != nil {
			return err
		}
		if c.timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, c.timeout)
			defer cancel()
		}
		if c.fingerprints {
			s.hashed()
		}
		if c.record {
			return s.inModule(func(t *tree) error { return c.recordAll(ctx, s, t) })
		}
		return c.run(ctx, s)
	}
}

// valid refuses what the flags, each right by itself, cannot ask for together.
func (c *check) valid(s *session, fs *flag.FlagSet) error {
	set := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { set[f.Name] = true })
	switch {
	case s.engines[c.engine] == nil:
		return usagef("no engine %q; there is interp, fast and tlc", c.engine)
	case c.engine == "fast" && c.bug != "":
		return usagef("-engine fast explores the spec that is compiled in, not a known bug of it; interp and tlc do that")
	case c.fingerprints && c.engine != "fast":
		return usagef("-fingerprints goes with -engine fast")
	case (c.symmetry || c.unbounded) && c.engine == "fast":
		return usagef("-symmetry and -unbounded go with -engine interp or tlc")
	case !slices.Contains([]string{"text", "json", "mermaid", "go"}, c.trace):
		return usagef("no trace format %q; there is text, json, mermaid and go", c.trace)
	case set["trace"] && s.json && c.out == "":
		return usagef("with -json, a trace needs -o: stdout holds one result a line")
	case c.timeout < 0:
		return usagef("-timeout %v is negative", c.timeout)
	case c.record && (set["engine"] || set["instance"] || set["bug"] || set["o"] || set["max-states"] || set["max-mem"] || c.symmetry || c.unbounded):
		return usagef("-record is of all that a spec has: it goes with names of specs, -timeout and -json only")
	}
	return nil
}

func (c *check) run(ctx context.Context, s *session) error {
	specs, err := s.selected()
	if err != nil {
		return err
	}
	if err := c.replayable(specs); err != nil {
		return err
	}
	jobs, err := c.jobs(specs)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if err := c.explore(ctx, s, j); err != nil {
			return err
		}
	}
	return c.shown.write(s, c)
}

func (c *check) explore(ctx context.Context, s *session, j job) error {
	sys := s.resolve(j.system, c.bug)
	if sys == nil {
		return nil
	}
	if c.engine == "fast" {
		if err := s.compiledIn(j.system); err != nil {
			return err
		}
	}
	var reports []*model.Report
	for _, instance := range j.instances {
		if err := ctx.Err(); err != nil {
			s.report(result{Spec: sys.Name, Instance: instance, Bug: c.bug, code: Incomplete, note: "not begun: " + ended(ctx)})
			continue
		}
		report, err := s.explore(ctx, c.engine, sys, model.Options{
			Instance: instance, Only: j.only, MaxStates: int64(c.states), MaxBytes: int64(c.memory),
			Symmetry: c.symmetry, Unbounded: c.unbounded,
		})
		if err != nil {
			return err
		}
		reports = append(reports, report)
		r := resultOf(report, c.bug)
		s.report(r)
		if report.Trace != nil {
			if err := c.shown.keep(s, c, report, r.code); err != nil {
				return err
			}
		}
	}
	if j.whole && len(reports) == len(j.instances) && complete(reports) && c.engine != "tlc" {
		s.vacuity(sys, reports)
	}
	return nil
}

// ended says why a context ended.
func ended(ctx context.Context) string {
	if ctx.Err() == context.DeadlineExceeded {
		return "out of time"
	}
	return "interrupted"
}
