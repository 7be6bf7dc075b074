package gostep

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genlock-go/genlock/gen/internal/plaintext"
	"github.com/genlock-go/genlock/internal/ast"
)

// step fills step_gen.go: the types of the package, then each machine's own, then a function for each event.
func (p *plan) step(f *jen.File, digest string) error {
	decl(f, "Digest names the spec from which this file was generated.", jen.Const().Id("Digest").Op("=").Lit(digest))
	decl(f, "Generated code of another version of statemachine does not compile.", jen.Const().Id("_").Op("=").Qual(runtimePath, "Version1"))
	decl(f, "Token is a generation: drawn fresh, never used again. 0 is none.", jen.Type().Id("Token").Op("=").Qual(runtimePath, "Token"))
	for _, s := range p.sorts {
		decl(f, s+" is a name of that sort; the caller gives them.", jen.Type().Id(s).Uint32())
	}
	for _, w := range p.enums {
		enumeration(f, w)
	}
	for _, g := range p.machines {
		g.types(f, p)
		for _, ev := range g.events {
			code, err := g.function(p, ev)
			if err != nil {
				return err
			}
			decl(f, g.functionDoc(ev), code)
		}
	}
	return nil
}

func enumeration(f *jen.File, w *ast.Words) {
	decl(f, w.Name+" is one of "+strings.Join(w.List, ", ")+".", jen.Type().Id(w.Name).Uint8())
	words := make([]name, len(w.List))
	for i, x := range w.List {
		words[i] = name{w.Name + exported(x), x, ""}
	}
	numbered(f, w.Name, words)
}

// A name is a constant with the text that it stands for and what it means.
type name struct{ id, text, doc string }

// numbered declares the constants of a type from 0, and its String method.
func numbered(f *jen.File, typ string, names []name) {
	var consts, cases []jen.Code
	for i, n := range names {
		c := jen.Id(n.id)
		if i == 0 {
			c.Id(typ).Op("=").Iota()
		}
		if n.doc != "" {
			c.Comment("// " + plaintext.Line(n.doc))
		}
		consts = append(consts, c)
		cases = append(cases, jen.Case(jen.Id(n.id)).Block(jen.Return(jen.Lit(n.text))))
	}
	f.Line()
	f.Const().Defs(consts...)
	cases = append(cases, jen.Default().Block(jen.Return(jen.Lit("no "+typ))))
	f.Line()
	f.Func().Params(jen.Id("x").Id(typ)).Id("String").Params().String().Block(jen.Switch(jen.Id("x")).Block(cases...))
}

// types declares what one machine's functions take and give.
func (g *machine) types(f *jen.File, p *plan) {
	g.phases(f)
	g.entry(f)
	for _, s := range g.sets {
		g.set(f, s)
	}
	if len(g.channels) > 0 {
		g.messages(f, p)
	}
	g.results(f)
	g.cellType(f)
	for _, ev := range g.events {
		if len(ev.channels) > 0 {
			g.eventResult(f, ev)
		}
	}
}

func (g *machine) phases(f *jen.File) {
	decl(f, g.prefix+"Phase is a stage of an entry.", jen.Type().Id(g.prefix+"Phase").Uint8())
	names := make([]name, len(g.m.Phases))
	for i, phase := range g.m.Phases {
		names[i] = name{g.prefix + phase, phase, g.m.Docs[phase]}
	}
	numbered(f, g.prefix+"Phase", names)
}

func (g *machine) entry(f *jen.File) {
	fields := []jen.Code{jen.Id("Phase").Id(g.prefix + "Phase")}
	for _, field := range g.plain {
		t := goType(field.Type)
		if field.Shape == ast.Option {
			t = jen.Qual(runtimePath, "Option").Types(t)
		}
		fields = append(fields, documented(jen.Id(exported(field.Name)).Add(t), field.Doc))
	}
	doc := g.prefix + "Entry is what the machine " + g.m.Name + " keeps of one " + variableNames(g.m.Keys) + ". " + g.m.Doc
	if len(g.sets) > 0 {
		doc += " Its sets are kept by the caller."
	}
	decl(f, doc, jen.Type().Id(g.prefix+"Entry").Struct(fields...))
}

func variableNames(vs []*ast.Variable) string {
	names := make([]string, len(vs))
	for i, v := range vs {
		names[i] = v.Name
	}
	return strings.Join(names, " and ")
}

func documented(c *jen.Statement, doc string) *jen.Statement {
	if doc == "" {
		return c
	}
	return c.Comment("// " + plaintext.Line(doc))
}

// set declares the questions that a step asks a set, and the bits of what it wants done to it.
func (g *machine) set(f *jen.File, s *set) {
	id, elem := g.prefix+exported(s.field.Name), goType(s.field.Type)
	questions := []jen.Code{
		jen.Id("Len").Params().Int().Comment("// how many there are"),
		jen.Id("Has").Params(elem.Clone()).Bool(),
	}
	for _, m := range s.marks {
		questions = append(questions, documented(jen.Id(exported(m.Name)).Params(elem.Clone()).Bool(), m.Doc))
		if s.counts[m] {
			questions = append(questions, jen.Id(exported(m.Name)+"Len").Params().Int())
		}
	}
	decl(f, id+" answers a step's questions about "+described(s.field)+".", jen.Type().Id(id).Interface(questions...))

	change := id + "Change"
	size := jen.Uint8()
	if bits := len(s.bits()); bits > 16 {
		size = jen.Uint32()
	} else if bits > 8 {
		size = jen.Uint16()
	}
	decl(f, change+" is what becomes of "+s.field.Name+", a sum of bits that are carried out in this order. "+
		"\"It\" is the event's argument of that sort; who leaves loses every mark.", jen.Type().Id(change).Add(size))
	var consts []jen.Code
	for i, b := range s.bits() {
		c := jen.Id(b.name(g.prefix))
		if i == 0 {
			c.Id(change).Op("=").Lit(1).Op("<<").Iota()
		}
		consts = append(consts, c.Comment("// "+b.doc()))
	}
	f.Line()
	f.Const().Defs(consts...)
}

