package gomodel

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// model renders the type of the model and New. It comes last, when all sorts that have a size are known.
func (g *generator) model(b *bytes.Buffer) {
	p := func(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }
	var parts bytes.Buffer
	q := func(format string, args ...any) { fmt.Fprintf(&parts, format+"\n", args...) }
	for _, m := range g.sys.Machines {
		q("m.%s = l.Entries(%s)", named("places", m.Name), strings.Join(g.entryValues(m), ", "))
	}
	for _, c := range g.sys.Channels {
		q("%s", strings.TrimSuffix(g.lay(c), "\n"))
	}
	for _, f := range g.sys.Facts {
		q("m.%s = l.Values(%s, %s)", named("fact", f.Name), g.count("m", f.Keys), g.values("m", f.Type))
	}
	q("m.drawn = l.Values(1, m.tokens+2)\nm.flags = l.Flags(%d)", len(rejections(g.sys)))

	p("type model struct {\nlayout *packed.Layout\ntokens int")
	var sizes []string
	for s := range g.sorts {
		sizes = append(sizes, s)
	}
	sort.Strings(sizes)
	for _, s := range sizes {
		p("%s int", named("size", s))
	}
	p("")
	for _, m := range g.sys.Machines {
		p("%s packed.Entries", named("places", m.Name))
	}
	for _, c := range g.sys.Channels {
		p("%s packed.%s\n%s []%s // by number", named("chan", c.Name), kind(c), named("msgs", c.Name), named("msg", c.Name))
	}
	for _, f := range g.sys.Facts {
		p("%s packed.Values", named("fact", f.Name))
	}
	p("drawn packed.Values // the next token\nflags packed.Flags // of what was rejected\n}\n")

	p("// New is the model in the bounds of an instance. An error says what does not fit.")
	p("func New(in packed.Instance) (packed.Model, error) {\nl := packed.NewLayout(in)\nl.Beside(Digest, %s.Digest)\nm := &model{layout: l, tokens: l.Tokens()}", g.step)
	for _, s := range sizes {
		p("m.%s = l.Size(%q)", named("size", s), s)
	}
	b.Write(parts.Bytes())
	p("return m, l.Err()\n}\n")
	p("func (m *model) Made() packed.Made {\nreturn packed.Made{\nSpec: %q,\nCells: %d,\nActions: []string{", g.sys.Name, len(g.sys.Cells))
	for _, a := range g.sys.Actions {
		p("%q,", a.Name)
	}
	p("},\nProperties: []string{")
	for _, q := range g.sys.Properties {
		p("%q,", q.Name)
	}
	p("},\n}\n}\n")
	p("func (m *model) Layout() *packed.Layout { return m.layout }\n")
	p("func (m *model) Init() (s packed.State) {\nm.drawn.Put(&s, 0, 1)\nreturn s\n}")
}

func kind(c *ast.Channel) string {
	if c.Queue {
		return "Queue"
	}
	return "Bag"
}

// entryValues are how many entries there are, and how many values their phases and fields have.
func (g *generator) entryValues(m *ast.Machine) []string {
	list := []string{g.count("m", m.Keys), fmt.Sprint(len(m.Phases))}
	for _, f := range m.Fields {
		values := g.values("m", f.Type)
		switch f.Shape {
		case ast.Set, ast.Mark:
			values = "1<<" + values
		case ast.Option:
			values += "+1"
		}
		list = append(list, values)
	}
	return list
}

// world renders a state with its entries as the step knows them.
func (g *generator) world() {
	g.line("\n// A world is a state, its entries as the step knows them.\ntype world struct {\n*model\ns *packed.State\nnextToken int")
	for _, m := range g.sys.Machines {
		g.line("%s []%s", named("view", m.Name), named("view", m.Name))
	}
	g.line("}\n\nfunc (m *model) world() world {\nreturn world{\nmodel: m,")
	for _, m := range g.sys.Machines {
		g.line("%s: packed.Apart[%s](%s),", named("view", m.Name), named("view", m.Name), g.count("m", m.Keys))
	}
	g.line("}\n}\n\nfunc (w *world) read(s *packed.State) {\nw.s = s\nw.nextToken = w.drawn.Get(s, 0)")
	for _, m := range g.sys.Machines {
		view := named("view", m.Name)
		g.line("for i := range w.%s {\nw.%s[i] = w.%s(s, i)\n}", view, view, named("get", m.Name))
	}
	g.line("}")
}

