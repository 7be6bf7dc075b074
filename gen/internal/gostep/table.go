package gostep

import (
	"github.com/dave/jennifer/jen"

	"github.com/genlock-go/genlock/internal/ast"
)

// table fills table_gen.go: every cell of every machine as data.
func (p *plan) table(f *jen.File) {
	for _, g := range p.machines {
		decl(f, g.prefix+"Table is the machine "+g.m.Name+" as data, its cells in the order of the spec.",
			jen.Var().Id(g.prefix+"Table").Op("=").Qual(runtimePath, "Table").Values(block(
				keyed("Spec", jen.Lit(p.sys.Name)),
				keyed("Digest", jen.Id("Digest")),
				keyed("Machine", jen.Lit(g.m.Name)),
				keyed("Phases", rows("Name", g.phaseRows())),
				keyed("Events", rows("Name", g.eventRows())),
				keyed("Questions", rows("Question", g.questionRows())),
				keyed("Cells", rows("CellInfo", g.cellRows())),
			)...))
	}
}

func keyed(key string, value jen.Code) jen.Code { return jen.Id(key).Op(":").Add(value) }

// block puts each element of a literal on a line of its own.
func block(elements ...jen.Code) []jen.Code {
	var lines []jen.Code
	for _, e := range elements {
		lines = append(lines, jen.Line().Add(e))
	}
	if len(lines) > 0 {
		lines = append(lines, jen.Line())
	}
	return lines
}

func rows(typ string, rows []jen.Code) jen.Code {
	return jen.Index().Qual(runtimePath, typ).Values(block(rows...)...)
}

func (g *machine) phaseRows() []jen.Code {
	var rows []jen.Code
	for _, p := range g.m.Phases {
		rows = append(rows, nameRow(p, g.m.Docs[p]))
	}
	return rows
}

func nameRow(name, doc string) jen.Code {
	row := []jen.Code{keyed("Name", text(name))}
	if doc != "" {
		row = append(row, keyed("Doc", text(doc)))
	}
	return jen.Values(row...)
}

func (g *machine) eventRows() []jen.Code {
	var rows []jen.Code
	for _, ev := range g.events {
		rows = append(rows, nameRow(ev.e.Name, ev.e.Doc))
	}
	return rows
}

// questionRows are the questions of all guards in order of first use.
func (g *machine) questionRows() []jen.Code {
	var rows []jen.Code
	seen := map[string]bool{}
	for _, c := range g.cells {
		ls, _ := literals(c.When, true)
		for _, l := range ls {
			if !seen[question(l.x)] {
				seen[question(l.x)] = true
				rows = append(rows, jen.Values(keyed("Name", text(question(l.x))), keyed("Text", text(ast.Text(unnamed(l.x))))))
			}
		}
	}
	return rows
}

func (g *machine) cellRows() []jen.Code {
	var rows []jen.Code
	for _, c := range g.cells {
		rows = append(rows, jen.Values(block(g.cellFields(c)...)...))
	}
	return rows
}

// cellFields leaves out what is empty.
func (g *machine) cellFields(c *ast.Cell) []jen.Code {
	fields := []jen.Code{
		keyed("Event", text(c.Event.Name)),
		keyed("In", text(c.In.Text())),
		keyed("Phases", texts(c.In.Phases)),
		keyed("Guard", text(ast.Text(c.When))),
	}
	add := func(key string, given bool, value jen.Code) {
		if given {
			fields = append(fields, keyed(key, value))
		}
	}
	add("When", c.When != nil, literalRows(c.When))
	add("Outcome", c.Outcome != ast.Apply, jen.Qual(runtimePath, exported(c.Outcome.String())))
	add("To", c.To != "", text(c.To))
	add("Clears", c.To != "" && g.m.IsBlank(c.To), jen.True())
	add("Effects", len(c.Do) > 0, effectRows(c.Do))
	add("Reply", c.Reply != "", text(c.Reply))
	add("Why", c.Why != "", text(c.Why))
	return fields
}

func literalRows(x ast.Expr) jen.Code {
	ls, possible := literals(x, true)
	if !possible { // a guard that never holds wants "false" to be true
		ls = []guardLiteral{{ast.Lit{Type: ast.Type{Kind: ast.Bool}}, true}}
	}
	var rows []jen.Code
	for _, l := range ls {
		rows = append(rows, jen.Values(keyed("Question", text(question(l.x))), keyed("Is", jen.Lit(l.is))))
	}
	return jen.Index().Qual(runtimePath, "Literal").Values(rows...)
}

func effectRows(effects []ast.Effect) jen.Code {
	var rows []jen.Code
	for _, e := range effects {
		op, on := effectOp(e)
		args := []string{}
		for _, x := range ast.EffectExprs(e) {
			args = append(args, ast.Text(x))
		}
		row := []jen.Code{keyed("Op", jen.Qual(runtimePath, op)), keyed("On", text(on))}
		if len(args) > 0 {
			row = append(row, keyed("Args", texts(args)))
		}
		rows = append(rows, jen.Values(append(row, keyed("Text", text(ast.EffectText(e))))...))
	}
	return jen.Index().Qual(runtimePath, "Effect").Values(block(rows...)...)
}

// effectOp is the name of the operation, and what it changes.
func effectOp(e ast.Effect) (op, on string) {
	onMark := func(f *ast.Field, set, mark string) (string, string) {
		if f.Shape == ast.Mark {
			return mark, f.Name
		}
		return set, f.Name
	}
	switch e := e.(type) {
	case ast.Fresh:
		return "Fresh", e.Field.Name
	case ast.Assign:
		return "Becomes", e.Field.Name
	case ast.Clear:
		return "Clear", e.Field.Name
	case ast.Bump:
		if e.By < 0 {
			return "CountDown", e.Field.Name
		}
		return "CountUp", e.Field.Name
	case ast.Add:
		return onMark(e.Field, "Add", "Mark")
	case ast.Remove:
		return onMark(e.Field, "Remove", "Unmark")
	case ast.MarkAll:
		return "MarkAll", e.Field.Name
	case ast.Send:
		return "Send", e.Channel.Name
	default:
		panic("gen: no cell does " + ast.EffectText(e))
	}
}

// text is a text of the spec as a Go string, with everything quoted that could show other than it is.
func text(s string) jen.Code { return jen.Lit(s) }

func texts(list []string) jen.Code {
	var values []jen.Code
	for _, s := range list {
		values = append(values, text(s))
	}
	return jen.Index().String().Values(values...)
}
