package gomodel

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// action renders an action for all values of its parameters, and what is claimed of its steps.
func (g *generator) action(number int, a *ast.Action) {
	p := g.inWalker()
	step := g.stepOf(p, number, a)
	guards := conjuncts(a.When, true)
	bound := map[string]bool{}
	g.line("\n%s\nfunc (x *walker) %s() bool {", comment(named("act", a.Name)+" is "+a.Name+". "+a.Doc), named("act", a.Name))
	head, guards := p.guards(guards, bound, "return true")
	g.line("%s%s\nreturn true\n}", head, p.loops(a, a.For, guards, bound, step))
	g.claim(number, a)
}

// loops goes through the values of an action's parameters: those of For, then those of its message. Each guard stands as
// far out as the variables that it asks allow.
func (p place) loops(a *ast.Action, vs []*ast.Variable, guards []conjunct, bound map[string]bool, step string) string {
	if len(vs) == 0 {
		return p.messages(a, guards, bound, step)
	}
	bound[vs[0].Name] = true
	head, guards := p.guards(guards, bound, "continue")
	body := head + p.loops(a, vs[1:], guards, bound, step)
	return p.ranges("x", vs[0], body) + "\n" + body + "}\n"
}

// messages goes through the messages that an action can take, in order of their numbers.
func (p place) messages(a *ast.Action, guards []conjunct, bound map[string]bool, step string) string {
	c := a.Message()
	if c == nil {
		return step
	}
	match, bind := "", [2][]string{}
	for _, f := range c.Fields {
		if contains(a.For, f) {
			match += fmt.Sprintf("if msg.%s != %s {\ncontinue\n}\n", p.local(f), p.local(f))
		}
		bound[f.Name] = true
	}
	head, _ := p.guards(guards, bound, "continue")
	body := head + step
	for _, f := range c.Fields {
		if name := p.local(f); !contains(a.For, f) && uses(body, name) {
			bind[0], bind[1] = append(bind[0], name), append(bind[1], "msg."+name)
		}
	}
	if len(bind[0]) > 0 {
		body = strings.Join(bind[0], ", ") + " := " + strings.Join(bind[1], ", ") + "\n" + body
	}
	if match != "" || len(bind[0]) > 0 {
		body = fmt.Sprintf("msg := &x.%s[i]\n", named("msgs", c.Name)) + match + body
	}
	return fmt.Sprintf("for i := x.%[1]s.Next(x.Before, -1); i >= 0; i = x.%[1]s.Next(x.Before, i) {\n%[2]s}\n", named("chan", c.Name), body)
}

// guards renders those conditions whose variables are bound, and returns the others.
func (p place) guards(guards []conjunct, bound map[string]bool, otherwise string) (code string, left []conjunct) {
	var now []conjunct
	for _, c := range guards {
		if p.bound(c.x, bound) {
			now = append(now, c)
		} else {
			left = append(left, c)
		}
	}
	if len(now) > 0 {
		code = fmt.Sprintf("if %s {\n%s\n}\n", p.oneFails(now), otherwise)
	}
	return code, left
}

// oneFails is that not all of some conditions hold.
func (p place) oneFails(list []conjunct) string {
	if len(list) == 1 {
		return p.conjunct(conjunct{list[0].x, !list[0].is}).in(loosest)
	}
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = p.conjunct(c).in(andOp)
	}
	return "!(" + strings.Join(parts, " && ") + ")"
}

func (p place) bound(x ast.Expr, bound map[string]bool) bool {
	for _, v := range ast.Free(x) {
		if !bound[v.Name] {
			return false
		}
	}
	return true
}