func described(field *ast.Field) string {
	if field.Doc == "" {
		return field.Name
	}
	return field.Name + ", " + strings.TrimSuffix(field.Doc, ".")
}

// messages declares the structs of what the machine sends, and a bit for each channel.
func (g *machine) messages(f *jen.File, p *plan) {
	declared := map[string]bool{}
	var consts []jen.Code
	for i, c := range g.channels {
		if id := g.prefix + c.Struct; !declared[id] {
			declared[id] = true
			var fields []jen.Code
			for _, v := range g.messageFields(p.sys, c) {
				fields = append(fields, jen.Id(exported(v.Name)).Add(goType(v.Type)))
			}
			decl(f, id+" is a message, less the names of the entry that sends it.", jen.Type().Id(id).Struct(fields...))
		}
		bit := jen.Id(g.prefix + "Sent" + exported(c.Name))
		if i == 0 {
			bit.Id(g.prefix + "Sent").Op("=").Lit(1).Op("<<").Iota()
		}
		consts = append(consts, documented(bit, c.Doc))
	}
	decl(f, g.prefix+"Sent says to which channels a step sends.", jen.Type().Id(g.prefix+"Sent").Uint16())
	f.Line()
	f.Const().Defs(consts...)
}

// results declares what every step of the machine returns. Of at most four small fields a struct, so that the compiler
// keeps them in registers.
func (g *machine) results(f *jen.File) {
	effects, result := g.prefix+"Effects", g.prefix+"Result"
	var fields []jen.Code
	for _, s := range g.sets {
		fields = append(fields, jen.Id(exported(s.field.Name)).Id(g.prefix+exported(s.field.Name)+"Change"))
	}
	if len(g.channels) > 0 {
		fields = append(fields, jen.Id("Sent").Id(g.prefix+"Sent"))
	}
	if g.reply != nil {
		fields = append(fields, jen.Id("Reply").Id(g.reply.Name).Comment("// of an event that has an answer"))
	}
	fields = append(fields, jen.Id("Cell").Id(g.prefix+"Cell").Comment("// the cell that settled it"))
	decl(f, effects+" is what a step leaves to its caller.", jen.Type().Id(effects).Struct(fields...))

	fields = []jen.Code{jen.Id("Next").Id(g.prefix + "Entry").Comment("// what becomes of the entry"), jen.Id(effects)}
	if g.draws {
		fields = append(fields, jen.Id("Drew").Bool().Comment("// the fresh token was used"))
	}
	decl(f, result+" is what a step wants; the step itself changes nothing.", jen.Type().Id(result).Struct(fields...))

	method := func(doc, id string, typ, value jen.Code) {
		decl(f, doc, jen.Func().Params(jen.Id("r").Id(result)).Id(id).Params().Add(typ).Block(jen.Return(value)))
	}
	method("Outcome is what the cell does with the event.", "Outcome", jen.Qual(runtimePath, "Outcome"), jen.Id("r").Dot("Cell").Dot("Info").Call().Dot("Outcome"))
	method("String is the cell in plain words.", "String", jen.String(), jen.Id("r").Dot("Cell").Dot("String").Call())
}

func (g *machine) cellType(f *jen.File) {
	cell, table := g.prefix+"Cell", g.prefix+"Table"
	decl(f, cell+" is a cell of the table, by its place there.", jen.Type().Id(cell).Uint8())
	decl(f, g.prefix+"NoCell is what a step answers in no phase of the machine. It counts as rejected.",
		jen.Const().Id(g.prefix+"NoCell").Id(cell).Op("=").Lit(255))
	decl(f, "Info is the cell as data.", jen.Func().Params(jen.Id("c").Id(cell)).Id("Info").Params().
		Op("*").Qual(runtimePath, "CellInfo").Block(jen.Return(jen.Id(table).Dot("Cell").Call(jen.Int().Call(jen.Id("c"))))))
	decl(f, "String is the cell in plain words.", jen.Func().Params(jen.Id("c").Id(cell)).Id("String").Params().String().
		Block(jen.Return(jen.Id("c").Dot("Info").Call().Dot("String").Call())))
}

func (g *machine) eventResult(f *jen.File, ev *event) {
	fields := []jen.Code{jen.Id(g.prefix + "Result")}
	for _, c := range ev.channels {
		fields = append(fields, jen.Id(exported(c.Name)).Id(g.prefix+c.Struct).Comment("// if Sent has "+g.prefix+"Sent"+exported(c.Name)))
	}
	id := ev.e.Name + "Result"
	decl(f, id+" is a "+g.prefix+"Result with what "+ev.e.Name+" sends.", jen.Type().Id(id).Struct(fields...))
}

func (g *machine) functionDoc(ev *event) string {
	doc := fmt.Sprintf("On%s is the step of %s. %s", ev.e.Name, ev.e.Name, ev.e.Doc)
	if ev.draws {
		doc += " The token fresh was never used before; only a step that Drew has used it."
	}
	return doc
}
