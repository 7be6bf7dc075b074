package tlc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/quotient"
	"github.com/genlock-go/genlock/model"
)

// Explore is model.Explore by TLC: the same options, the same words in the answer. Options.MaxBytes bounds Java's heap;
// Options.KeepStates keeps nothing (see States). Sometimes are not looked for.
func Explore(ctx context.Context, sys *ast.System, o model.Options) (*model.Report, error) {
	tool, err := Find(ctx)
	if err != nil {
		return nil, err
	}
	return Runner{Tool: tool}.Explore(ctx, sys, o)
}

// Explore checks one instance of a system.
func (r Runner) Explore(ctx context.Context, sys *ast.System, o model.Options) (*model.Report, error) {
	instance, err := instanceOf(sys, o.Instance)
	if err != nil {
		return nil, err
	}
	if o.MaxBytes > 0 {
		r.Heap = o.MaxBytes
	}
	if o.Unbounded {
		return r.unbounded(ctx, sys, instance, o)
	}
	report, err := r.explore(ctx, sys, instance, o, nil)
	if names := endless(sys, instance, o.Only); err == nil && o.Symmetry && report.Result == model.Holds && len(names) > 0 {
		report.Result, report.Reason = model.Refused, model.RenamedEndlessly(names[0])
	}
	if err != nil || report.Result != model.Liveness || report.Property != "" {
		return report, err
	}
	return r.nameEndless(ctx, sys, instance, o, report)
}

func instanceOf(sys *ast.System, name string) (*ast.Instance, error) {
	if name == "" && len(sys.Instances) == 1 {
		return sys.Instances[0], nil
	}
	if i := sys.Instance(name); i != nil {
		return i, nil
	}
	names := make([]string, len(sys.Instances))
	for i, x := range sys.Instances {
		names[i] = x.Name
	}
	return nil, fmt.Errorf("tlc: spec %s has no instance %q; there are: %s", sys.Name, name, strings.Join(names, ", "))
}

// explore runs TLC once; unbounded is nil where tokens have a bound.
func (r Runner) explore(ctx context.Context, sys *ast.System, i *ast.Instance, o model.Options, unbounded *quotient.Quotient) (*model.Report, error) {
	options := gen.TLAOptions{MaxStates: o.MaxStates, Symmetry: o.Symmetry, Unbounded: unbounded}
	if len(o.Only) > 0 {
		options.Properties, options.EndsFreely = o.Only, !slices.Contains(o.Only, model.NoDeadlock)
	}
	if unbounded != nil && sys.CanDeadlock(i) {
		options.EndsFreely = true
	}
	files, err := gen.TLA(sys, i, options)
	if err != nil {
		return nil, err
	}
	out, err := r.run(ctx, jobOf(files), telling(o.Progress))
	if err != nil {
		return nil, err
	}
	return out.report(ctx, sys, i, o)
}

// telling passes on progress, once a minute: TLC says no more.
func telling(progress func(model.Progress)) func(message) {
	start := time.Now()
	return func(m message) {
		if progress == nil || m.number != msgProgress {
			return
		}
		if p, ok := parseProgress(m.text); ok {
			p.Rate = float64(p.Generated) / max(time.Since(start).Seconds(), 1e-3)
			progress(p)
		}
	}
}

// report says in the model's words what TLC found.
func (o *outcome) report(ctx context.Context, sys *ast.System, i *ast.Instance, opt model.Options) (*model.Report, error) {
	r := &model.Report{Spec: sys.Name, Instance: i.Name, Engine: "tlc",
		Distinct: o.distinct, Generated: o.generated, Depth: o.depth, Seconds: o.seconds, CPUSeconds: o.cpuSeconds}
	if err := ctx.Err(); err != nil {
		r.Result, r.Reason = model.Incomplete, whyEnded(err)
		return r, nil
	}
	if o.outOfMemory {
		r.Result, r.Reason = model.Incomplete, "Java's heap is full"
		return r, nil
	}
	result, ok := o.result()
	if !ok {
		return nil, &RunError{sys.Name, i.Name, o.code, o.complaint()}
	}
	if r.Result = result; result == model.Holds {
		return r, nil
	}
	if o.property == gen.WithinLimit {
		r.Result, r.Reason = model.Incomplete, fmt.Sprintf("there are more than %d states", opt.MaxStates)
		return r, nil
	}
	r.Property = o.property
	if result == model.Deadlock {
		r.Property = model.NoDeadlock
	}
	o.trace(sys, i, r)
	return r, nil
}

