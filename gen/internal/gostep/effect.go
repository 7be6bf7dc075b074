package gostep

import (
	"github.com/dave/jennifer/jen"

	"github.com/genlock-go/genlock/gen/internal/plaintext"
	"github.com/genlock-go/genlock/internal/ast"
)

// leaf is what one cell does: its number, its effects in order, the next phase, the reply.
func (b *body) leaf(c *ast.Cell, sc *scope) []jen.Code {
	code := []jen.Code{b.number(c)}
	change := map[*goSet][]setBit{}
	var sent []*ast.Channel
	for _, s := range b.g.sets {
		s.checkSets(b.ev, c)
	}
	for _, e := range c.Do {
		switch e := e.(type) {
		case ast.Send:
			if contains(sent, e.Channel) {
				cannot("two messages for %s in one cell: a result has room for one", e.Channel.Name)
			}
			sent = append(sent, e.Channel)
			code = append(code, b.send(e, sc))
		default:
			if bit, ok := setBitOf(e); ok {
				s := b.g.setOf(bit.field)
				change[s] = append(change[s], bit)
				sc.assigned[s.field] = true
				continue
			}
			code = append(code, b.assign(e, sc))
		}
	}
	code = append(code, b.enter(c, change)...)
	for _, s := range b.g.sets {
		if code2 := b.change(s, change[s]); code2 != nil {
			code = append(code, code2)
		}
	}
	return append(code, b.told(c, sent)...)
}

func contains[T comparable](list []T, x T) bool {
	for _, y := range list {
		if y == x {
			return true
		}
	}
	return false
}

// number says which cell this is; why, if it does nothing.
func (b *body) number(c *ast.Cell) jen.Code {
	code := jen.Id("r").Dot("Cell").Op("=").Lit(b.g.index(c))
	if c.Outcome != ast.Apply {
		code.Comment("// " + plaintext.Line(c.Outcome.String()+": "+c.Why))
	}
	return code
}

func (g *goMachine) index(c *ast.Cell) int {
	for i, d := range g.cells {
		if c == d {
			return i
		}
	}
	panic("gen: a cell of another machine")
}

// assign gives a field its new value. What comes after reads that one.
func (b *body) assign(e ast.Effect, sc *scope) jen.Code {
	to := func(f *ast.Field) *jen.Statement { return jen.Id("r").Dot("Next").Dot(exported(f.Name)) }
	switch e := e.(type) {
	case ast.Fresh:
		sc.assigned[e.Field] = true
		return to(e.Field).Op("=").Id("fresh")
	case ast.Assign:
		value := sc.expr(e.X, 0)
		sc.assigned[e.Field] = true
		if e.Field.Shape == ast.Option {
			value = jen.Qual(runtimePath, "Some").Call(value)
		}
		return to(e.Field).Op("=").Add(value)
	case ast.Clear:
		sc.assigned[e.Field] = true
		return to(e.Field).Op("=").Qual(runtimePath, "Option").Types(goType(e.Field.Type)).Values()
	case ast.Bump:
		sc.assigned[e.Field] = true
		if e.By < 0 {
			return to(e.Field).Op("--")
		}
		return to(e.Field).Op("++")
	default:
		cannot("a step cannot do %q", ast.EffectText(e))
		return nil
	}
}

// enter goes to the next phase. A blank one clears every field, the sets among them.
func (b *body) enter(c *ast.Cell, change map[*goSet][]setBit) []jen.Code {
	next := jen.Id("r").Dot("Next")
	switch {
	case c.To == "":
		return nil
	case c.To == b.g.m.Phases[0]:
		next = next.Op("=").Id(b.g.prefix + "Entry").Values()
	case b.g.m.IsBlank(c.To):
		next = next.Op("=").Id(b.g.prefix + "Entry").Values(jen.Id("Phase").Op(":").Id(b.g.prefix + c.To))
	default:
		return []jen.Code{next.Dot("Phase").Op("=").Id(b.g.prefix + c.To)}
	}
	for _, s := range b.g.sets {
		change[s] = []setBit{{s.field, setClear}}
	}
	return []jen.Code{next}
}

// change is what becomes of a set.
func (b *body) change(s *goSet, bits []setBit) jen.Code {
	var names *jen.Statement
	for _, bit := range s.bits() {
		if !contains(bits, bit) {
			continue
		}
		if names == nil {
			names = jen.Id(bit.name(b.g.prefix))
		} else {
			names = names.Op("|").Id(bit.name(b.g.prefix))
		}
	}
	if names == nil {
		return nil
	}
	return jen.Id("r").Dot(exported(s.field.Name)).Op("=").Add(names)
}

// send fills a message in: its fields less those that only repeat which entry sends it.
func (b *body) send(e ast.Send, sc *scope) jen.Code {
	var values []jen.Code
	for i, v := range e.Channel.Fields {
		if !b.g.alwaysOwnKey(b.p.sys, e.Channel, i) {
			values = append(values, jen.Id(exported(v.Name)).Op(":").Add(sc.expr(e.Args[i], 0)))
		}
	}
	return jen.Id("r").Dot(exported(e.Channel.Name)).Op("=").Id(b.g.prefix + e.Channel.Struct).Values(values...)
}

// told is the end of a cell: the channels it sent to, its reply, whether it drew a token.
func (b *body) told(c *ast.Cell, sent []*ast.Channel) []jen.Code {
	var code []jen.Code
	var bits *jen.Statement
	for i, ch := range sent {
		if i == 0 {
			bits = jen.Id(b.g.prefix + "Sent" + exported(ch.Name))
			continue
		}
		bits = bits.Op("|").Id(b.g.prefix + "Sent" + exported(ch.Name))
	}
	if bits != nil {
		code = append(code, jen.Id("r").Dot("Sent").Op("=").Add(bits))
	}
	if c.Reply != "" {
		code = append(code, jen.Id("r").Dot("Reply").Op("=").Id(word(c.ReplyOf, c.ReplyOf.Words.Index(c.Reply))))
	}
	for _, e := range c.Do {
		if _, ok := e.(ast.Fresh); ok {
			return append(code, jen.Id("r").Dot("Drew").Op("=").True())
		}
	}
	return code
}
