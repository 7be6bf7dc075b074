package spec

import "github.com/genlock-go/genlock/internal/ast"

// An AnyEvent is an event whatever its arguments.
type AnyEvent interface{ event() *ast.Event }

// An Event happens to one entry of a machine; its arguments are A, a struct of values.
type Event[K, A any] struct{ e *ast.Event }

func (e Event[K, A]) event() *ast.Event { return e.e }

// On declares an event, named by the type of its arguments.
func On[K, A any](m Machine[K], args A) Event[K, A] {
	e := &ast.Event{Machine: m.m, Pos: caller()}
	e.Name, e.Args, e.Faults = patternOf(args, e.Pos)
	return Event[K, A]{e}
}

// Doc says what the event is, in one sentence.
func (e Event[K, A]) Doc(doc string) Event[K, A] { e.e.Doc = doc; return e }

// A Firing is an event at one entry, or at once at each of several.
type Firing struct{ f *ast.Firing }

// At is the event at the entry at k.
func (e Event[K, A]) At(k Value[K], args A) Firing {
	pos := caller()
	return Firing{&ast.Firing{Event: e.e, At: k.exprs(), Args: argsOf(args, pos), Pos: pos}}
}

// ForEach is the event at each entry that the variables name, in one step.
func (f Firing) ForEach(vs ...AnyVariable) Firing {
	g := f.copied()
	for _, v := range vs {
		if v == nil {
			v = Variable[Sort]{} // Validate says that nothing declared it
		}
		g.Over = append(g.Over[:len(g.Over):len(g.Over)], v.variable())
	}
	return Firing{&g}
}

// Where restricts ForEach to the entries for which b holds before the step.
func (f Firing) Where(b Bool) Firing {
	g := f.copied()
	g.Where = raw(b)
	return Firing{&g}
}

// copied is the firing without the pointer that others may share.
func (f Firing) copied() ast.Firing {
	if f.f == nil {
		return ast.Firing{} // Validate says that no event was declared
	}
	return *f.f
}

// Fire lists the events of one step: at most one at an entry, all judged by the state before.
func Fire(fs ...Firing) []Firing { return fs }