func whyEnded(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "the time limit is reached"
	}
	return "interrupted"
}

// TLC's exit codes that are verdicts.
const (
	codeHolds    = 0
	codeDeadlock = 11
	codeSafety   = 12
	codeLiveness = 13 // also of an action property, which is about single steps
)

// codeUnparsed is that of a module that is no TLA+.
const codeUnparsed = 150

// saidLines is how much of what the parser says an error quotes.
const saidLines = 20

// result is the verdict; false where there is none: the code and the message must both say so.
func (o *outcome) result() (model.Result, bool) {
	said := 0
	if o.broken != nil {
		said = o.broken.number
	}
	switch {
	case o.code == codeHolds && said == 0:
		return model.Holds, true
	case o.code == codeDeadlock && said == msgDeadlock:
		return model.Deadlock, true
	case o.code == codeSafety && (said == msgInvariant || said == msgInvariantAtStart):
		return model.Safety, true
	case o.code == codeLiveness && (said == msgActionProperty || said == msgPropertyAtStart):
		return model.Safety, true
	case o.code == codeLiveness && said == msgTemporalProperty:
		return model.Liveness, true
	default:
		return "", false
	}
}

func (o *outcome) complaint() string {
	if o.broken != nil {
		return o.broken.text
	}
	said := o.complaints
	if o.code == codeUnparsed { // what is wrong stands outside all messages
		said = append(said, o.printed[max(0, len(o.printed)-saidLines):]...)
	}
	if len(said) == 0 {
		return "it said nothing"
	}
	return strings.Join(said, "\n")
}

// nameEndless finds out which property of the long run is broken: TLC only says that one is. Where there are several
// each is checked by itself, in order of declaration.
func (r Runner) nameEndless(ctx context.Context, sys *ast.System, i *ast.Instance, o model.Options, first *model.Report) (*model.Report, error) {
	names := endless(sys, i, o.Only)
	for n, name := range names {
		last := n == len(names)-1
		if !last || len(names) > 1 {
			alone := o
			alone.Only = []string{name}
			report, err := r.explore(ctx, sys, i, alone, nil)
			if err != nil || report.Result == model.Incomplete {
				return report, err
			}
			if report.Result != model.Liveness {
				continue
			}
			first = report
		}
		first.Property = name
		if first.Trace != nil {
			first.Trace.Breaks, first.Trace.Doc = name, sys.Property(name).Doc
		}
		return first, nil
	}
	return first, nil
}

// endless are the properties of the long run that are checked.
func endless(sys *ast.System, i *ast.Instance, only []string) []string {
	all := sys.PropertiesIn(i)
	if len(only) > 0 {
		all = sys.Properties
	}
	var names []string
	for _, p := range all {
		if (p.Kind == ast.LeadsTo || p.Kind == ast.Finitely) && (len(only) == 0 || slices.Contains(only, p.Name)) {
			names = append(names, p.Name)
		}
	}
	return names
}

// States are the distinct states of an instance, each as model.Report.States writes it, in the order in which TLC finds
// them. It needs the memory for all of them. Nothing else is checked.
func (r Runner) States(ctx context.Context, sys *ast.System, instance string) ([]string, error) {
	i, err := instanceOf(sys, instance)
	if err != nil {
		return nil, err
	}
	files, err := gen.TLA(sys, i, gen.TLAOptions{States: true, Properties: []string{}, EndsFreely: true})
	if err != nil {
		return nil, err
	}
	r.Workers = 1
	out, err := r.run(ctx, jobOf(files), func(message) {})
	if err != nil {
		return nil, err
	}
	if result, ok := out.result(); !ok || result != model.Holds {
		return nil, &RunError{sys.Name, i.Name, out.code, out.complaint()}
	}
	var states []string
	for _, line := range out.printed {
		if s, ok := strings.CutPrefix(line, `"<<`); ok {
			states = append(states, "<<"+strings.TrimSuffix(s, `"`))
		}
	}
	return states, nil
}
