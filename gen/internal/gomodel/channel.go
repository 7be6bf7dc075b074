package gomodel

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// channel renders how messages are numbered.
func (g *generator) channel(c *ast.Channel) {
	name := named("num", c.Name)
	g.line("\n// %s is the number of a message of %s; -1 is one that cannot be.", name, c.Name)
	g.line("func (m *model) %s(%s) int {", name, g.params(c.Fields))
	if checks := g.checked("m", c.Fields); len(checks) > 0 {
		g.line("if %s {\nreturn -1\n}", strings.Join(checks, " || "))
	}
	g.line("return %s\n}", g.index("m", c.Fields, g.digits(c.Fields)))

	msg := named("msg", c.Name)
	g.line("\ntype %s struct {", msg)
	for _, f := range c.Fields {
		g.line("%s %s", g.local(f), localType(f.Type))
	}
	g.line("}")
}

// digits are local variables as parts of a number.
func (g *generator) digits(vs []*ast.Variable) []string {
	list := make([]string, len(vs))
	for i, v := range vs {
		list[i] = g.local(v)
		if v.Type.Kind == ast.Bool {
			list[i] = "packed.Bit(" + list[i] + ")"
		}
	}
	return list
}

// lay renders how a channel is laid out: its messages in order of their numbers, then its places.
func (g *generator) lay(c *ast.Channel) string {
	msgs, values := named("msgs", c.Name), strings.Join(g.locals(c.Fields), ", ")
	body := fmt.Sprintf("m.%s = append(m.%s, %s{%s})\n", msgs, msgs, named("msg", c.Name), values)
	var each []*ast.Variable
	if c.Queue {
		for _, f := range c.Fields {
			if contains(c.Each, f) {
				each = append(each, f)
			}
		}
		body += fmt.Sprintf("%s = append(%s, %s)\n", named("of", c.Name), named("of", c.Name), g.index("m", each, g.digits(each)))
	}
	for i := len(c.Fields) - 1; i >= 0; i-- {
		body = g.ranges("m", c.Fields[i], body) + "\n" + body + "}\n"
	}
	if !c.Queue {
		return body + fmt.Sprintf("m.%s = l.Bag(len(m.%s))\n", named("chan", c.Name), msgs)
	}
	return fmt.Sprintf("var %s []int // the queue of each message\n", named("of", c.Name)) + body +
		fmt.Sprintf("m.%s = l.Queue(%s, %d, %s)\n", named("chan", c.Name), g.count("m", each), c.Room, named("of", c.Name))
}
