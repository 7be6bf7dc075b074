package gen

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// renderTLA is a system's module, the module that models are checked in, and one configuration an instance.
func renderTLA(sys *ast.System, _, dir string) ([]File, error) {
	m := newModule(sys)
	m.system()
	model := newModel(m)
	files := []File{
		{path.Join(dir, sys.Name+".tla"), m.bytes(sys.Name)},
		{path.Join(dir, model.name+".tla"), model.bytes(sys.Instances, TLAOptions{})},
	}
	for _, i := range sys.Instances {
		files = append(files, File{path.Join(dir, model.config(i)), model.configuration(i, TLAOptions{})})
	}
	return files, nil
}

// TLAOptions say what TLC is to do besides checking.
type TLAOptions struct {
	// States prints each distinct state once, as a tuple of numbers: for each machine its entries in the order of their
	// keys, the phase and then the fields; the messages of each channel; facts; the token to be drawn next; how many
	// cells were reached that must not be. Sorts are numbers then.
	States bool
	// Properties are the only ones checked, by name, also such as the instance leaves out; nil: all of the instance.
	// TypeOK is always checked: what is out of range has no sensible successors.
	Properties []string
	// MaxStates ends the search at the invariant WithinLimit once so many distinct states are found; 0: no limit.
	MaxStates int64
	// EndsFreely says that a state without successors is no deadlock.
	EndsFreely bool
}

// WithinLimit is the invariant that breaks at TLAOptions.MaxStates.
const WithinLimit = "WithinLimit"

// TLA is what TLC needs to check one instance of a system: a module, a model of it, and a configuration. The model
// comes second and its configuration last; their paths are names without a folder.
func TLA(sys *ast.System, instance *ast.Instance, options TLAOptions) ([]File, error) {
	m := newModule(sys)
	m.system()
	model := newModel(m)
	if missing := model.unsized(instance); len(missing) > 0 {
		return nil, fmt.Errorf("gen: instance %s of %s gives no size to %s", instance.Name, sys.Name, strings.Join(missing, ", "))
	}
	return []File{
		{sys.Name + ".tla", m.bytes(sys.Name)},
		{model.name + ".tla", model.bytes([]*ast.Instance{instance}, options)},
		{model.config(instance), model.configuration(instance, options)},
	}, nil
}

// system writes the whole module.
func (m *module) system() {
	m.header()
	m.constants()
	m.state()
	m.machines()
	m.world()
	m.behaviours()
	m.properties()
	m.body = slices.Insert(m.body, m.helpersAt, m.helpers()...)
}

func (m *module) header() {
	if text := tlaText(m.sys.Doc); text != "" {
		m.write(boxed(text)...)
	}
	extends := "Naturals, Sequences, FiniteSets"
	if m.use.bags {
		extends += ", Bags"
	}
	m.write("EXTENDS " + extends)
}

func (m *module) constants() {
	names := append([]string(nil), m.use.sorts...)
	docs := make([]string, len(names))
	for i := range docs {
		docs[i] = "a finite set"
	}
	if m.use.tokens {
		names, docs = append(names, m.maxToken), append(docs, "how many tokens may be drawn")
	}
	if m.use.none {
		names, docs = append(names, "None"), append(docs, "no value of any of them")
	}
	if len(names) > 0 {
		m.blank()
		m.write("CONSTANTS")
		m.documented(names, docs)
	}
	m.assumptions()
}

// documented writes a list of names, each with a comment where there is room for it, else below one.
func (m *module) documented(names, docs []string) {
	longest := 0
	for _, n := range names {
		longest = max(longest, width(n)+1)
	}
	for i, n := range names {
		if i < len(names)-1 {
			n += ","
		}
		m.commented("  "+n, longest+2, docs[i])
	}
}

// commented writes a line with a comment from column col on; what does not fit goes on below.
func (m *module) commented(line string, col int, doc string) {
	ls := wrap(tlaText(doc), tlaWidth-col-5)
	if len(ls) == 0 {
		m.write(line)
		return
	}
	m.write(line + indent(max(0, col-width(line))) + `  \* ` + ls[0])
	for _, l := range ls[1:] {
		m.write(indent(col) + `  \* ` + l)
	}
}

