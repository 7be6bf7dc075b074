package apart

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
)

// A Version is a system under the name by which it was asked for.
type Version struct {
	Name   string
	System *ast.System
}

// A Comparison is what tells two versions apart in one instance.
type Comparison struct {
	Old, New Version
	Instance string
	Differs  bool
	Alike    int          // steps that both take alike
	OldTrace *model.Trace // these steps, and the one that follows; nil where the old version cannot take it
	NewTrace *model.Trace // the same of the new one
	Inside   *Inside      // what came before it unseen; nil where nothing did
	Fairness []string     // what actions owe, where that differs: no finite behaviour shows it
}

// An Inside is the first step that does not do the same in both versions, though an observer sees no difference yet.
type Inside struct {
	Step     int
	Label    string
	Old, New []string // what it does
}

// Instances are those in which versions are compared, as the new one declares them, the smallest first.
func Instances(of Version) []*ast.Instance {
	list := slices.Clone(of.System.Instances)
	size := func(i *ast.Instance) int {
		n := i.Tokens + 1
		for _, s := range i.Sizes {
			n *= s + 1
		}
		return n
	}
	sort.SliceStable(list, func(i, j int) bool { return size(list[i]) < size(list[j]) })
	return list
}

// Compare looks for the shortest behaviour that one version allows and the other does not. Errors are those of Find, and
// of an instance in which a version cannot be explored.
func Compare(ctx context.Context, old, new Version, in *ast.Instance, opt Options) (*Comparison, error) {
	a, err := model.Compile(old.System, in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", old.Name, err)
	}
	b, err := model.Compile(new.System, in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", new.Name, err)
	}
	c := &Comparison{Old: old, New: new, Instance: in.Name, Fairness: fairness(old.System, new.System, in)}
	c.Differs = len(c.Fairness) > 0
	d, err := Find(ctx, a, b, opt)
	if err != nil || d == nil {
		return c, err
	}
	c.Differs, c.Alike = true, len(d.Path)
	if c.OldTrace, err = trace(a, d.Path, d.Old, old.Name); err != nil {
		return nil, err
	}
	if c.NewTrace, err = trace(b, d.Path, d.New, new.Name); err != nil {
		return nil, err
	}
	c.note()
	return c, c.lookInside(a, b, d)
}

// trace is a behaviour of one version, which ends with the step in question; nil where that is not possible.
func trace(m *model.Model, path []model.Label, last *model.Move, name string) (*model.Trace, error) {
	if last == nil {
		return nil, nil
	}
	t, err := m.Replay(append(slices.Clone(path), last.Name()))
	if err != nil {
		return nil, fmt.Errorf("apart: a behaviour that was found is not possible: %w", err)
	}
	t.Spec = name
	return t, nil
}

// lookInside finds where the states of the two versions part.
func (c *Comparison) lookInside(old, new *model.Model, d *Difference) error {
	a, err := old.Replay(d.Path)
	if err != nil {
		return err
	}
	b, err := new.Replay(d.Path)
	if err != nil {
		return err
	}
	for i, step := range a.Steps {
		if was, is := step.Lines(), b.Steps[i].Lines(); !slices.Equal(was, is) {
			c.Inside = &Inside{i, step.Label, was, is}
			return nil
		}
	}
	return nil
}

// fairness lists the actions that owe something else.
func fairness(old, new *ast.System, in *ast.Instance) []string {
	var list []string
	for _, b := range new.ActionsIn(in) {
		a := old.Action(b.Name)
		if a != nil && a.FairnessIn(in) != b.FairnessIn(in) {
			list = append(list, fmt.Sprintf("%s: %s, then %s", b.Name, fairWords[a.FairnessIn(in)], fairWords[b.FairnessIn(in)]))
		}
	}
	return list
}

var fairWords = map[ast.Fairness]string{
	ast.Unfair: "unfair", ast.Weak: "weakly fair", ast.Strong: "strongly fair", ast.WeakAny: "weakly fair as a whole", ast.StrongAny: "strongly fair as a whole",
}

// Incomplete says that an error is a limit and no fault.
func Incomplete(err error) bool {
	return errors.Is(err, ErrTooMany) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
