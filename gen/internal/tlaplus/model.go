package tlaplus

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A model is the module in which TLC checks a system: it says what instances do differently, and it writes a state as
// numbers. Bounds stand in the configurations.
type model struct {
	page
	m                 *module
	name              string
	spent, state, out string
	renamings, view   string
}

func newModel(m *module) *model {
	return &model{m: m, name: "MC" + m.sys.Name,
		spent: m.names.take("Spent"), state: m.names.take("StateNumbers"), out: m.names.take("PrintState"),
		renamings: m.names.take("Renamings"), view: m.names.take("LiveView")}
}

// A variant is what an instance calls its behaviours.
type variant struct {
	next, fairness, spec, fairSpec string
	own                            bool // Next is not the module's
	fair                           bool // the fairness is not the module's
}

// variant compares an instance with what the module says.
func (d *model) variant(i *ast.Instance) variant {
	m := d.m
	v := variant{next: "Next", fairness: m.fairness, spec: "Spec", fairSpec: m.fairSpec}
	on, suffix := m.sys.ActionsIn(i), capital(i.Name)
	if v.own = !slices.Equal(on, always(m.sys)) || d.spends(i); v.own {
		v.next, v.spec = "Next"+suffix, "Spec"+suffix
	}
	owed := m.owed(on, func(a *ast.Action) ast.Fairness { return a.FairnessIn(i) })
	if v.fair = !sameText(owed, m.owed(always(m.sys), ownFairness)); v.fair {
		v.fairness = m.fairness + suffix
	}
	switch {
	case len(owed) == 0:
		v.fairSpec = v.spec
	case v.own || v.fair:
		v.fairSpec = m.fairSpec + suffix
	}
	return v
}

// sameText reports that two lists of pieces read the same.
func sameText(xs, ys []layout) bool {
	return slices.EqualFunc(xs, ys, func(x, y layout) bool { return flat(x) == flat(y) })
}

// spends reports that an instance may end because its tokens are spent, and in nothing else.
func (d *model) spends(i *ast.Instance) bool { return d.m.use.draws && d.m.sys.CanDeadlock(i) }

// bytes is the module for some instances.
func (d *model) bytes(instances []*ast.Instance, o Options) []byte {
	m := d.m
	d.body = nil
	d.write(boxed("What TLC needs to check " + m.sys.Name + ": behaviours of the models in which some actions are on or off " +
		"or owe something else, and a state as numbers.")...)
	d.write("EXTENDS " + m.sys.Name + ", TLC")
	if d.anySpends(instances) {
		d.blank()
		d.comment("Nothing is left to do but with a token that this model does not have: that is no deadlock.")
		d.write(d.spent + " == nextToken = " + m.maxToken + ` + 1 /\ UNCHANGED vars`)
	}
	for _, i := range instances {
		d.instance(i, o)
	}
	if o.MaxStates > 0 {
		d.blank()
		d.write(fmt.Sprintf(`%s == TLCGet("distinct") <= %d`, WithinLimit, o.MaxStates))
	}
	d.alike(o)
	d.numbers()
	return d.text(m.sys.Name, d.name)
}

func (d *model) anySpends(instances []*ast.Instance) bool {
	for _, i := range instances {
		if d.spends(i) {
			return true
		}
	}
	return false
}

// instance writes what an instance does differently.
func (d *model) instance(i *ast.Instance, o Options) {
	v := d.variant(i)
	_, _, liveness := d.checked(i, o)
	fair := liveness && v.fairSpec != v.spec && v.fairSpec != d.m.fairSpec
	if !v.own && !fair {
		return
	}
	d.section(i.Name + ": " + i.Doc)
	if v.own {
		d.define(v.next, oneOf(d.steps(i)))
		d.blank()
		d.write(v.spec + ` == Init /\ [][` + v.next + "]_vars")
	}
	if !fair {
		return
	}
	if v.fair {
		d.blank()
		d.define(v.fairness, conj(d.m.owed(d.on(i), func(a *ast.Action) ast.Fairness { return a.FairnessIn(i) })...))
	}
	d.blank()
	d.write(v.fairSpec + " == " + v.spec + ` /\ ` + v.fairness)
}

// on are the actions of an instance, by who acts.
func (d *model) on(i *ast.Instance) []*ast.Action {
	return onlyThese(byActor(d.m.sys), d.m.sys.ActionsIn(i))
}