func (m *module) assumptions() {
	var finite []layout
	for _, s := range m.use.sorts {
		finite = append(finite, call("IsFiniteSet", atom(s)))
	}
	if m.use.tokens {
		finite = append(finite, relation(atom(m.maxToken), `\in`, atom("Nat")))
	}
	if len(finite) > 0 {
		m.blank()
		m.define("ASSUME "+m.names.take("Bounded"), conj(finite...))
	}
	if m.use.none && len(m.use.sorts) > 0 {
		all := infix{`\cup`, atoms(m.use.sorts), bindSet}
		m.define("ASSUME "+m.names.take("NoneIsNoValue"), relation(atom("None"), `\notin`, all))
	}
}

// state writes the variables, their types and the initial state.
func (m *module) state() {
	vs := m.variables()
	names, docs := make([]string, len(vs)), make([]string, len(vs))
	for i, v := range vs {
		names[i], docs[i] = v.name, v.doc
	}
	m.blank()
	m.write("VARIABLES")
	m.documented(names, docs)
	m.blank()
	m.define("vars", list{"<<", ">>", atoms(names), false})
	m.types()
	m.blank()
	m.helpersAt = len(m.body)
	var ok, init []layout
	for _, v := range vs {
		ok = append(ok, v.typeOK)
		init = append(init, relation(atom(v.name), "=", v.init))
	}
	m.bullets("TypeOK", ok)
	m.blank()
	m.bullets("Init", init)
}

