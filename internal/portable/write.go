package portable

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// Write is the file of a resolved system; the same system has the same file.
func Write(sys *ast.System) ([]byte, error) {
	w := &writer{sys: sys}
	f := file{Format: Format, Version: Version, Name: sys.Name, Doc: sys.Doc, Done: w.node(sys.Done)}
	for _, m := range sys.Machines {
		f.Machines = append(f.Machines, w.machine(m))
	}
	for _, e := range sys.Events {
		f.Events = append(f.Events, event{slices.Index(sys.Machines, e.Machine), e.Name, e.Doc, w.variables(e.Args)})
	}
	for _, c := range sys.Channels {
		f.Channels = append(f.Channels, channel{c.Name, c.Doc, c.Struct, w.variables(c.Fields), c.Queue, c.Room, w.variables(c.Each)})
	}
	for _, x := range sys.Facts {
		f.Facts = append(f.Facts, fact{x.Name, x.Doc, w.variables(x.Keys), w.typ(x.Type)})
	}
	for _, c := range sys.Cells {
		f.Cells = append(f.Cells, w.cell(c))
	}
	for _, a := range sys.Actions {
		f.Actions = append(f.Actions, w.action(a))
	}
	for _, p := range sys.Properties {
		f.Properties = append(f.Properties, property{claims[p.Kind], p.Name, p.Doc, w.node(p.Holds), w.node(p.From), w.node(p.To), p.On, p.Except, p.Optional})
	}
	for _, i := range sys.Instances {
		f.Instances = append(f.Instances, writtenInstance(i))
	}
	for _, list := range w.words {
		f.Words = append(f.Words, words{list.Name, list.List})
	}
	if w.err != nil {
		return nil, w.err
	}
	data, err := json.MarshalIndent(f, "", " ")
	return append(data, '\n'), err
}

type writer struct {
	sys   *ast.System
	words []*ast.Words // in order of first use
	err   error
}

func (w *writer) typ(t ast.Type) typ {
	out := typ{Kind: kinds[t.Kind], Name: t.Name, Max: t.Max, MaxSort: t.MaxSort}
	if t.Words != nil {
		i := slices.Index(w.words, t.Words)
		if i < 0 {
			i = len(w.words)
			w.words = append(w.words, t.Words)
		}
		out.Words = &i
	}
	return out
}

func (w *writer) variable(v *ast.Variable) variable { return variable{v.Name, w.typ(v.Type)} }

func (w *writer) variables(vs []*ast.Variable) []variable {
	var list []variable
	for _, v := range vs {
		list = append(list, w.variable(v))
	}
	return list
}

func (w *writer) machine(m *ast.Machine) machine {
	out := machine{Name: m.Name, Doc: m.Doc, Keys: w.variables(m.Keys), Phases: m.Phases, Docs: m.Docs, Blank: m.Blank}
	for _, f := range m.Fields {
		x := field{Name: f.Name, Doc: f.Doc, Shape: shapes[f.Shape], Type: w.typ(f.Type)}
		if f.On != nil {
			x.On = place(m.Fields, f.On)
		}
		out.Fields = append(out.Fields, x)
	}
	return out
}

func (w *writer) cell(c *ast.Cell) cell {
	out := cell{
		Event: slices.Index(w.sys.Events, c.Event), In: set(c.In), When: w.node(c.When), Outcome: outcomes[c.Outcome], Why: c.Why,
		Do: w.effects(c.Do), To: c.To, Reply: c.Reply,
	}
	if c.Reply != "" {
		t := w.typ(c.ReplyOf)
		out.ReplyOf = &t
	}
	return out
}

func (w *writer) action(a *ast.Action) action {
	out := action{
		Name: a.Name, Doc: a.Doc, By: a.By, For: w.variables(a.For), Fair: fairnesses[a.Fair], When: w.node(a.When),
		Do: w.effects(a.Do), Optional: a.Optional,
	}
	if a.Take != nil {
		out.Take = place(w.sys.Channels, a.Take)
	}
	if a.Peek != nil {
		out.Peek = place(w.sys.Channels, a.Peek)
	}
	for _, f := range a.Fire {
		out.Fire = append(out.Fire, *w.firing(f))
	}
	return out
}

func (w *writer) firing(f *ast.Firing) *firing {
	return &firing{slices.Index(w.sys.Events, f.Event), w.nodes(f.At), w.nodes(f.Args), w.variables(f.Over), w.node(f.Where)}
}

func writtenInstance(i *ast.Instance) instance {
	out := instance{
		Name: i.Name, Doc: i.Doc, Sizes: i.Sizes, Tokens: i.Tokens, Checks: checks[i.Checks], With: i.With, Without: i.Without,
	}
	for _, a := range slices.Sorted(maps.Keys(i.Fair)) {
		if out.Fair == nil {
			out.Fair = map[string]string{}
		}
		out.Fair[a] = fairnesses[i.Fair[a]]
	}
	return out
}