// excuses is rendered for a system with step properties that except actions. A step is told by what it does: what is
// allowed to one action is allowed to all that do the same.
const excuses = `
// excused says whether one of the actions that a property excepts could have done what the step did.
func (x *walker) excused(property int, actions ...int) bool {
	rival := x.rivals[property]
	if rival == nil {
		rival = x.whole.Walker(x.Only(actions))
		x.rivals[property] = rival
	}
	x.deeds.Reset()
	rival.Expand(x.Before, x.deeds)
	return x.deeds.Has(&x.After)
}
`

// walker renders what takes steps and judges.
func (g *generator) walker() {
	fields, values, excused := "", "", ""
	if g.excepts() {
		fields = "\nwhole packed.Model // the same model\nrivals map[int]packed.Walker // take the steps of the actions that a property excepts\ndeeds *packed.Steps // that a rival took"
		values = "\nwhole: m,\nrivals: map[int]packed.Walker{},\ndeeds: packed.NewSteps(m.layout.Words()),"
		excused = excuses
	}
	g.line(`
// A walker takes steps, and judges.
type walker struct {
	packed.Stepper
	*model
	now, next world
	claims    []bool     // by action: some property of its steps is judged
	always []*property // judged, of every state
	sought    []*property // to be reached%s
}

func (m *model) Walker(j packed.Judged) packed.Walker {
	x := &walker{
		Stepper: packed.NewStepper(j, m.layout.Words(), %d, len(actions), %d),
		model:   m,
		now:     m.world(),
		next:    m.world(),%s
	}
	for i := range actions {
		claimed := false
		for _, p := range actions[i].claims {
			claimed = claimed || j.Properties[p]
		}
		x.claims = append(x.claims, claimed)
	}
	for i := range properties {
		switch p := &properties[i]; {
		case !j.Properties[p.number]:
		case p.sometimes:
			x.sought = append(x.sought, p)
		default:
			x.always = append(x.always, p)
		}
	}
	return x
}
%s
// A property is one of states, by its number in the spec.
type property struct {
	number    int
	sometimes bool
	holds     func(*world) bool
}

func (x *walker) Holds(s *packed.State) bool {
	if x.Rejects && !x.flags.None(s) {
		return false
	}
	x.now.read(s)
	for _, p := range x.always {
		if !p.holds(&x.now) {
			return false
		}
	}
	for i := 0; i < len(x.sought); i++ {
		if p := x.sought[i]; p.holds(&x.now) {
			x.Reached().Seen[p.number] = true
			x.sought = append(x.sought[:i], x.sought[i+1:]...)
			i--
		}
	}
	return true
}

func (x *walker) Expand(s *packed.State, out *packed.Steps) bool {
	x.Start(s, out)
	x.now.read(s)
	%sx.Ends(x.Spent && x.now.nextToken > x.tokens)
	for i := range actions {
		if x.Actions[i] && !actions[i].take(x) {
			return false
		}
	}
	return !x.Stuck()
}`, fields, len(g.sys.Cells), len(g.sys.Properties), values, excused, g.done())
	g.line("\n// The actions in order, each with the properties of its steps.\nvar actions = [...]struct {\ntake func(*walker) bool\nclaims []int\n}{")
	for _, a := range g.sys.Actions {
		g.line("{(*walker).%s, []int{%s}},", named("act", a.Name), strings.ReplaceAll(strings.Trim(fmt.Sprint(g.claims(a)), "[]"), " ", ", "))
	}
	g.line("}")
}

func (g *generator) done() string {
	if g.sys.Done == nil {
		return ""
	}
	return fmt.Sprintf("x.Ends(%s)\n", g.inWalker().cond(g.sys.Done))
}

// excepts says whether some step property excepts actions.
func (g *generator) excepts() bool {
	return slices.ContainsFunc(g.sys.Properties, func(p *ast.Property) bool { return p.Kind == ast.Step && len(p.Except) > 0 })
}

// excepted are the numbers of the actions that a property excepts.
func (g *generator) excepted(p *ast.Property) string {
	var list []string
	for i, a := range g.sys.Actions {
		if slices.Contains(p.Except, a.Name) {
			list = append(list, fmt.Sprint(i))
		}
	}
	return strings.Join(list, ", ")
}

// claims are the numbers of the properties that speak of an action's steps.
func (g *generator) claims(a *ast.Action) []int {
	var list []int
	for i, p := range g.sys.Properties {
		if p.Kind == ast.Step && (p.On == a.Name || p.On == "" && !slices.Contains(p.Except, a.Name)) {
			list = append(list, i)
		}
	}
	return list
}
