package portable

import "github.com/genlock-go/genlock/internal/ast"

func (r *reader) effects(list []effect) []ast.Effect {
	var effects []ast.Effect
	for i := range list {
		effects = append(effects, r.effect(&list[i]))
	}
	return effects
}

func (r *reader) effect(e *effect) ast.Effect {
	switch e.Op {
	case "send":
		c := at(r.sys.Channels, e.Channel, "channel")
		return ast.Send{Channel: c, Args: r.values(e.Xs, c.Fields, 0)}
	case "set fact":
		f := at(r.sys.Facts, e.Fact, "fact")
		return ast.SetFact{Fact: f, At: r.values(e.At, f.Keys, 0), X: r.only(e, f.Type)}
	case "bump fact":
		f := at(r.sys.Facts, e.Fact, "fact")
		return ast.BumpFact{Fact: f, At: r.values(e.At, f.Keys, 0), By: by(e, f.Type)}
	default:
		return r.fieldEffect(e, r.field(e.Machine, e.Field))
	}
}

// fieldEffect reads what changes a field, each only of the shape that it is for.
func (r *reader) fieldEffect(e *effect, f *ast.Field) ast.Effect {
	of := func(shapes ...ast.Shape) {
		for _, s := range shapes {
			if f.Shape == s {
				return
			}
		}
		refuse("%q of %s, which is no field of that shape", e.Op, f.Name)
	}
	switch e.Op {
	case "fresh":
		if of(ast.Plain); f.Type.Kind != ast.Token {
			refuse("%s is no token", f.Name)
		}
		return ast.Fresh{Field: f}
	case "assign":
		of(ast.Plain, ast.Option)
		return ast.Assign{Field: f, X: r.only(e, f.Type)}
	case "clear":
		of(ast.Option, ast.Set, ast.Mark)
		return ast.Clear{Field: f}
	case "bump":
		of(ast.Plain)
		return ast.Bump{Field: f, By: by(e, f.Type)}
	case "add":
		of(ast.Set, ast.Mark)
		return ast.Add{Field: f, X: r.only(e, f.Type)}
	case "remove":
		of(ast.Set, ast.Mark)
		return ast.Remove{Field: f, X: r.only(e, f.Type)}
	case "mark all":
		of(ast.Mark)
		return ast.MarkAll{Field: f}
	}
	refuse("no effect %q", e.Op)
	return nil
}

// only is the one value of an effect.
func (r *reader) only(e *effect, of ast.Type) ast.Expr {
	if len(e.Xs) != 1 {
		refuse("%q with %d values", e.Op, len(e.Xs))
	}
	return r.value(e.Xs[0], of, 0)
}

// by is how far a counter goes in one step.
func by(e *effect, of ast.Type) int {
	if of.Kind != ast.Nat || e.By != 1 && e.By != -1 {
		refuse("%q of what is no counter, or by %d", e.Op, e.By)
	}
	return e.By
}
