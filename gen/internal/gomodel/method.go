package gomodel

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/gen/internal/gostep"
	"github.com/genlock-go/genlock/internal/ast"
)

// Methods of their own are what expressions need beside Go's operators. Each is rendered once, when it is first needed.

func wordOf(t ast.Type, n int) string { return gostep.Word(t, n) }

// once renders the method of that name, unless it is there.
func (g *generator) once(name string, render func() string) string {
	if !g.rendered[name] {
		g.rendered[name] = true
		text := render() // may need others first
		g.extra.WriteString(text)
	}
	return name
}

// method says whose method it is that evaluates an expression, and where the expression then stands.
func (p place) method(x ast.Expr) (receiver, call string, inside place) {
	if speaksOfSteps(x) {
		return "x *walker", "x", p.inWalker()
	}
	return "w *world", p.now, p.inWorld()
}

func speaksOfSteps(x ast.Expr) bool {
	found := false
	ast.Walk(x, func(x ast.Expr) bool {
		switch x.(type) {
		case ast.After, ast.Changed:
			found = true
		}
		return !found
	})
	return found
}

// named calls the method of a named condition.
func (p place) named(x ast.Named) code {
	free := ast.Free(x.X)
	receiver, call, inside := p.method(x)
	name := p.once(named("cond", x.Name), func() string {
		return fmt.Sprintf("\nfunc (%s) %s(%s) bool {\nreturn %s\n}\n", receiver, named("cond", x.Name), p.params(free), inside.cond(x.X))
	})
	return tight("%s.%s(%s)", call, name, strings.Join(p.locals(free), ", "))
}

func (g *generator) numbered(word string) string {
	g.counted++
	return fmt.Sprintf("%s%d", word, g.counted)
}

// quantifier calls a method that looks for a value: one for which the condition holds, or does not.
func (p place) quantifier(x ast.Quant) code {
	free := ast.Free(x)
	receiver, call, inside := p.method(x)
	word := "some"
	if x.All {
		word = "every"
	}
	name := p.numbered(word)
	p.extra.WriteString(fmt.Sprintf("\nfunc (%s) %s(%s) bool {\n%s}\n", receiver, name, p.params(free),
		inside.search([]*ast.Variable{x.Var}, free, conjuncts(x.Body, !x.All), fmt.Sprint(!x.All), fmt.Sprint(x.All))))
	return tight("%s.%s(%s)", call, name, strings.Join(p.locals(free), ", "))
}

func (p place) numberOf(x ast.NumberOf) code {
	free := ast.Free(x)
	receiver, call, inside := p.method(x)
	name := p.numbered("number")
	body := fmt.Sprintf("if %s {\nn++\n}\n", inside.cond(x.Body))
	text := fmt.Sprintf("\nfunc (%s) %s(%s) (n int) {\n%s\n%s}\nreturn n\n}\n", receiver, name, p.params(free),
		p.ranges(inside.now, x.Var, body), body)
	p.extra.WriteString(text)
	return tight("%s.%s(%s)", call, name, strings.Join(p.locals(free), ", "))
}

// count1 is the number of messages that match a pattern.
func (p place) count1(x ast.Count) code {
	var given []*ast.Variable
	var values []string
	name := named("count", x.Channel.Name)
	for i, f := range x.Channel.Fields {
		if x.Args[i] == nil {
			continue
		}
		given = append(given, f)
		if f.Type.Kind == ast.Bool {
			values = append(values, p.cond(x.Args[i]))
		} else {
			values = append(values, p.number(x.Args[i]))
		}
		name += gostep.Exported(f.Name)
	}
	p.once(name, func() string { return p.counter(x.Channel, name, given) })
	return tight("%s.%s(%s)", p.now, name, strings.Join(values, ", "))
}

// counter is a method that adds up the messages whose given fields have some values.
func (p place) counter(c *ast.Channel, name string, given []*ast.Variable) string {
	get := fmt.Sprintf("w.%s.Count(w.s, w.%s(%s))", named("chan", c.Name), named("num", c.Name), strings.Join(p.locals(c.Fields), ", "))
	if len(given) == len(c.Fields) {
		return fmt.Sprintf("\nfunc (w *world) %s(%s) int { return %s }\n", name, p.params(given), get)
	}
	body := "n += " + get + "\n"
	for i := len(c.Fields) - 1; i >= 0; i-- {
		if f := c.Fields[i]; !contains(given, f) {
			body = p.ranges("w", f, body) + "\n" + body + "}\n"
		}
	}
	return fmt.Sprintf("\nfunc (w *world) %s(%s) (n int) {\n%sreturn n\n}\n", name, p.params(given), body)
}

func contains(vs []*ast.Variable, v *ast.Variable) bool {
	for _, x := range vs {
		if x.Name == v.Name {
			return true
		}
	}
	return false
}

// movesMethod is the method that says whether an event would change its entry.
func (g *generator) movesMethod(e *ast.Event) string {
	return g.once(named("moves", e.Name), func() string {
		fresh := ""
		if g.Call(e).Draws {
			fresh = ", w.nextToken"
		}
		return fmt.Sprintf("\n// %[1]s: would %[2]s change the entry?\nfunc (w *world) %[1]s(%[3]s) bool {\none := &w.%[4]s[at]\nr := w.%[5]s(%[6]s%[7]s)\nreturn %[8]s != *one\n}\n",
			named("moves", e.Name), e.Name, g.eventParams(e), named("view", e.Machine.Name), named("ev", e.Name), g.eventArgs(e), fresh, g.afterCall(e))
	})
}

func (g *generator) repliesMethod(e *ast.Event, word string, silent []int) string {
	return g.once(named("first", e.Name), func() string {
		fresh := ""
		if g.Call(e).Draws {
			fresh = ", w.nextToken"
		}
		cells := make([]string, len(silent))
		for i, n := range silent {
			cells[i] = fmt.Sprint(n)
		}
		return fmt.Sprintf("\nfunc (w *world) %s(%s) bool {\nr := w.%s(%s%s)\nswitch r.Cell {\ncase %s: // it does not answer\nreturn false\n}\nreturn r.Reply == %s\n}\n",
			named("first", e.Name), g.eventParams(e), named("ev", e.Name), g.eventArgs(e), fresh, strings.Join(cells, ", "), word)
	})
}
