package gomodel

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/gen/internal/gostep"
	"github.com/genlock-go/genlock/internal/ast"
)

// goField is a plain field or an option in the step's Entry.
func goField(f *ast.Field) string { return gostep.Exported(f.Name) }

// setPath is a set field, or a mark on one, in the view of an entry.
func setPath(f *ast.Field) string {
	if f.On != nil {
		return named("set", f.On.Name) + "." + named("mark", f.Name)
	}
	return named("set", f.Name) + ".members"
}

// machine renders the view of an entry: the step's Entry and the sets that its caller keeps.
func (g *generator) machine(m *ast.Machine) {
	view, prefix := named("view", m.Name), g.Prefix(m)
	for _, s := range g.Sets(m) {
		g.set(m, s)
	}
	g.line("\n// %s is an entry of %s as the step knows it.\ntype %s struct {\n%s", view, m.Name, view, g.of(prefix+"Entry"))
	for _, s := range g.Sets(m) {
		g.line("%s %s", named("set", s.Field.Name), setType(m, s.Field))
	}
	g.line("}")
	g.getEntry(m)
	g.putEntry(m)
	g.after(m)
	g.rejects(m)
	if len(g.sys.Machines) > 1 {
		g.cells(m)
	}
}

func setType(m *ast.Machine, f *ast.Field) string {
	return named("set", m.Name) + gostep.Exported(f.Name)
}

// set renders a set with its marks: what the step asks of it, and what becomes of it.
func (g *generator) set(m *ast.Machine, s gostep.SetShape) {
	typ, elem := setType(m, s.Field), g.stepType(s.Field.Type)
	g.line("\n// %s answers the step's questions about %s.\ntype %s struct {\nmembers packed.Set", typ, s.Field.Name, typ)
	for _, mark := range s.Marks {
		g.line("%s packed.Set", named("mark", mark.Name))
	}
	g.line("}\n")
	method := func(name, params, result, body string) {
		g.line("func (o *%s) %s(%s) %s { return %s }", typ, name, params, result, body)
	}
	method("Len", "", "int", "o.members.Len()")
	method("Has", "it "+elem, "bool", "o.members.Has(int(it))")
	for _, mark := range s.Marks {
		method(gostep.Exported(mark.Name), "it "+elem, "bool", fmt.Sprintf("o.%s.Has(int(it))", named("mark", mark.Name)))
	}
	for _, mark := range s.Counted {
		method(gostep.Exported(mark.Name)+"Len", "", "int", fmt.Sprintf("o.%s.Len()", named("mark", mark.Name)))
	}
	g.line("\nfunc (o *%s) change(c %s, it int) {\nif c == 0 {\nreturn\n}", typ, g.of(g.Prefix(m)+gostep.Exported(s.Field.Name)+"Change"))
	for _, c := range s.Changes {
		if g.changes(m, c) {
			g.line("if c&%s != 0 {\n%s\n}", g.of(c.Name), changeCode(typ, s, c))
		}
	}
	g.line("}")
}

// changes reports that some cell of the machine does this to a set.
func (g *generator) changes(m *ast.Machine, change gostep.SetChange) bool {
	for _, c := range g.Cells(m) {
		if change.Op == gostep.ClearSet && c.To != "" && m.IsBlank(c.To) {
			return true
		}
		for _, e := range c.Do {
			if f, op := setEffect(e); f == change.Field && op == change.Op {
				return true
			}
		}
	}
	return false
}

// setEffect is what an effect does to a set or a mark.
func setEffect(e ast.Effect) (*ast.Field, gostep.SetOp) {
	of := func(f *ast.Field, onSet, onMark gostep.SetOp) (*ast.Field, gostep.SetOp) {
		if f.Shape == ast.Mark {
			return f, onMark
		}
		return f, onSet
	}
	switch e := e.(type) {
	case ast.Add:
		return of(e.Field, gostep.AddIt, gostep.MarkIt)
	case ast.Remove:
		return of(e.Field, gostep.RemoveIt, gostep.UnmarkIt)
	case ast.Clear:
		return of(e.Field, gostep.ClearSet, gostep.UnmarkAll)
	case ast.MarkAll:
		return e.Field, gostep.MarkAll
	default:
		return nil, 0
	}
}

func changeCode(typ string, s gostep.SetShape, c gostep.SetChange) string {
	field := "o.members"
	if c.Field != s.Field {
		field = "o." + named("mark", c.Field.Name)
	}
	switch c.Op {
	case gostep.ClearSet:
		return fmt.Sprintf("*o = %s{}", typ)
	case gostep.RemoveIt:
		code := "o.members = o.members.Without(it)"
		for _, mark := range s.Marks {
			code += fmt.Sprintf("\no.%[1]s = o.%[1]s.Without(it)", named("mark", mark.Name))
		}
		return code
	case gostep.UnmarkAll:
		return field + " = 0"
	case gostep.UnmarkIt:
		return fmt.Sprintf("%[1]s = %[1]s.Without(it)", field)
	case gostep.MarkAll:
		return field + " = o.members"
	default:
		return fmt.Sprintf("%[1]s = %[1]s.With(it)", field)
	}
}

