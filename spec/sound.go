package spec

import "github.com/genlock-go/genlock/internal/ast"

// A zero handle (an event never declared by On, a field never declared by TokenOf) compiles. Link looks for them
// before anything else does and puts a Bad or an Undone in their place, so that nothing after it meets a nil.

const (
	undeclared = "a handle that no declaration made"
	missing    = "a condition or a value is missing"
	misplaced  = "an entry is not named by the key of its machine"
	misfit     = "the values do not fit the declared fields"
	tooDeep    = "a condition or a value of more than 10,000 parts"

	maxParts = 10_000
)

// sound is x, or a Bad that says what is wrong with it; nil stays nil.
func sound(x ast.Expr) ast.Expr {
	if x == nil {
		return nil
	}
	if text := malformed(x); text != "" {
		return ast.Bad{Fault: ast.Fault{Text: text}}
	}
	return x
}

// malformed says what is wrong with an expression: first with its own node, then with those below it.
func malformed(xs ...ast.Expr) string {
	parts := 0
	return malformedBelow(xs, &parts)
}

// malformedBelow counts the parts that it has seen: conditions that share others can be far larger than they look.
func malformedBelow(xs []ast.Expr, parts *int) string {
	for _, x := range xs {
		if *parts++; *parts > maxParts {
			return tooDeep
		}
		if text := malformedNode(x); text != "" {
			return text
		}
		if text := malformedBelow(ast.Children(x), parts); text != "" {
			return text
		}
	}
	return ""
}

func malformedNode(x ast.Expr) string {
	switch x := x.(type) {
	case nil:
		return missing
	case ast.Var:
		return unless(x.V != nil, undeclared)
	case ast.Get:
		if x.Field == nil || x.Field.Machine == nil {
			return undeclared
		}
		return unless(len(x.At) == 0 || len(x.At) == len(x.Field.Machine.Keys), misplaced)
	case ast.Read:
		return malformedFact(x.Fact, x.At)
	case ast.InPhase:
		return malformedPlace(x.Machine, x.At)
	case ast.Changed:
		return malformedPlace(x.Machine, x.At)
	case ast.Quant:
		return unless(x.Var != nil, undeclared)
	case ast.NumberOf:
		return unless(x.Var != nil, undeclared)
	case ast.Count:
		if x.Channel == nil {
			return undeclared
		}
		return unless(len(x.Args) == len(x.Channel.Fields), because(x.Channel.Faults, misfit))
	case ast.Replies:
		return malformedFiring(x.Firing)
	case ast.Moves:
		return malformedFiring(x.Firing)
	case ast.ReplyOf:
		return malformedFiring(x.Firing)
	}
	return ""
}

func malformedPlace(m *ast.Machine, at []ast.Expr) string {
	if m == nil {
		return undeclared
	}
	return unless(len(at) == len(m.Keys), because(m.Faults, misplaced))
}

func malformedFact(f *ast.Fact, at []ast.Expr) string {
	if f == nil {
		return undeclared
	}
	return unless(len(at) == len(f.Keys), because(f.Faults, misplaced))
}

func malformedFiring(f *ast.Firing) string {
	if f == nil || f.Event == nil || f.Event.Machine == nil {
		return undeclared
	}
	for _, v := range f.Over {
		if v == nil {
			return undeclared
		}
	}
	if text := malformedPlace(f.Event.Machine, f.At); text != "" {
		return text
	}
	if !fits(f.Args, f.Event.Args) {
		return because(f.Event.Faults, misfit)
	}
	for _, x := range append(f.At[:len(f.At):len(f.At)], f.Args...) {
		if x == nil {
			return missing
		}
	}
	return ""
}

// fits says whether there is a value for each field. A struct that could not be read is one Bad, which says more.
func fits(args []ast.Expr, fields []*ast.Variable) bool {
	return len(args) == len(fields) || len(args) == 1 && isBad(args[0])
}

// soundEffect is e, or an Undone that says what is wrong with it.
func soundEffect(e ast.Effect) ast.Effect {
	if text := malformedEffect(e); text != "" {
		return ast.Undone{Fault: ast.Fault{Text: text}}
	}
	return e
}

func malformedEffect(e ast.Effect) string {
	if text := malformedTarget(e); text != "" {
		return text
	}
	return malformed(ast.EffectExprs(e)...)
}

// malformedTarget looks at what an effect changes.
func malformedTarget(e ast.Effect) string {
	switch e := e.(type) {
	case nil:
		return missing
	case ast.Send:
		if e.Channel == nil {
			return undeclared
		}
		return unless(fits(e.Args, e.Channel.Fields), because(e.Channel.Faults, misfit))
	case ast.SetFact:
		return malformedFact(e.Fact, e.At)
	case ast.BumpFact:
		return malformedFact(e.Fact, e.At)
	case ast.Undone:
		return ""
	default:
		return unless(changed(e) != nil, undeclared)
	}
}

// changed is the field that an effect changes; nil if it changes none.
func changed(e ast.Effect) *ast.Field {
	switch e := e.(type) {
	case ast.Fresh:
		return e.Field
	case ast.Assign:
		return e.Field
	case ast.Clear:
		return e.Field
	case ast.Bump:
		return e.Field
	case ast.Add:
		return e.Field
	case ast.Remove:
		return e.Field
	case ast.MarkAll:
		return e.Field
	}
	return nil
}

// because is what went wrong with a declaration, or else what is wrong with its use.
func because(faults []ast.Fault, text string) string {
	if len(faults) > 0 {
		return faults[0].Text
	}
	return text
}

func isBad(x ast.Expr) bool {
	_, ok := x.(ast.Bad)
	return ok
}

func unless(ok bool, text string) string {
	if ok {
		return ""
	}
	return text
}