// bullets writes a conjunction, one conjunct a line.
func (m *module) bullets(head string, xs []layout) {
	if len(xs) == 1 {
		m.define(head, xs[0])
		return
	}
	m.write(head + " ==")
	m.write(indentFirst(junction{`/\`, xs}.lines(2, 0), 2)...)
}

func indentFirst(ls []string, col int) []string {
	return append([]string{indent(col) + ls[0]}, ls[1:]...)
}

// types writes tokens, words, phases and entries.
func (m *module) types() {
	m.blank()
	if m.use.tokens {
		m.write("Token == 1.." + m.maxToken + `  \* drawn in order; 0 is none`)
	}
	for _, e := range m.use.enums {
		ws := make([]layout, len(e.Words.List))
		for i, w := range e.Words.List {
			ws[i] = atom(tlaString(w))
		}
		m.define(e.Name, list{"{", "}", ws, false})
	}
	for _, machine := range m.sys.Machines {
		m.phasesOf(machine)
		m.entryOf(machine)
	}
}

// phasesOf writes the phases of a machine, and their named sets.
func (m *module) phasesOf(machine *ast.Machine) {
	n := m.entries[machine]
	m.blank()
	m.write(n.phases + " ==")
	longest := 0
	for _, p := range machine.Phases {
		longest = max(longest, width(tlaString(p))+1)
	}
	for i, p := range machine.Phases {
		lead, after := "    ", ","
		if i == 0 {
			lead = "  { "
		}
		if i == len(machine.Phases)-1 {
			after = " }"
		}
		m.commented(lead+tlaString(p)+after, longest+5, machine.Docs[p])
	}
	if len(m.sys.Sets[machine]) > 0 {
		m.blank()
	}
	for _, set := range m.sys.Sets[machine] {
		ps := make([]layout, len(set.Phases))
		for i, p := range set.Phases {
			ps[i] = atom(tlaString(p))
		}
		m.define(m.sets[machine][set.Name], list{"{", "}", ps, false})
	}
}

// entryOf writes the record of an entry, and the blank one.
func (m *module) entryOf(machine *ast.Machine) {
	n := m.entries[machine]
	m.blank()
	m.write(n.record + " ==")
	lines, docs := []string{"phase: " + n.phases}, []string{""}
	no := []layout{atom("phase |-> " + tlaString(machine.Phases[0]))}
	for _, f := range machine.Fields {
		lines = append(lines, f.Name+": "+flat(fieldValues(f)))
		doc := f.Doc
		if f.On != nil {
			doc = "of " + f.On.Name + ": " + doc
		}
		docs = append(docs, doc)
		no = append(no, atom(f.Name+" |-> "+flat(blank(f))))
	}
	longest := 0
	for _, l := range lines {
		longest = max(longest, width(l)+1)
	}
	for i, l := range lines {
		lead, after := "   ", ","
		if i == 0 {
			lead = "  ["
		}
		if i == len(lines)-1 {
			after = "]"
		}
		m.commented(lead+l+after, longest+3, docs[i])
	}
	m.blank()
	m.define(n.blank, list{"[", "]", no, false})
}

// machines writes the events of each machine.
func (m *module) machines() {
	for _, machine := range m.sys.Machines {
		events := m.sys.EventsOf(machine)
		if len(events) == 0 {
			continue
		}
		m.section(fmt.Sprintf("The events of %s: one operator each, with one arm for each cell. Exactly one arm applies.",
			machine.Name))
		for _, e := range events {
			m.event(e)
		}
	}
}

// world writes the actions, grouped by who acts.
func (m *module) world() {
	by := "\x00"
	for _, a := range byActor(m.sys) {
		if a.By != by {
			by = a.By
			m.section(actorHeading(by))
		}
		m.action(a)
	}
}

// behaviours writes Next and Spec.
func (m *module) behaviours() {
	m.section("Behaviours.")
	if m.sys.Done != nil {
		m.doneStep()
	}
	on := onlyThese(byActor(m.sys), always(m.sys))
	m.next(on)
	m.blank()
	m.write(`Spec == Init /\ [][Next]_vars`)
	m.blank()
	if owed := m.owed(on, ownFairness); len(owed) > 0 {
		m.define(m.fairness, conj(owed...))
		m.blank()
		m.write(m.fairSpec + ` == Spec /\ ` + m.fairness)
	}
}

// doneStep is a step that changes nothing, so that what is done is no deadlock.
func (m *module) doneStep() {
	w := &acting{m: m, s: m.scope()}
	s, defs := w.s.define(m.sys.Done)
	w.s = s
	xs := append(w.enabling(m.sys.Done), atom("UNCHANGED vars"))
	m.comment("Nothing more need happen.")
	m.define(m.done, letIn(defs, conj(xs...)))
	m.blank()
}

// properties writes what must hold of every state, of every step, in the long run, and what must be possible.
func (m *module) properties() {
	m.section("What holds in every state.")
	m.comment("No cell applies of which the declaration says that it never can.")
	if m.use.reject {
		m.write("NoRejectedCell == rejected = {}")
	} else {
		m.write("NoRejectedCell == TRUE")
	}
	m.kind("", ast.Always)
	m.kind("What holds of every step that changes something.", ast.Step)
	m.kind("What holds in the long run.", ast.LeadsTo, ast.Finitely)
	m.kind("What must be possible: each of these holds in some state of some model.", ast.Sometimes)
}

// kind writes the properties of some kinds.
func (m *module) kind(heading string, kinds ...ast.PropertyKind) {
	var ps []*ast.Property
	for _, p := range m.sys.Properties {
		for _, k := range kinds {
			if p.Kind == k {
				ps = append(ps, p)
			}
		}
	}
	if len(ps) > 0 && heading != "" {
		m.section(heading)
	}
	for _, p := range ps {
		m.property(p)
	}
}

// helpers are the operators on channels that the module turned out to need.
func (m *module) helpers() []string {
	var ls []string
	if m.use.bags {
		ls = append(ls, m.bagOf+`(S, bag) == IsABag(bag) /\ BagToSet(bag) \subseteq S`)
	}
	if m.needs[m.someLike] {
		ls = append(ls, m.someLike+`(S, bag) == BagToSet(bag) \cap S # {}`)
	}
	if m.needs[m.copiesLike] {
		ls = append(ls, m.copiesLike+`(S, bag) == BagCardinality([m \in BagToSet(bag) \cap S |-> bag[m]])`)
	}
	if m.needs[m.lengthLike] || m.needs[m.totalLike] {
		ls = append(ls, m.lengthLike+`(S, queue) == Len(SelectSeq(queue, LAMBDA m : m \in S))`)
	}
	if m.needs[m.totalLike] {
		ls = append(ls, m.totalLike+`(S, queues) ==`,
			`  LET total[Q \in SUBSET DOMAIN queues] ==`,
			`        IF Q = {} THEN 0`,
			`        ELSE LET q == CHOOSE q \in Q : TRUE IN `+m.lengthLike+`(S, queues[q]) + total[Q \ {q}]`,
			`  IN  total[DOMAIN queues]`)
	}
	if len(ls) > 0 {
		ls = append(ls, "")
	}
	return ls
}
