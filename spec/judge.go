package spec

import (
	"maps"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// Judge judges a resolved system that a tool has made of another one, or has read from a file, as Validate judges a
// system after an edit. It gives the system linked anew: its lists hold every declaration that it uses, in the order of
// first use, and no other. Expressions must have the types that the vocabulary would have given them.
func Judge(s *ast.System) (*ast.System, error) {
	system, faults := validate(declared(s))
	if len(faults) > 0 {
		return nil, &Invalid{System: s.Name, Faults: faults}
	}
	return system, nil
}

// declared is the declaration that links to a resolved system.
func declared(s *ast.System) System {
	d := System{Name: s.Name, Doc: s.Doc, edited: true}
	if s.Done != nil {
		d.Done = cond(s.Done)
	}
	for _, c := range s.Cells {
		d.Cells = append(d.Cells, declaredCell(c))
	}
	for _, a := range s.Actions {
		d.Actions = append(d.Actions, declaredAction(a))
	}
	for _, p := range s.Properties {
		d.Properties = append(d.Properties, resolved{p})
	}
	for _, i := range s.Instances {
		d.Instances = append(d.Instances, declaredInstance(i))
	}
	return d
}

func declaredCell(c *ast.Cell) Cell {
	cell := Cell{In: PhaseSet{c.In}, Do: Effects{c.Do, c.Pos}, To: Phase(c.To)}
	if c.Event != nil {
		cell.On = Event[Sort, struct{}]{c.Event}
	}
	if c.When != nil {
		cell.When = cond(c.When)
	}
	if c.Reply != "" {
		cell.Reply = term[Enum](wordOf(c.ReplyOf, c.Reply))
	}
	switch c.Outcome {
	case ast.Ignore:
		cell.Ignore = c.Why
	case ast.Reject:
		cell.Reject = c.Why
	}
	return cell
}

// wordOf is a word of an enumeration, or a fault that Validate reports.
func wordOf(t ast.Type, word string) ast.Expr {
	if t.Words == nil || t.Words.Index(word) < 0 {
		return ast.Bad{Fault: ast.Fault{Text: word + " is no word of " + t.Name}}
	}
	return ast.Lit{Type: t, N: t.Words.Index(word)}
}

func declaredAction(a *ast.Action) Action {
	action := Action{Name: a.Name, Doc: a.Doc, By: a.By, Fair: a.Fair, Do: Effects{a.Do, a.Pos}, Optional: a.Optional}
	for _, v := range a.For {
		action.For = append(action.For, Variable[Sort]{term[Sort](ast.Var{V: v}), v})
	}
	if a.Take != nil {
		action.Take = Chan[struct{}]{a.Take}
	}
	if a.Peek != nil {
		action.Peek = Chan[struct{}]{a.Peek}
	}
	if a.When != nil {
		action.When = cond(a.When)
	}
	for _, f := range a.Fire {
		action.Fire = append(action.Fire, Firing{f})
	}
	return action
}

func declaredInstance(i *ast.Instance) Instance {
	d := Instance{Name: i.Name, Doc: i.Doc, Tokens: i.Tokens, Checks: i.Checks, With: i.With, Without: i.Without, Fair: i.Fair}
	for _, sort := range slices.Sorted(maps.Keys(i.Sizes)) {
		d.Sizes = append(d.Sizes, SortSize{sort, i.Sizes[sort]})
	}
	return d
}

// resolved is a property in its resolved form. Each use is a copy: linking changes it.
type resolved struct{ p *ast.Property }

func (r resolved) property() *ast.Property {
	p := *r.p
	return &p
}
