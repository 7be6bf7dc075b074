package gomodel

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/gen/internal/gostep"
	"github.com/genlock-go/genlock/internal/ast"
)

func (g *generator) eventParams(e *ast.Event) string {
	if len(e.Args) == 0 {
		return "at int"
	}
	return "at int, " + g.params(e.Args)
}

func (g *generator) eventArgs(e *ast.Event) string {
	return strings.Join(append([]string{"at"}, g.locals(e.Args)...), ", ")
}

// event renders the step of an event at an entry, and how the walker carries it out.
func (g *generator) event(e *ast.Event) {
	call := g.Call(e)
	ev, view := named("ev", e.Name), named("view", e.Machine.Name)
	params := g.eventParams(e)
	if call.Draws {
		params += ", fresh int"
	}
	args := []string{"one." + g.Prefix(e.Machine) + "Entry"}
	for _, s := range call.Sets {
		args = append(args, "&one."+named("set", s.Name))
	}
	for _, k := range call.Keys {
		args = append(args, fmt.Sprintf("%s(%s)", g.stepType(k.Type), g.keyOf("w", e.Machine, k)))
	}
	for _, a := range e.Args {
		if a.Type.Kind == ast.Bool {
			args = append(args, g.local(a))
			continue
		}
		args = append(args, fmt.Sprintf("%s(%s)", g.stepType(a.Type), g.local(a)))
	}
	if call.Draws {
		args = append(args, g.of("Token")+"(fresh)")
	}
	g.line("\nfunc (w *world) %s(%s) %s {\none := &w.%s[at]\nreturn %s(%s)\n}", ev, params, g.of(call.Result), view, g.of("On"+e.Name), strings.Join(args, ", "))
	g.carryOut(e, call)
}

// keyOf is a key of an entry, given the entry's number.
func (g *generator) keyOf(of string, m *ast.Machine, key *ast.Variable) string {
	switch {
	case len(m.Keys) == 1:
		return "at"
	case m.Keys[0].Name == key.Name:
		return "at/" + g.values(of, m.Keys[1].Type)
	default:
		return "at%" + g.values(of, m.Keys[1].Type)
	}
}

func (g *generator) carryOut(e *ast.Event, call gostep.Call) {
	m := e.Machine
	args := g.eventArgs(e)
	if call.Draws {
		args += ", x.now.nextToken+x.Drew"
	}
	g.line("\n// %s is %s at an entry of %s: judged by the state before, carried out on the one after.", named("on", e.Name), e.Name, m.Name)
	g.line("func (x *walker) %s(%s) {\none := &x.now.%s[at]\nr := x.now.%s(%s)", named("on", e.Name), g.eventParams(e), named("view", m.Name), named("ev", e.Name), args)
	g.line("if r.Cell == %s {\nx.Check(packed.OutOfRange)\nreturn\n}", g.of(g.Prefix(m)+"NoCell"))
	if len(g.sys.Machines) > 1 {
		g.line("x.Hit(%s[r.Cell])", named("cells", m.Name))
	} else {
		g.line("x.Hit(int(r.Cell))")
	}
	g.reject(e)
	g.line("if next := %s; next != *one {\nx.Check(x.%s(&x.After, at, &next))\n}", g.afterCall(e), named("put", m.Name))
	for _, c := range call.Sends {
		g.line("if r.Sent&%s != 0 {\nx.Check(x.%s.Put(&x.After, x.%s(%s)))\n}", g.of(g.Prefix(m)+"Sent"+gostep.Exported(c.Name)),
			named("chan", c.Name), named("num", c.Name), strings.Join(g.sent(m, c), ", "))
	}
	if call.Draws {
		g.line("if r.Drew {\nx.Drew++\nx.drawn.Put(&x.After, 0, x.now.nextToken+x.Drew)\n}")
	}
	g.line("}")
}

// reject raises the flag of an event that is rejected.
func (g *generator) reject(e *ast.Event) {
	var cells []string
	for i, c := range g.Cells(e.Machine) {
		if c.Event == e && c.Outcome == ast.Reject {
			cells = append(cells, fmt.Sprint(i))
		}
	}
	if len(cells) > 0 {
		g.line("switch r.Cell {\ncase %s:\nx.flags.Raise(&x.After, %s[one.Phase])\n}", strings.Join(cells, ", "), named("flags", e.Name))
	}
}

// afterCall is the entry one after the result r of an event.
func (g *generator) afterCall(e *ast.Event) string {
	args := []string{"r.Next"}
	for _, s := range g.Sets(e.Machine) {
		args = append(args, "r."+gostep.Exported(s.Field.Name), g.it(e, s.Field))
	}
	return fmt.Sprintf("one.after(%s)", strings.Join(args, ", "))
}

// it is the event's argument that may join or leave a set.
func (g *generator) it(e *ast.Event, set *ast.Field) string {
	for _, a := range e.Args {
		if a.Type.Kind == set.Type.Kind && a.Type.Name == set.Type.Name {
			return g.local(a)
		}
	}
	return "0"
}

// sent are the fields of a message in the result r of a step.
func (g *generator) sent(m *ast.Machine, c *ast.Channel) []string {
	var list []string
	for _, f := range c.Fields {
		switch value := fmt.Sprintf("r.%s.%s", gostep.Exported(c.Name), gostep.Exported(f.Name)); {
		case !g.Carries(m, c, f):
			list = append(list, g.keyOf("x", m, f))
		case f.Type.Kind == ast.Bool:
			list = append(list, value)
		default:
			list = append(list, "int("+value+")")
		}
	}
	return list
}