// stepOf renders one step, the parameters being bound.
func (g *generator) stepOf(p place, number int, a *ast.Action) string {
	code := "x.Begin()\n"
	if a.Take != nil {
		code += fmt.Sprintf("x.%s.Take(&x.After, i)\n", named("chan", a.Take.Name))
	}
	draws, optional := false, len(a.Fire) > 0
	for _, f := range a.Fire {
		code += p.fire(f)
		draws = draws || g.Call(f.Event).Draws
		optional = optional && len(f.Over) > 0
	}
	if optional {
		code += "if x.Missed() {\ncontinue\n}\n"
	}
	if draws {
		code += "if x.now.nextToken+x.Drew > x.tokens+1 {\ncontinue\n}\n"
	}
	for _, e := range a.Do {
		code += p.effect(e)
	}
	code += fmt.Sprintf("if !x.End(%d)", number)
	if len(g.claims(a)) > 0 {
		code += fmt.Sprintf(" || x.Changed && x.claims[%d] && !x.%s(%s)", number, named("claims", a.Name), strings.Join(g.locals(a.Params()), ", "))
	}
	code += " {\nreturn false\n}\n"
	if len(a.Params()) == 0 {
		code = strings.ReplaceAll(code, "continue", "return true")
	}
	return code
}

func (p place) fire(f *ast.Firing) string {
	call := fmt.Sprintf("x.%s(%s)\n", named("on", f.Event.Name), p.firing(f))
	for i, a := range f.Event.Args {
		if a.Type.Kind == ast.Nat {
			if _, ok := f.Args[i].(ast.Var); !ok {
				call = fmt.Sprintf("if n := %s; n < 0 || n >= %s {\nx.Check(packed.OutOfRange)\n}\n", p.number(f.Args[i]), p.values("x", a.Type)) + call
			}
		}
	}
	if len(f.Over) == 0 {
		return call
	}
	if f.Where != nil {
		call = fmt.Sprintf("if %s {\n%s}\n", p.cond(f.Where), call)
	}
	for i := len(f.Over) - 1; i >= 0; i-- {
		call = p.ranges("x", f.Over[i], call) + "\n" + call + "}\n"
	}
	return call
}

// effect renders what an action does itself; its expressions read the state before.
func (p place) effect(e ast.Effect) string {
	switch e := e.(type) {
	case ast.Send:
		var args []string
		for i, f := range e.Channel.Fields {
			if f.Type.Kind == ast.Bool {
				args = append(args, p.cond(e.Args[i]))
				continue
			}
			args = append(args, p.number(e.Args[i]))
		}
		return fmt.Sprintf("x.Check(x.%s.Put(&x.After, x.%s(%s)))\n", named("chan", e.Channel.Name), named("num", e.Channel.Name), strings.Join(args, ", "))
	case ast.SetFact:
		return fmt.Sprintf("x.Check(x.%s.Put(&x.After, %s, %s))\n", named("fact", e.Fact.Name), p.factIndex(e.Fact, e.At), p.number(e.X))
	case ast.BumpFact:
		return fmt.Sprintf("x.Check(x.%s.Bump(&x.After, %s, %d))\n", named("fact", e.Fact.Name), p.factIndex(e.Fact, e.At), e.By)
	default:
		cannot("an action does %q", ast.EffectText(e))
		return ""
	}
}

func (p place) factIndex(f *ast.Fact, at []ast.Expr) string {
	return p.index("x", f.Keys, p.numbers(at, f.Keys))
}

// claim renders what must hold of the action's steps, in order of declaration.
func (g *generator) claim(number int, a *ast.Action) {
	claims := g.claims(a)
	if len(claims) == 0 {
		return
	}
	g.line("\n// %s judges a step of %s.\nfunc (x *walker) %s(%s) bool {\nx.next.read(&x.After)", named("claims", a.Name), a.Name, named("claims", a.Name), g.params(a.Params()))
	for i, n := range claims {
		q := g.sys.Properties[n]
		args := ""
		if q.On != "" {
			args = strings.Join(g.locals(a.Params()), ", ")
		}
		lead := "\t"
		if i == 0 {
			lead = "return "
		}
		tail := " &&"
		if i == len(claims)-1 {
			tail = ""
		}
		excused := ""
		if len(q.Except) > 0 {
			excused = fmt.Sprintf(" || x.excused(%d, %s)", n, g.excepted(q))
		}
		g.line("%s(!x.Properties[%d] || x.%s(%s)%s)%s", lead, n, named("step", q.Name), args, excused, tail)
	}
	g.line("}")
}