// steps are those of an instance: the module's and some more, or a list of them where some are off.
func (d *model) steps(i *ast.Instance) []layout {
	on := d.on(i)
	usual := onlyThese(on, always(d.m.sys))
	var xs []layout
	if len(usual) == len(always(d.m.sys)) {
		xs = append([]layout{atom("Next")}, steps(onlyThese(on, optional(d.m.sys)))...)
	} else if xs = steps(on); d.m.sys.Done != nil {
		xs = append(xs, atom(d.m.done))
	}
	if d.spends(i) {
		xs = append(xs, atom(d.spent))
	}
	return xs
}

// onlyThese are the actions of a list that are in another.
func onlyThese(list, these []*ast.Action) []*ast.Action {
	var out []*ast.Action
	for _, a := range list {
		for _, b := range these {
			if a == b {
				out = append(out, a)
			}
		}
	}
	return out
}

// config is the name of an instance's configuration.
func (d *model) config(i *ast.Instance) string { return d.name + "_" + i.Name + ".cfg" }

// configuration says what TLC checks in an instance.
func (d *model) configuration(i *ast.Instance, o Options) []byte {
	m := d.m
	invariants, properties, liveness := d.checked(i, o)
	v := d.variant(i)
	spec := v.spec
	if liveness {
		spec = v.fairSpec
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s", generatedBy(m.sys.Name))
	for _, l := range lineComment(i.Doc, 0) {
		line("%s", l)
	}
	line("SPECIFICATION %s", spec)
	if constants := d.constants(i, o); len(constants) > 0 {
		line("CONSTANTS")
		for _, c := range constants {
			line("  %s", c)
		}
	}
	line("INVARIANTS")
	for _, p := range invariants {
		line("  %s", p)
	}
	if len(properties) > 0 {
		line("PROPERTIES")
	}
	for _, p := range properties {
		line("  %s", p)
	}
	if o.Symmetry && len(m.use.sorts) > 0 {
		line("SYMMETRY %s", d.renamings)
	}
	if o.Unbounded != nil {
		line("VIEW %s", d.view)
	}
	if o.EndsFreely {
		line("CHECK_DEADLOCK FALSE")
	}
	return []byte(b.String())
}

// checked are the names of what an instance checks, and whether something of it is about the long run.
func (d *model) checked(i *ast.Instance, o Options) (invariants, properties []string, liveness bool) {
	invariants = []string{"TypeOK"}
	all := d.m.sys.PropertiesIn(i)
	if o.Properties != nil {
		all = d.m.sys.Properties
	}
	if o.wants("NoRejectedCell") {
		invariants = append(invariants, "NoRejectedCell")
	}
	for _, p := range all {
		switch {
		case !o.wants(p.Name) || p.Kind == ast.Sometimes || o.Symmetry && !p.Safety() || o.leavesOut(p):
		case p.Kind == ast.Always:
			invariants = append(invariants, p.Name)
		default:
			properties = append(properties, p.Name)
			liveness = liveness || !p.Safety()
		}
	}
	if o.States {
		invariants = append(invariants, d.out)
	}
	if o.MaxStates > 0 {
		invariants = append(invariants, WithinLimit)
	}
	return invariants, properties, liveness
}

// leavesOut: by a view TLC cannot judge the long run, nor what speaks of dead messages.
func (o Options) leavesOut(p *ast.Property) bool {
	return o.Unbounded != nil && (!p.Safety() || o.Unbounded.Unsaid(p) != nil)
}

func (o Options) wants(property string) bool {
	return o.Properties == nil || slices.Contains(o.Properties, property)
}

// constants are the bounds of an instance.
func (d *model) constants(i *ast.Instance, o Options) []string {
	var cs []string
	for _, s := range d.m.use.sorts {
		vs := make([]string, i.Sizes[s])
		for n := range vs {
			vs[n] = fmt.Sprint(n + 1)
			if !o.States {
				vs[n] = valueName(s, n)
			}
		}
		cs = append(cs, s+" = {"+strings.Join(vs, ", ")+"}")
	}
	if d.m.use.tokens {
		cs = append(cs, fmt.Sprintf("%s = %d", d.m.maxToken, i.Tokens))
	}
	if d.m.use.none {
		cs = append(cs, "None = None")
	}
	return cs
}

// valueName is the name of the n-th value of a sort, from 0: key1, key2.
func valueName(sort string, n int) string {
	return fmt.Sprintf("%s%d", strings.ToLower(sort), n+1)
}

// unsized are the sorts that a system uses and an instance gives no size.
func (d *model) unsized(i *ast.Instance) []string {
	var missing []string
	for _, s := range d.m.use.sorts {
		if _, ok := i.Sizes[s]; !ok {
			missing = append(missing, s)
		}
	}
	sort.Strings(missing)
	return missing
}