// getEntry renders how an entry is taken out of a state.
func (g *generator) getEntry(m *ast.Machine) {
	places := named("places", m.Name)
	g.line("\nfunc (m *model) %s(s *packed.State, i int) (one %s) {\nbits := m.%s.Get(s, i)", named("get", m.Name), named("view", m.Name), places)
	g.line("one.Phase = %s(m.%s.Phase.Of(bits))", g.of(g.Prefix(m)+"Phase"), places)
	for i, f := range m.Fields {
		value := fmt.Sprintf("m.%s.Field[%d].Of(bits)", places, i)
		switch {
		case f.Shape == ast.Set || f.Shape == ast.Mark:
			g.line("one.%s = packed.Set(%s)", setPath(f), value)
		case f.Shape == ast.Option:
			g.line("if v := %s; v != 0 {\none.%s = statemachine.Some(%s(v-1))\n}", value, goField(f), g.stepType(f.Type))
		case f.Type.Kind == ast.Bool:
			g.line("one.%s = %s != 0", goField(f), value)
		default:
			g.line("one.%s = %s(%s)", goField(f), g.stepType(f.Type), value)
		}
	}
	g.line("return one\n}")
}

// putEntry renders how an entry is put into a state. A counter may have left its range.
func (g *generator) putEntry(m *ast.Machine) {
	places := named("places", m.Name)
	g.line("\nfunc (m *model) %s(s *packed.State, i int, one *%s) packed.Fault {", named("put", m.Name), named("view", m.Name))
	parts := []string{fmt.Sprintf("m.%s.Phase.In(uint64(one.Phase))", places)}
	for i, f := range m.Fields {
		value := fmt.Sprintf("uint64(one.%s)", goField(f))
		switch {
		case f.Shape == ast.Set || f.Shape == ast.Mark:
			value = fmt.Sprintf("uint64(one.%s)", setPath(f))
		case f.Shape == ast.Option && f.Type.Kind == ast.Bool:
			cannot("option %s of a bool", f.Name)
		case f.Shape == ast.Option:
			value = fmt.Sprintf("packed.Holding[%s](one.%s, %s)", g.stepType(f.Type), goField(f), g.values("m", f.Type))
		case f.Type.Kind == ast.Bool:
			value = fmt.Sprintf("uint64(packed.Bit(one.%s))", goField(f))
		case f.Type.Kind == ast.Nat:
			g.line("if one.%[1]s < 0 || int(one.%[1]s) >= %[2]s {\nreturn packed.OutOfRange\n}", goField(f), g.values("m", f.Type))
		}
		parts = append(parts, fmt.Sprintf("m.%s.Field[%d].In(%s)", places, i, value))
	}
	g.line("m.%s.Put(s, i, %s)\nreturn packed.None\n}", places, strings.Join(parts, "|\n"))
}

// after renders what a step's result makes of an entry.
func (g *generator) after(m *ast.Machine) {
	view := named("view", m.Name)
	g.line("\n// after is the entry once what the step wants is done; it is the event's argument that may join or leave a set.")
	params, body := "", ""
	for _, s := range g.Sets(m) {
		name := named("set", s.Field.Name)
		params += fmt.Sprintf(", %s %s, %s int", name, g.of(g.Prefix(m)+gostep.Exported(s.Field.Name)+"Change"), named("it", s.Field.Name))
		body += fmt.Sprintf("one.%s.change(%s, %s)\n", name, name, named("it", s.Field.Name))
	}
	g.line("func (one %s) after(next %s%s) %s {\none.%sEntry = next\n%sreturn one\n}", view, g.of(g.Prefix(m)+"Entry"), params, view, g.Prefix(m), body)
}

// rejects renders which event was rejected in which phase, as the number of its flag.
func (g *generator) rejects(m *ast.Machine) {
	for _, e := range g.sys.EventsOf(m) {
		flags := g.flagsOf(e)
		if len(flags) == 0 {
			continue
		}
		g.line("\n// %s are the flags of %s, by the phase in which it is rejected.\nvar %s = [...]int{", named("flags", e.Name), e.Name, named("flags", e.Name))
		for _, phase := range m.Phases {
			if n, ok := flags[phase]; ok {
				g.line("%s: %d,", g.of(g.Prefix(m)+phase), n)
			}
		}
		g.line("}")
	}
}

// flagsOf are the flags of an event's rejections, by phase.
func (g *generator) flagsOf(e *ast.Event) map[string]int {
	flags := map[string]int{}
	for i, r := range rejections(g.sys) {
		if r.event == e {
			flags[r.phase] = i
		}
	}
	return flags
}

type rejection struct {
	event *ast.Event
	phase string
}

// rejections are all that can be, in order of declaration.
func rejections(sys *ast.System) []rejection {
	var list []rejection
	seen := map[rejection]bool{}
	for _, c := range sys.Cells {
		if c.Outcome != ast.Reject {
			continue
		}
		for _, phase := range c.In.Phases {
			if r := (rejection{c.Event, phase}); !seen[r] {
				seen[r] = true
				list = append(list, r)
			}
		}
	}
	return list
}

// cells renders the numbers that the machine's cells have in the spec.
func (g *generator) cells(m *ast.Machine) {
	g.line("\n// %s are the cells of %s, by their number in its step.\nvar %s = [...]int{", named("cells", m.Name), m.Name, named("cells", m.Name))
	for _, c := range g.Cells(m) {
		for i, x := range g.sys.Cells {
			if x == c {
				g.line("%d,", i)
			}
		}
	}
	g.line("}")
}
