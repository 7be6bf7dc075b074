package mutant

import (
	"context"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// Mishap is what may happen to a message on its way.
type Mishap string

// The mishaps. In a bag any message may come next, so only in a queue one can overtake another.
const (
	Lost     Mishap = "lost"
	Doubled  Mishap = "doubled"  // there are then two where there was one; of a queue, the copy goes to its end
	Overtook Mishap = "overtook" // the first message of a queue goes to its end
)

// A Fault is a mishap to the messages of one channel, and what it does to a system. It happens at any moment, as an
// action of its own.
type Fault struct {
	Channel string
	Mishap  Mishap
	Fate    Fate   // Survived: the system tolerates it; Killed: properties fall; Refused, Undecided
	In      string // the cheapest instance in which any falls
	Falls   []Fall // all that fall there, the one with the shortest behaviour first
	Reason  string // of Refused and Undecided
}

// A Fall is a property that does not hold where messages go astray.
type Fall struct {
	Property string
	Result   model.Result
	Length   int // steps of a shortest behaviour that breaks it
}

// Faults tries each mishap of each channel in the small instances, the cheapest first.
func Faults(ctx context.Context, sys *ast.System, opt Options) ([]Fault, error) {
	opt = opt.filled()
	opt.Large = opt.Small
	grounds, _, err := grounds(ctx, sys, opt)
	if err != nil {
		return nil, err
	}
	h := &hunt{original: sys, grounds: grounds, Options: opt}
	var faults []Fault
	var systems []*ast.System
	for _, c := range sys.Channels {
		for _, m := range mishaps(c) {
			faults = append(faults, Fault{Channel: c.Name, Mishap: m})
			systems = append(systems, faulty(sys, c, m))
		}
	}
	h.each("mishaps explored", len(faults), func(w *worker, i int) { w.try(ctx, &faults[i], systems[i]) })
	return faults, nil
}

func mishaps(c *ast.Channel) []Mishap {
	if c.Queue {
		return []Mishap{Lost, Doubled, Overtook}
	}
	return []Mishap{Lost, Doubled}
}

// faulty is the system with an action more, which is what goes wrong.
func faulty(sys *ast.System, c *ast.Channel, m Mishap) *ast.System {
	with := *sys
	with.Actions = append(slices.Clone(sys.Actions), mishap(c, m))
	return &with
}

func mishap(c *ast.Channel, m Mishap) *ast.Action {
	a := &ast.Action{Name: actionName(m, c.Name), By: "network", Doc: fmt.Sprintf("A message of %s is %s.", c.Name, m)}
	same := make([]ast.Expr, len(c.Fields))
	for i, f := range c.Fields {
		same[i] = ast.Var{V: f}
	}
	again := []ast.Effect{ast.Send{Channel: c, Args: same}}
	switch {
	case m == Lost:
		a.Take = c
	case m == Overtook:
		a.Take, a.When, a.Do = c, ast.Less{A: number(1), B: queued(c)}, again
	case c.Queue:
		a.Peek, a.When, a.Do = c, ast.Less{A: queued(c), B: number(c.Room)}, again
	default: // not without end: a message is there twice at most
		a.Peek, a.When, a.Do = c, ast.Eq{A: ast.Count{Channel: c, Args: same}, B: number(1)}, again
	}
	return a
}

var verbs = map[Mishap]string{Lost: "Lose", Doubled: "Double", Overtook: "Overtake"}

func actionName(m Mishap, channel string) string {
	r, n := utf8.DecodeRuneInString(channel)
	return verbs[m] + string(unicode.ToUpper(r)) + channel[n:] + "Message"
}

// queued is the number of messages in the queue of the one that was taken or looked at.
func queued(c *ast.Channel) ast.Expr {
	args := make([]ast.Expr, len(c.Fields))
	for i, f := range c.Fields {
		if slices.ContainsFunc(c.Each, func(v *ast.Variable) bool { return v.Name == f.Name }) {
			args[i] = ast.Var{V: f}
		}
	}
	return ast.Count{Channel: c, Args: args}
}

func number(n int) ast.Expr { return ast.Lit{Type: ast.Type{Kind: ast.Nat, Name: "Nat"}, N: n} }

func (w *worker) try(ctx context.Context, f *Fault, sys *ast.System) {
	if _, err := spec.Judge(sys); err != nil {
		f.Fate, f.Reason = Refused, err.Error()
		return
	}
	f.Fate = Survived
	for _, g := range w.grounds {
		falls, reason := w.falls(ctx, sys, g)
		if len(falls) > 0 {
			f.Fate, f.In, f.Falls, f.Reason = Killed, g.Name, falls, ""
			return
		}
		if reason != "" {
			f.Fate, f.Reason = Undecided, g.Name+": "+reason
		}
	}
}

// falls are all properties that do not hold in an instance: each exploration finds one, the next judges the others.
func (w *worker) falls(ctx context.Context, sys *ast.System, g *ground) (falls []Fall, reason string) {
	left := []string{model.NoRejectedCell, model.NoDeadlock}
	for _, p := range sys.PropertiesIn(g.Instance) {
		if p.Kind != ast.Sometimes {
			left = append(left, p.Name)
		}
	}
	for len(left) > 0 {
		r, err := model.Explore(ctx, sys, model.Options{Instance: g.Name, Only: left, MaxStates: 10 * w.Large})
		switch {
		case err != nil:
			return falls, err.Error()
		case r.Result == model.Incomplete || r.Result == model.Refused:
			return falls, r.Reason
		case r.Result == model.Holds:
			return falls, ""
		}
		f := Fall{r.Property, r.Result, r.Trace.Len()}
		if r.Result == model.Deadlock {
			f.Property = model.NoDeadlock
		}
		falls = append(falls, f)
		if f.Property == model.TypeOK { // what is out of range ends every exploration
			return falls, ""
		}
		left = slices.DeleteFunc(left, func(name string) bool { return name == f.Property })
	}
	return falls, ""
}