// place is where a declaration stands in its list.
func place[T comparable](list []T, x T) *int {
	i := slices.Index(list, x)
	return &i
}

func (w *writer) nodes(xs []ast.Expr) []*node {
	var list []*node
	for _, x := range xs {
		list = append(list, w.node(x))
	}
	return list
}

// node is an expression, null for none.
func (w *writer) node(x ast.Expr) *node {
	if x == nil {
		return nil
	}
	n := &node{Op: operator(x)}
	switch x := x.(type) {
	case ast.Count: // whose missing arguments Children leaves out
		n.Channel, n.Xs = place(w.sys.Channels, x.Channel), w.nodes(x.Args)
		return n
	case ast.Replies:
		t := w.typ(x.Of)
		n.Firing, n.Word, n.Type = w.firing(x.Firing), x.Word, &t
		return n
	case ast.Moves:
		n.Firing = w.firing(x.Firing)
		return n
	case ast.ReplyOf:
		t := w.typ(x.Type)
		n.Firing, n.Type = w.firing(x.Firing), &t
		return n
	}
	n.Xs = w.nodes(ast.Children(x))
	w.own(n, x)
	return n
}

// own writes what a node says beside the expressions inside it.
func (w *writer) own(n *node, x ast.Expr) {
	switch x := x.(type) {
	case ast.Var:
		v := w.variable(x.V)
		n.Var = &v
	case ast.Lit:
		t := w.typ(x.Type)
		n.Type, n.N = &t, x.N
	case ast.Get:
		n.Machine, n.Field = place(w.sys.Machines, x.Field.Machine), place(x.Field.Machine.Fields, x.Field)
	case ast.Read:
		n.Fact = place(w.sys.Facts, x.Fact)
	case ast.InPhase:
		in := set(x.Phases)
		n.Machine, n.In = place(w.sys.Machines, x.Machine), &in
	case ast.Changed:
		n.Machine = place(w.sys.Machines, x.Machine)
	case ast.Quant:
		v := w.variable(x.Var)
		n.Var = &v
	case ast.NumberOf:
		v := w.variable(x.Var)
		n.Var = &v
	case ast.Named:
		n.Name = x.Name
	case ast.Bad:
		w.err = fmt.Errorf("portable: %s: an expression that does not link", w.sys.Name)
	}
}

func operator(x ast.Expr) string {
	switch x := x.(type) {
	case ast.Quant:
		if x.All {
			return "every"
		}
		return "some"
	case ast.InPhase:
		return "in"
	default:
		return operators[fmt.Sprintf("%T", x)]
	}
}

var operators = map[string]string{
	"ast.Var": "var", "ast.Lit": "lit", "ast.Get": "get", "ast.Read": "read", "ast.Not": "not", "ast.And": "and", "ast.Or": "or",
	"ast.Implies": "implies", "ast.Eq": "eq", "ast.Less": "less", "ast.Has": "has", "ast.Empty": "empty", "ast.Less1": "without",
	"ast.OptIs": "is", "ast.OptNone": "none", "ast.Count": "count", "ast.Sum": "sum", "ast.NumberOf": "number of",
	"ast.Replies": "replies", "ast.Moves": "moves", "ast.ReplyOf": "reply of", "ast.After": "after", "ast.Changed": "changed",
	"ast.Named": "named", "ast.Bad": "bad",
}

func (w *writer) effects(effects []ast.Effect) []effect {
	var list []effect
	for _, e := range effects {
		list = append(list, w.effect(e))
	}
	return list
}

func (w *writer) effect(e ast.Effect) effect {
	of := func(op string, f *ast.Field, xs ...ast.Expr) effect {
		return effect{Op: op, Machine: place(w.sys.Machines, f.Machine), Field: place(f.Machine.Fields, f), Xs: w.nodes(xs)}
	}
	switch e := e.(type) {
	case ast.Fresh:
		return of("fresh", e.Field)
	case ast.Assign:
		return of("assign", e.Field, e.X)
	case ast.Clear:
		return of("clear", e.Field)
	case ast.Bump:
		out := of("bump", e.Field)
		out.By = e.By
		return out
	case ast.Add:
		return of("add", e.Field, e.X)
	case ast.Remove:
		return of("remove", e.Field, e.X)
	case ast.MarkAll:
		return of("mark all", e.Field)
	case ast.Send:
		return effect{Op: "send", Channel: place(w.sys.Channels, e.Channel), Xs: w.nodes(e.Args)}
	case ast.SetFact:
		return effect{Op: "set fact", Fact: place(w.sys.Facts, e.Fact), At: w.nodes(e.At), Xs: w.nodes([]ast.Expr{e.X})}
	case ast.BumpFact:
		return effect{Op: "bump fact", Fact: place(w.sys.Facts, e.Fact), At: w.nodes(e.At), By: e.By}
	default:
		w.err = fmt.Errorf("portable: %s: an effect that does not link", w.sys.Name)
		return effect{}
	}
}
