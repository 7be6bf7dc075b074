package gostep

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genlock-go/genlock/gen/internal/plaintext"
	"github.com/genlock-go/genlock/internal/ast"
)

// A leaf is one cell where the tree of conditions has come to it.
type leaf struct {
	*body
	cell    *ast.Cell
	scope   *scope
	changes map[*set][]setBit
	sent    []*ast.Channel
	drew    bool
}

// leaf is what a cell does: its number, its effects in order, the next phase, what is left to the caller, the reply.
func (b *body) leaf(c *ast.Cell, sc *scope) []jen.Code {
	l := &leaf{body: b, cell: c, scope: sc, changes: map[*set][]setBit{}}
	for _, s := range b.g.sets {
		s.check(b.ev, c)
	}
	code := []jen.Code{l.number()}
	for _, e := range c.Do {
		code = append(code, l.effect(e)...)
	}
	code = append(code, l.enter()...)
	for _, s := range b.g.sets {
		code = append(code, l.change(s)...)
	}
	return append(code, l.told()...)
}

// number says which cell this is; why, if it does nothing.
func (l *leaf) number() jen.Code {
	code := jen.Id("r").Dot("Cell").Op("=").Lit(slices.Index(l.g.cells, l.cell))
	if l.cell.Outcome != ast.Apply {
		code.Comment("// " + plaintext.Line(l.cell.Outcome.String()+": "+l.cell.Why))
	}
	return code
}

// effect is one effect. Those on sets are gathered: the caller carries them out.
func (l *leaf) effect(e ast.Effect) []jen.Code {
	if bit, ok := setBitOf(e); ok {
		s := l.g.setOf(bit.field)
		l.changes[s] = append(l.changes[s], bit)
		l.scope.assigned[s.field] = true
		return nil
	}
	if send, ok := e.(ast.Send); ok {
		return []jen.Code{l.send(send)}
	}
	field, value := l.assign(e)
	l.scope.assigned[field] = true
	return []jen.Code{jen.Id("r").Dot("Next").Dot(exported(field.Name)).Add(value)}
}

// assign is a field and what happens to it. What comes after reads the new value.
func (l *leaf) assign(e ast.Effect) (*ast.Field, jen.Code) {
	switch e := e.(type) {
	case ast.Fresh:
		l.drew = true
		return e.Field, jen.Op("=").Id("fresh")
	case ast.Assign:
		value := l.scope.expr(e.X, 0)
		if e.Field.Shape == ast.Option {
			value = jen.Qual(runtimePath, "Some").Call(value)
		}
		return e.Field, jen.Op("=").Add(value)
	case ast.Clear:
		return e.Field, jen.Op("=").Qual(runtimePath, "Option").Types(goType(e.Field.Type)).Values()
	case ast.Bump:
		if e.By < 0 {
			return e.Field, jen.Op("--")
		}
		return e.Field, jen.Op("++")
	default:
		cannot("a step cannot do %q", ast.EffectText(e))
		return nil, nil
	}
}

// send fills a message in: its fields less those that only repeat which entry sends it.
func (l *leaf) send(e ast.Send) jen.Code {
	if slices.Contains(l.sent, e.Channel) {
		cannot("two messages for %s in one cell: a result has room for one", e.Channel.Name)
	}
	l.sent = append(l.sent, e.Channel)
	var values []jen.Code
	for i, v := range e.Channel.Fields {
		if !l.g.alwaysOwnKey(l.p.sys, e.Channel, i) {
			values = append(values, keyed(exported(v.Name), l.scope.expr(e.Args[i], 0)))
		}
	}
	return jen.Id("r").Dot(exported(e.Channel.Name)).Op("=").Id(l.g.prefix + e.Channel.Struct).Values(values...)
}

// enter goes to the next phase. A blank one clears every field, the sets among them.
func (l *leaf) enter() []jen.Code {
	next, to := jen.Id("r").Dot("Next"), l.cell.To
	switch {
	case to == "":
		return nil
	case !l.g.m.IsBlank(to):
		return []jen.Code{next.Dot("Phase").Op("=").Id(l.g.prefix + to)}
	}
	for _, s := range l.g.sets {
		l.changes[s] = []setBit{{s.field, setClear}}
	}
	if to == l.g.m.Phases[0] {
		return []jen.Code{next.Op("=").Id(l.g.prefix + "Entry").Values()}
	}
	return []jen.Code{next.Op("=").Id(l.g.prefix + "Entry").Values(keyed("Phase", jen.Id(l.g.prefix+to)))}
}

// change is what becomes of a set.
func (l *leaf) change(s *set) []jen.Code {
	var names []string
	for _, bit := range s.bits() {
		if slices.Contains(l.changes[s], bit) {
			names = append(names, bit.name(l.g.prefix))
		}
	}
	return assignBits(exported(s.field.Name), names)
}

// told is the end of a cell: the channels it sent to, its reply, whether it drew a token.
func (l *leaf) told() []jen.Code {
	var names []string
	for _, c := range l.sent {
		names = append(names, l.g.prefix+"Sent"+exported(c.Name))
	}
	code := assignBits("Sent", names)
	if c := l.cell; c.Reply != "" {
		code = append(code, jen.Id("r").Dot("Reply").Op("=").Id(word(c.ReplyOf, c.ReplyOf.Words.Index(c.Reply))))
	}
	if l.drew {
		code = append(code, jen.Id("r").Dot("Drew").Op("=").True())
	}
	return code
}

// assignBits sets a field of the result to a sum of bits; nothing if there is none.
func assignBits(field string, names []string) []jen.Code {
	if len(names) == 0 {
		return nil
	}
	sum := jen.Id(names[0])
	for _, name := range names[1:] {
		sum.Op("|").Id(name)
	}
	return []jen.Code{jen.Id("r").Dot(field).Op("=").Add(sum)}
}
