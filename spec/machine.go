package spec

import "github.com/genlock-go/genlock/internal/ast"

// A Phase is a stage of a machine's entries: the same word in Go, TLA+, logs and diagrams.
type Phase string

// Phases is one phase or a set of them: where a cell applies.
type Phases interface{ phaseSet() ast.PhaseSet }

func (p Phase) phaseSet() ast.PhaseSet { return ast.PhaseSet{Phases: []string{string(p)}} }

// A PhaseSet is a set of phases.
type PhaseSet struct{ set ast.PhaseSet }

func (s PhaseSet) phaseSet() ast.PhaseSet { return s.set }

// In is the set of these phases, without a name of its own.
func In(ps ...Phases) PhaseSet { return PhaseSet{union("", ps)} }

// Named is the set of these phases under a name that every back end keeps.
func Named(name string, ps ...Phases) PhaseSet { return PhaseSet{union(name, ps)} }

func union(name string, sets []Phases) ast.PhaseSet {
	if len(sets) == 1 && name == "" {
		return sets[0].phaseSet()
	}
	u := ast.PhaseSet{Name: name}
	for _, s := range sets {
		u.Phases = append(u.Phases, s.phaseSet().Phases...)
	}
	return u
}

// A Machine is one entry for each value of K.
type Machine[K any] struct{ m *ast.Machine }

// Each declares a machine with one entry for each value of key, which is a variable or a pair of them (Of). The first
// phase is the initial one; an entry in it carries no fields.
func Each[K any](key Value[K], name string, phases ...Phase) Machine[K] {
	m := &ast.Machine{Name: name, Docs: map[string]string{}, Pos: caller()}
	m.Keys, m.Faults = variables(key.exprs(), "the key of "+name, m.Pos)
	for _, p := range phases {
		m.Phases = append(m.Phases, string(p))
	}
	return Machine[K]{m}
}

// Doc says what an entry is, in one sentence.
func (m Machine[K]) Doc(doc string) Machine[K] { m.m.Doc = doc; return m }

// Blank names further phases in which an entry carries no fields.
func (m Machine[K]) Blank(phases ...Phase) Machine[K] {
	for _, p := range phases {
		m.m.Blank = append(m.m.Blank, string(p))
	}
	return m
}

// Means says in a few words what it is to be in a phase.
func (m Machine[K]) Means(phase Phase, doc string) Machine[K] {
	m.m.Docs[string(phase)] = doc
	return m
}

// In holds where the entry at k is in one of the phases.
func (m Machine[K]) In(k Value[K], phases ...Phases) Bool {
	return cond(ast.InPhase{Machine: m.m, At: k.exprs(), Phases: union("", phases)})
}

// Changes holds where the step changes the entry at k. Only step properties know it.
func (m Machine[K]) Changes(k Value[K]) Bool {
	return cond(ast.Changed{Machine: m.m, At: k.exprs()})
}

// A Field is one value that each entry carries. In a cell the bare handle is this entry's; elsewhere At says whose.
type Field[K, T any] struct {
	Term[T]
	f *ast.Field
}

// At is the field of the entry at k.
func (f Field[K, T]) At(k Value[K]) Term[T] { return term[T](ast.Get{Field: f.f, At: k.exprs()}) }

// Becomes gives the field a value.
func (f Field[K, T]) Becomes(v Value[T]) Effect { return effect{ast.Assign{Field: f.f, X: raw(v)}} }

// FieldOf declares a truth value or a word; blank (false, the first word) at first.
func FieldOf[T, K any](m Machine[K], name, doc string) Field[K, T] {
	return fieldOf[T](m, name, doc, typeOf[T]())
}

func fieldOf[T, K any](m Machine[K], name, doc string, t ast.Type) Field[K, T] {
	f := m.declare(name, doc, ast.Plain, t)
	return Field[K, T]{term[T](ast.Get{Field: f}), f}
}

func (m Machine[K]) declare(name, doc string, shape ast.Shape, t ast.Type) *ast.Field {
	f := &ast.Field{Machine: m.m, Name: name, Doc: doc, Shape: shape, Type: t, Pos: caller()}
	m.m.Fields = append(m.m.Fields, f)
	return f
}

// A TokenField holds a generation; None at first.
type TokenField[K any] struct{ Field[K, Token] }

// TokenOf declares a field for a generation.
func TokenOf[K any](m Machine[K], name, doc string) TokenField[K] {
	return TokenField[K]{fieldOf[Token](m, name, doc, typeOf[Token]())}
}

// Fresh draws a token that was never used before.
func (f TokenField[K]) Fresh() Effect { return effect{ast.Fresh{Field: f.f}} }

// A Counter counts from 0 up to a bound; an effect that leaves that range breaks the model's TypeOK.
type Counter[K any] struct{ Field[K, Nat] }

// CountOf declares a counter that is at most the number of values of the sort Max.
func CountOf[Max, K any](m Machine[K], name, doc string) Counter[K] {
	t := natural
	t.MaxSort = typeOf[Max]().Name
	return Counter[K]{fieldOf[Nat](m, name, doc, t)}
}

// CountTo declares a counter that is at most max.
func CountTo[K any](m Machine[K], name, doc string, max int) Counter[K] {
	t := natural
	t.Max = max
	return Counter[K]{fieldOf[Nat](m, name, doc, t)}
}

// Inc counts up by one, Dec down.
func (f Counter[K]) Inc() Effect { return effect{ast.Bump{Field: f.f, By: 1}} }

