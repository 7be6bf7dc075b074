package tlc

import (
	"fmt"
	"strconv"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
)

// TLC names the action of each step and shows the state after it, but not the action's parameters. They are found again
// by following the trace with the interpreter, step by step, until its state is the one that TLC shows; then the trace
// can be told in the words of the spec.

// trace puts TLC's trace into the report. Where the interpreter cannot follow it, the engines disagree: the report says
// so and has the trace as TLC tells it.
func (o *outcome) trace(sys *ast.System, i *ast.Instance, r *model.Report) {
	if len(o.states) == 0 {
		return
	}
	t, err := o.follow(sys, i)
	if err != nil {
		r.Reason = "the interpreter does not follow TLC's trace: " + err.Error()
		t = o.bare()
	}
	t.Spec, t.Instance, t.Breaks, t.Loop = sys.Name, i.Name, r.Property, o.loop
	if p := sys.Property(r.Property); p != nil {
		t.Doc = p.Doc
	}
	r.Trace = t
}

// bare is the trace as TLC tells it.
func (o *outcome) bare() *model.Trace {
	t := &model.Trace{}
	for _, s := range o.states {
		name := s.action
		if name == "" {
			name = model.Init
		}
		t.Steps = append(t.Steps, model.Step{Action: name, Label: name, State: s.text})
	}
	return t
}

// follow finds the interpreter's trace that goes through the same states.
func (o *outcome) follow(sys *ast.System, i *ast.Instance) (*model.Trace, error) {
	m, err := model.Compile(sys, i)
	if err != nil {
		return nil, err
	}
	f := &follower{m: m, names: &numbers{sys, i}}
	for n, s := range o.states {
		if err := f.next(s, n == len(o.states)-1); err != nil {
			return nil, err
		}
	}
	return m.Replay(f.path)
}

// A follower walks with the interpreter through the states that TLC shows.
type follower struct {
	m     *model.Model
	names *numbers
	at    model.State
	path  []model.Label
}

// next takes the step that leads to the state. The last step of a trace may leave the range that the interpreter can
// write down; then it is known by what it did wrong.
func (f *follower) next(s state, last bool) error {
	vars, err := parseState(s.text)
	if err != nil {
		return err
	}
	want, err := f.names.canonical(vars)
	if err != nil && !last {
		return err
	}
	if s.action == "" {
		return f.begin(want)
	}
	for _, move := range f.m.Moves(f.at) {
		found := move.Fault == "" && f.m.Canonical(move.To) == want || move.Fault != "" && last
		if move.Action.Name == s.action && found {
			f.at = move.To
			f.path = append(f.path, model.Label{Action: s.action, Params: texts(move)})
			return nil
		}
	}
	return fmt.Errorf("no %s leads from %s to %s", s.action, f.m.Canonical(f.at), want)
}

func (f *follower) begin(want string) error {
	f.at = f.m.Init()
	if got := f.m.Canonical(f.at); got != want {
		return fmt.Errorf("it begins in %s, TLC in %s", got, want)
	}
	return nil
}

// texts are the values of a step's parameters, as model.Replay reads them.
func texts(move model.Move) []string {
	params := move.Action.Params()
	ts := make([]string, len(params))
	for i, v := range params {
		switch n := move.Values[i]; v.Type.Kind {
		case ast.Enum:
			ts[i] = v.Type.Words.List[n]
		case ast.Sort:
			ts[i] = strconv.Itoa(n + 1)
		default:
			ts[i] = strconv.Itoa(n)
		}
	}
	return ts
}
