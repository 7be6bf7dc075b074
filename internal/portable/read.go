package portable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/spec"
)

// ErrFormat is the error of a file that is no system: Read wraps it, or spec.ErrInvalid where it is one that is not valid.
var ErrFormat = errors.New("portable: not a system")

// Bounds of what is read. The largest spec that anyone writes by hand has some thousand nodes.
const (
	maxBytes = 16 << 20
	maxNodes = 200_000
	maxDepth = 200
	maxNat   = 254
	maxTexts = 10_000 // members of one list of declarations
	maxSize  = 8      // of a sort, in an instance
	maxDrawn = 32     // tokens of an instance
)

// Read is the system of a file, judged as Validate judges one.
func Read(from io.Reader) (*ast.System, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("portable: reading: %w", err)
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFormat, maxBytes)
	}
	var f file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: something comes after it", ErrFormat)
	}
	if f.Format != Format || f.Version != Version {
		return nil, fmt.Errorf("%w: format %q version %d, want %q version %d", ErrFormat, f.Format, f.Version, Format, Version)
	}
	sys, err := parse(&f)
	if err != nil {
		return nil, err
	}
	return spec.Judge(sys)
}

// A reader builds the system that a file says. What it meets first that cannot be ends it.
type reader struct {
	sys   *ast.System
	words []*ast.Words
	nodes int
}

// A refusal is how a reader ends; parse turns it into an error.
type refusal struct{ error }

func refuse(format string, args ...any) {
	panic(refusal{fmt.Errorf("%w: "+format, append([]any{ErrFormat}, args...)...)})
}

func parse(f *file) (sys *ast.System, err error) {
	defer func() {
		if r := recover(); r != nil {
			refused, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			err = refused.error
		}
	}()
	r := &reader{sys: &ast.System{Name: f.Name, Doc: f.Doc, Sets: map[*ast.Machine][]ast.PhaseSet{}}}
	for _, n := range []int{len(f.Words), len(f.Machines), len(f.Events), len(f.Channels), len(f.Facts), len(f.Cells),
		len(f.Actions), len(f.Properties), len(f.Instances)} {
		if n > maxTexts {
			refuse("a list of %d declarations: at most %d", n, maxTexts)
		}
	}
	r.declarations(f)
	r.behaviour(f)
	return r.sys, nil
}

func (r *reader) declarations(f *file) {
	for _, w := range f.Words {
		r.words = append(r.words, &ast.Words{Name: w.Name, List: w.List})
	}
	for _, m := range f.Machines {
		r.sys.Machines = append(r.sys.Machines, r.machine(m))
	}
	for _, e := range f.Events {
		m := at(r.sys.Machines, &e.Machine, "machine")
		r.sys.Events = append(r.sys.Events, &ast.Event{Machine: m, Name: e.Name, Doc: e.Doc, Args: r.variables(e.Args)})
	}
	for _, c := range f.Channels {
		r.sys.Channels = append(r.sys.Channels, r.channel(c))
	}
	for _, x := range f.Facts {
		r.sys.Facts = append(r.sys.Facts, &ast.Fact{Name: x.Name, Doc: x.Doc, Keys: r.variables(x.Keys), Type: r.typ(x.Type)})
	}
}

func (r *reader) behaviour(f *file) {
	for _, c := range f.Cells {
		r.sys.Cells = append(r.sys.Cells, r.cell(c))
	}
	for _, a := range f.Actions {
		r.sys.Actions = append(r.sys.Actions, r.action(a))
	}
	r.sys.Done = r.condition(f.Done)
	for _, p := range f.Properties {
		q := &ast.Property{
			Kind: ast.PropertyKind(word(claims, p.Kind)), Name: p.Name, Doc: p.Doc, On: p.On, Except: p.Except, Optional: p.Optional,
			Holds: r.condition(p.Holds), From: r.condition(p.From), To: r.condition(p.To),
		}
		r.complete(q)
		r.sys.Properties = append(r.sys.Properties, q)
	}
	for _, i := range f.Instances {
		r.sys.Instances = append(r.sys.Instances, r.instance(i))
	}
}

// complete refuses a property that lacks what its kind says.
func (r *reader) complete(p *ast.Property) {
	ok := p.Holds != nil
	switch p.Kind {
	case ast.LeadsTo:
		ok = p.From != nil && p.To != nil
	case ast.Finitely:
		ok = p.On != ""
	}
	if !ok {
		refuse("property %s says nothing", p.Name)
	}
}

// at is the member of a list that a reference names.
func at[T any](list []*T, i *int, what string) *T {
	if i == nil || *i < 0 || *i >= len(list) {
		refuse("a reference to no %s", what)
	}
	return list[*i]
}