// Dec counts down by one.
func (f Counter[K]) Dec() Effect { return effect{ast.Bump{Field: f.f, By: -1}} }

// Perhaps is an optional value. It is asked, never read: to use what it holds, bind a variable with Is.
type Perhaps[T any] struct{ x ast.Expr }

// Is holds where the option holds v.
func (o Perhaps[T]) Is(v Value[T]) Bool { return cond(ast.OptIs{Opt: o.x, X: raw(v)}) }

// None holds where the option holds nothing.
func (o Perhaps[T]) None() Bool { return cond(ast.OptNone{Opt: o.x}) }

// An OptionField is an optional value of a sort; none at first.
type OptionField[K, T any] struct {
	Perhaps[T]
	f *ast.Field
}

// OptionOf declares an optional value.
func OptionOf[T, K any](m Machine[K], name, doc string) OptionField[K, T] {
	f := m.declare(name, doc, ast.Option, typeOf[T]())
	return OptionField[K, T]{Perhaps[T]{ast.Get{Field: f}}, f}
}

// At is the option of the entry at k.
func (f OptionField[K, T]) At(k Value[K]) Perhaps[T] {
	return Perhaps[T]{ast.Get{Field: f.f, At: k.exprs()}}
}

// Becomes makes the option hold v.
func (f OptionField[K, T]) Becomes(v Value[T]) Effect {
	return effect{ast.Assign{Field: f.f, X: raw(v)}}
}

// Clear makes it hold nothing.
func (f OptionField[K, T]) Clear() Effect { return effect{ast.Clear{Field: f.f}} }

// A Set is a set of values of a sort.
type Set[T any] struct{ x ast.Expr }

// Has holds where v is a member.
func (s Set[T]) Has(v Value[T]) Bool { return cond(ast.Has{Set: s.x, Elem: raw(v)}) }

// Empty holds where there is no member.
func (s Set[T]) Empty() Bool { return cond(ast.Empty{Set: s.x}) }

// Without is the set less one value.
func (s Set[T]) Without(v Value[T]) Set[T] { return Set[T]{ast.Less1{Set: s.x, Elem: raw(v)}} }

// A SetField is a set that each entry carries; empty at first.
type SetField[K, T any] struct {
	Set[T]
	f *ast.Field
}

// SetOf declares a set.
func SetOf[T, K any](m Machine[K], name, doc string) SetField[K, T] {
	f := m.declare(name, doc, ast.Set, typeOf[T]())
	return SetField[K, T]{Set[T]{ast.Get{Field: f}}, f}
}

// At is the set of the entry at k.
func (f SetField[K, T]) At(k Value[K]) Set[T] { return Set[T]{ast.Get{Field: f.f, At: k.exprs()}} }

// Add makes v a member.
func (f SetField[K, T]) Add(v Value[T]) Effect { return effect{ast.Add{Field: f.f, X: raw(v)}} }

// Remove lets v go, and with it the marks it bears.
func (f SetField[K, T]) Remove(v Value[T]) Effect { return effect{ast.Remove{Field: f.f, X: raw(v)}} }

// Clear lets all members go, and their marks.
func (f SetField[K, T]) Clear() Effect { return effect{ast.Clear{Field: f.f}} }

// A MarkField is a mark on some members of a set. A member that leaves the set loses it.
type MarkField[K, T any] struct {
	Set[T]
	f *ast.Field
}

// MarkOn declares a mark on the members of a set.
func MarkOn[K, T any](set SetField[K, T], name, doc string) MarkField[K, T] {
	f := Machine[K]{set.f.Machine}.declare(name, doc, ast.Mark, set.f.Type)
	f.On = set.f
	return MarkField[K, T]{Set[T]{ast.Get{Field: f}}, f}
}

// At is the marked members of the entry at k.
func (f MarkField[K, T]) At(k Value[K]) Set[T] { return Set[T]{ast.Get{Field: f.f, At: k.exprs()}} }

// Mark marks v, which must be a member.
func (f MarkField[K, T]) Mark(v Value[T]) Effect { return effect{ast.Add{Field: f.f, X: raw(v)}} }

// Unmark takes the mark off v.
func (f MarkField[K, T]) Unmark(v Value[T]) Effect { return effect{ast.Remove{Field: f.f, X: raw(v)}} }

// MarkAll marks every member.
func (f MarkField[K, T]) MarkAll() Effect { return effect{ast.MarkAll{Field: f.f}} }

// UnmarkAll takes the mark off everybody.
func (f MarkField[K, T]) UnmarkAll() Effect { return effect{ast.Clear{Field: f.f}} }

// An Effect is what a cell or an action does; Effects are one too.
type Effect interface{ effects() []ast.Effect }

type effect struct{ e ast.Effect }

func (e effect) effects() []ast.Effect { return []ast.Effect{e.e} }

// Effects are carried out in order; each sees what the ones before it did.
type Effects struct {
	list []ast.Effect
	pos  ast.Pos
}

func (e Effects) effects() []ast.Effect { return e.list }

// Do lists effects.
func Do(list ...Effect) Effects {
	all := Effects{pos: caller()}
	for _, e := range list {
		if e == nil {
			e = effect{ast.Undone{Fault: ast.Fault{Pos: all.pos, Text: missing}}}
		}
		all.list = append(all.list, e.effects()...)
	}
	return all
}
