package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/apart"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/portable"
	"github.com/genlock-go/genlock/model"
)

var diffVerb = verb{
	name: "diff",
	args: "OLD NEW",
	doc: "Finds the shortest behaviour that one version of a spec allows and another does not. A version is a spec, a spec\n" +
		"with a known bug (SPEC@BUG), or a file that export wrote.",
	example: "genlock diff before.json lookup\ngenlock diff lookup lookup@unguardedMarkMiss -trace markdown -o review.markdown",
	flags:   diffFlags,
}

type comparing struct {
	instance, observe string
	pairs             count
	trace, out        string
}

func diffFlags(fs *flag.FlagSet) action {
	d := &comparing{pairs: 500_000}
	fs.StringVar(&d.instance, "instance", "", "compare only in this instance of NEW; else in all, the smallest first, until they differ")
	fs.StringVar(&d.observe, "observe", "answers", "what is seen of a step beside its action and parameters: answers, or phases too")
	fs.Var(&d.pairs, "max-states", "stop at this many pairs of states")
	fs.StringVar(&d.trace, "trace", "text", "how the behaviour is shown: text, json, mermaid, or markdown with diagrams for a review")
	fs.StringVar(&d.out, "o", "", "write the behaviour to this `file`, and not to stdout")
	return d.run
}

var observations = map[string]apart.Seen{"answers": apart.Answers, "phases": apart.Phases}

func (d *comparing) run(ctx context.Context, s *session) error {
	seen, ok := observations[d.observe]
	switch {
	case len(s.names) != 2:
		return usagef("takes two versions, got %d", len(s.names))
	case !ok:
		return usagef("cannot observe %q; there is answers and phases", d.observe)
	case !slices.Contains([]string{"text", "json", "mermaid", "markdown"}, d.trace):
		return usagef("no trace format %q; there is text, json, mermaid and markdown", d.trace)
	}
	old, err := s.version(s.names[0])
	if err != nil {
		return err
	}
	new, err := s.version(s.names[1])
	if err != nil {
		return err
	}
	instances, err := d.instances(new)
	if err != nil {
		return err
	}
	if same, err := sameDeclaration(old, new); err != nil || same {
		s.report(result{Spec: old.Name, Other: new.Name, what: new.Name, note: "the same declaration"})
		return err
	}
	opt := apart.Options{Seen: seen, MaxPairs: int(d.pairs)}
	for _, in := range instances {
		c, err := apart.Compare(ctx, old.Version, new.Version, in, opt)
		if err != nil && !apart.Incomplete(err) {
			return err
		}
		s.report(compared(old, new, in.Name, c, err))
		if err == nil && c.Differs {
			return d.show(ctx, s, story{c, breach(ctx, s, old, in.Name), breach(ctx, s, new, in.Name)})
		}
	}
	return nil
}

// sameDeclaration says that nothing but the names of two versions may differ, so nothing need be explored.
func sameDeclaration(old, new version) (bool, error) {
	a, err := portable.Write(old.System)
	if err != nil {
		return false, err
	}
	b, err := portable.Write(new.System)
	return bytes.Equal(a, b), err
}

func (d *comparing) instances(of version) ([]*ast.Instance, error) {
	all := apart.Instances(of.Version)
	if d.instance == "" {
		return all, nil
	}
	var have []string
	for _, i := range all {
		if i.Name == d.instance {
			return []*ast.Instance{i}, nil
		}
		have = append(have, i.Name)
	}
	return nil, usagef("%s has no instance %q; there is %s", of.Name, d.instance, list(have))
}

func compared(old, new version, instance string, c *apart.Comparison, err error) result {
	r := result{Spec: old.Name, Other: new.Name, Instance: instance, Engine: "interp", what: new.Name + " " + instance, note: "alike"}
	switch {
	case err != nil:
		r.code, r.note = Incomplete, err.Error()
	case c.Shown() != nil:
		n := c.Shown().Len()
		r.code, r.TraceLen, r.note = Disagree, &n, "tell them apart"
	case c.Differs:
		r.code, r.note = Disagree, "only what must happen in the long run differs"
	}
	return r
}

// A story is what tells two versions apart, and what each of them breaks.
type story struct {
	*apart.Comparison
	oldBreaks, newBreaks *model.Trace // nil: nothing
}

// breach is a behaviour by which a version breaks a property of its own: with a known bug the one that the bug is known
// to break, where it is known to.
func breach(ctx context.Context, s *session, v version, instance string) *model.Trace {
	o := model.Options{Instance: instance, MaxStates: 1_000_000}
	if v.bug != nil && len(v.bug.Found) > 0 {
		o.Instance, o.Only = v.bug.Found[0].Instance, []string{v.bug.Breaks}
	}
	report, err := model.Explore(ctx, v.System, o)
	if err != nil {
		s.say("%s: what it breaks is not known: %v", v.Name, err)
		return nil
	}
	if report.Trace != nil {
		report.Trace.Spec = v.Name
	}
	return report.Trace
}

func (d *comparing) show(ctx context.Context, s *session, t story) error {
	text, err := t.render(d.trace)
	if err != nil {
		return err
	}
	if d.out != "" {
		return writeOutput(d.out, []byte(text))
	}
	s.text("\n%s", text)
	return nil
}

func (t story) render(format string) (string, error) {
	switch format {
	case "json":
		text, err := json.MarshalIndent(map[string]any{
			"old": t.Old.Name, "new": t.New.Name, "instance": t.Instance, "alike": t.Alike, "fairness": t.Fairness,
			"old_trace": t.OldTrace, "new_trace": t.NewTrace, "inside": t.Inside, "old_breaks": t.oldBreaks, "new_breaks": t.newBreaks,
		}, "", "  ")
		return string(text) + "\n", err
	case "mermaid":
		if t.Shown() == nil {
			return "sequenceDiagram\n  participant a1 as " + t.Instance + "\n", nil
		}
		return t.Shown().Mermaid(), nil
	case "markdown":
		return t.markdown(), nil
	default:
		return t.text(), nil
	}
}

func (t story) text() string {
	text := t.Text()
	for _, b := range []*model.Trace{t.oldBreaks, t.newBreaks} {
		if b != nil {
			text += "\n" + b.Text()
		}
	}
	return text
}

// markdown is the story for a review: the behaviour, and what it breaks, each as a diagram and in words.
func (t story) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s → %s\n\n%s.\n", t.Old.Name, t.New.Name, t.Title())
	chapter := func(title string, trace *model.Trace, text string) {
		fmt.Fprintf(&b, "\n## %s\n\n```mermaid\n%s```\n\n```text\n%s```\n", title, trace.Mermaid(), text)
	}
	if t.Shown() != nil {
		chapter("The shortest behaviour that only one of them allows", t.Shown(), t.Text())
	} else {
		fmt.Fprintf(&b, "\n```text\n%s```\n", t.Text())
	}
	for _, breaks := range []*model.Trace{t.oldBreaks, t.newBreaks} {
		if breaks != nil {
			chapter("What "+breaks.Spec+" breaks: "+breaks.Breaks, breaks, breaks.Text())
		}
	}
	return b.String()
}