// word is the number of a word of the format.
func word(list []string, w string) int {
	i := slices.Index(list, w)
	if i < 0 {
		refuse("%q is none of %q", w, list)
	}
	return i
}

func (r *reader) typ(t typ) ast.Type {
	out := ast.Type{Kind: ast.Kind(word(kinds, t.Kind)), Name: t.Name, Max: t.Max, MaxSort: t.MaxSort}
	if t.Max < 0 || t.Max > maxNat {
		refuse("a counter up to %d: at most %d", t.Max, maxNat)
	}
	if (out.Kind == ast.Enum) != (t.Words != nil) {
		refuse("type %s has words, or has none, and is %s", t.Name, t.Kind)
	}
	if t.Words != nil {
		out.Words = at(r.words, t.Words, "enumeration")
	}
	return out
}

func (r *reader) variable(v variable) *ast.Variable {
	return &ast.Variable{Name: v.Name, Type: r.typ(v.Type)}
}

func (r *reader) variables(vs []variable) []*ast.Variable {
	var list []*ast.Variable
	for _, v := range vs {
		list = append(list, r.variable(v))
	}
	return list
}

func (r *reader) machine(m machine) *ast.Machine {
	out := &ast.Machine{Name: m.Name, Doc: m.Doc, Keys: r.variables(m.Keys), Phases: m.Phases, Docs: m.Docs, Blank: m.Blank}
	if len(m.Keys) < 1 || len(m.Keys) > 2 || len(m.Phases) == 0 {
		refuse("machine %s has %d keys and %d phases", m.Name, len(m.Keys), len(m.Phases))
	}
	for _, f := range m.Fields {
		x := &ast.Field{Machine: out, Name: f.Name, Doc: f.Doc, Shape: ast.Shape(word(shapes, f.Shape)), Type: r.typ(f.Type)}
		if x.Shape == ast.Mark {
			x.On = at(out.Fields, f.On, "set")
			if x.On.Shape != ast.Set || x.On.Type != x.Type {
				refuse("mark %s is on no set of its type", f.Name)
			}
		}
		out.Fields = append(out.Fields, x)
	}
	return out
}

func (r *reader) channel(c channel) *ast.Channel {
	out := &ast.Channel{
		Name: c.Name, Doc: c.Doc, Struct: c.Struct, Fields: r.variables(c.Fields), Queue: c.Queue, Room: c.Room, Each: r.variables(c.Each),
	}
	for _, v := range out.Each {
		if !slices.ContainsFunc(out.Fields, func(f *ast.Variable) bool { return f.Name == v.Name && f.Type == v.Type }) {
			refuse("queue %s is one for each %s, which is none of its fields", c.Name, v.Name)
		}
	}
	return out
}

func (r *reader) cell(c cell) *ast.Cell {
	out := &ast.Cell{
		Event: at(r.sys.Events, &c.Event, "event"), In: ast.PhaseSet(c.In), When: r.condition(c.When),
		Outcome: ast.Outcome(word(outcomes, c.Outcome)), Why: c.Why, Do: r.effects(c.Do), To: c.To, Reply: c.Reply,
	}
	if c.Reply != "" {
		if c.ReplyOf == nil {
			refuse("a reply of no enumeration")
		}
		out.ReplyOf = r.typ(*c.ReplyOf)
	}
	return out
}

func (r *reader) action(a action) *ast.Action {
	out := &ast.Action{
		Name: a.Name, Doc: a.Doc, By: a.By, For: r.variables(a.For), Fair: ast.Fairness(word(fairnesses, a.Fair)),
		When: r.condition(a.When), Do: r.effects(a.Do), Optional: a.Optional,
	}
	if a.Take != nil {
		out.Take = at(r.sys.Channels, a.Take, "channel")
	}
	if a.Peek != nil {
		out.Peek = at(r.sys.Channels, a.Peek, "channel")
	}
	for i := range a.Fire {
		out.Fire = append(out.Fire, r.firing(&a.Fire[i], 0))
	}
	return out
}

func (r *reader) instance(i instance) *ast.Instance {
	out := &ast.Instance{
		Name: i.Name, Doc: i.Doc, Sizes: i.Sizes, Tokens: i.Tokens, Checks: ast.Checks(word(checks, i.Checks)),
		With: i.With, Without: i.Without, Fair: map[string]ast.Fairness{},
	}
	for sort, n := range i.Sizes {
		if n > maxSize {
			refuse("instance %s: %d values of %s: at most %d", i.Name, n, sort, maxSize)
		}
	}
	if i.Tokens > maxDrawn {
		refuse("instance %s: %d tokens: at most %d", i.Name, i.Tokens, maxDrawn)
	}
	for a, fair := range i.Fair {
		out.Fair[a] = ast.Fairness(word(fairnesses, fair))
	}
	return out
}
