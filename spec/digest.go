package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// Digest names a system by its content: the SHA-256, in hex, of everything that it says, docs and reasons included.
// Where it is written and its known bugs do not count. Generated files carry it.
func Digest(s System) string {
	sum := sha256.Sum256([]byte(canonical(s)))
	return hex.EncodeToString(sum[:])
}

// canonical is everything that a system says, one thing a line. Texts of authors are quoted, so no text can pass for
// another line; lists are in order of first use, maps sorted.
func canonical(s System) string {
	var t transcript
	t.system(Link(s))
	return t.String()
}

type transcript struct{ strings.Builder }

func (t *transcript) line(format string, args ...any) {
	fmt.Fprintf(t, format+"\n", args...)
}

func (t *transcript) system(s *ast.System) {
	t.line("system %q %q done %q", s.Name, s.Doc, ast.FullText(s.Done))
	for _, m := range s.Machines {
		t.machine(m, s.Sets[m])
	}
	for _, e := range s.Events {
		t.line("event %q of %q %q", e.Name, machineName(e), e.Doc)
		t.variables(e.Args)
	}
	for _, c := range s.Channels {
		t.line("channel %q %q struct %q queue %t room %d", c.Name, c.Doc, c.Struct, c.Queue, c.Room)
		t.variables(c.Fields)
		t.variables(c.Each)
	}
	for _, f := range s.Facts {
		t.line("fact %q %q %s", f.Name, f.Doc, typeText(f.Type))
		t.variables(f.Keys)
	}
	said := map[string]bool{} // two handles may declare one variable
	for _, v := range mentioned(s) {
		if text := variableText(v); !said[text] {
			said[text] = true
			t.line("mentioned %s", text)
		}
	}
	t.behaviour(s)
}

// behaviour is what the declarations are used for.
func (t *transcript) behaviour(s *ast.System) {
	for _, c := range s.Cells {
		t.cell(c)
	}
	for _, a := range s.Actions {
		t.action(a)
	}
	for _, p := range s.Properties {
		t.line("property %s %q %q on %q except %q optional %t", p.Kind, p.Name, p.Doc, p.On, p.Except, p.Optional)
		t.line("  %q from %q to %q", ast.FullText(p.Holds), ast.FullText(p.From), ast.FullText(p.To))
	}
	for _, i := range s.Instances {
		t.line("instance %q %q tokens %d checks %d with %q without %q", i.Name, i.Doc, i.Tokens, i.Checks, i.With, i.Without)
		for _, sort := range slices.Sorted(maps.Keys(i.Sizes)) {
			t.line("  size %q %d", sort, i.Sizes[sort])
		}
		for _, action := range slices.Sorted(maps.Keys(i.Fair)) {
			t.line("  fair %q %d", action, i.Fair[action])
		}
	}
}

func (t *transcript) machine(m *ast.Machine, sets []ast.PhaseSet) {
	t.line("machine %q %q phases %q blank %q", m.Name, m.Doc, m.Phases, m.Blank)
	t.variables(m.Keys)
	for _, phase := range slices.Sorted(maps.Keys(m.Docs)) {
		t.line("  means %q %q", phase, m.Docs[phase])
	}
	for _, set := range sets {
		t.line("  set %q %q", set.Name, set.Phases)
	}
	for _, f := range m.Fields {
		on := ""
		if f.On != nil {
			on = f.On.Name
		}
		t.line("  field %q %q shape %d on %q %s", f.Name, f.Doc, f.Shape, on, typeText(f.Type))
	}
}

func (t *transcript) cell(c *ast.Cell) {
	event := ""
	if c.Event != nil {
		event = c.Event.Name
	}
	t.line("cell %q in %q %q when %q", event, c.In.Name, c.In.Phases, ast.FullText(c.When))
	t.line("  %s %q to %q reply %q", c.Outcome, c.Why, c.To, c.Reply)
	t.effects(c.Do)
}

func (t *transcript) action(a *ast.Action) {
	t.line("action %q %q by %q fair %d optional %t", a.Name, a.Doc, a.By, a.Fair, a.Optional)
	t.variables(a.For)
	if a.Take != nil {
		t.line("  take %q", a.Take.Name)
	}
	if a.Peek != nil {
		t.line("  peek %q", a.Peek.Name)
	}
	t.line("  when %q", ast.FullText(a.When))
	for _, f := range a.Fire {
		t.line("  fire %q", ast.FullFiringText(f))
	}
	t.effects(a.Do)
}

func (t *transcript) effects(effects []ast.Effect) {
	for _, e := range effects {
		t.line("  do %q", ast.FullEffectText(e))
	}
}

func (t *transcript) variables(vs []*ast.Variable) {
	for _, v := range vs {
		t.line("  %s", variableText(v))
	}
}

func machineName(e *ast.Event) string {
	if e.Machine == nil {
		return ""
	}
	return e.Machine.Name
}

func variableText(v *ast.Variable) string { return fmt.Sprintf("%q %s", v.Name, typeText(v.Type)) }

func typeText(t ast.Type) string {
	text := fmt.Sprintf("type %d %q max %d %q", t.Kind, t.Name, t.Max, t.MaxSort)
	if t.Words != nil {
		text += fmt.Sprintf(" words %q", t.Words.List)
	}
	return text
}
