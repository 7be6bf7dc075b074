package tlaplus

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// A module is a system as TLA+: constants and variables, one operator an event with one arm a cell, one operator an
// action, Next, Spec, and one operator a property.
type module struct {
	page
	sys   *ast.System
	use   *used
	names names

	headEnds   int             // where on the page the head does
	compares   bool            // conditions with TRUE
	channelsAt int             // where on the page operators on channels stand
	needs      map[string]bool // which of them the module uses

	entries map[*ast.Machine]entryNames
	sets    map[*ast.Machine]map[string]string // what a named set of phases is called
	on      map[*ast.Event]string              // the operator of an event
	columns map[*ast.Event]columns

	// What the module calls things of its own.
	maxToken, done                   string
	bagOf, copiesLike, someLike      string
	lengthLike, totalLike            string
	asks, others, fairness, fairSpec string
}

// newModule writes the module of a system.
func newModule(sys *ast.System) *module {
	m := nameModule(sys)
	m.header()
	m.constants()
	m.state()
	m.machines()
	m.world()
	m.behaviours()
	m.properties()
	m.body = slices.Insert(m.body, m.channelsAt, m.onChannels()...)
	m.body = slices.Insert(m.body, m.headEnds, m.notation()...)
	return m
}

// nameModule gives every declaration its name.
func nameModule(sys *ast.System) *module {
	m := &module{
		sys: sys, use: useOf(sys), names: names{}, needs: map[string]bool{},
		entries: map[*ast.Machine]entryNames{},
		sets:    map[*ast.Machine]map[string]string{},
		on:      map[*ast.Event]string{},
		columns: map[*ast.Event]columns{},
	}
	m.keepNames()
	m.derivedNames()
	m.ownNames()
	for _, e := range sys.Events {
		m.columns[e] = m.columnsOf(e)
	}
	return m
}

// keepNames keeps the author's names as they are: Validate has seen to it that they are apart from each other and from
// those that are fixed.
func (m *module) keepNames() {
	kept := append([]string{"Token", "None", "vars", "Init", "Next", "Spec", "TypeOK", "NoRejectedCell"}, m.use.sorts...)
	for _, e := range m.use.enums {
		kept = append(kept, e.Name)
	}
	for _, v := range m.variables() {
		kept = append(kept, v.name)
	}
	for _, a := range m.sys.Actions {
		kept = append(kept, a.Name)
	}
	for _, p := range m.sys.Properties {
		kept = append(kept, p.Name)
	}
	for _, name := range kept {
		m.names[name] = true
	}
}

// derivedNames are made of the author's.
func (m *module) derivedNames() {
	for _, e := range m.sys.Events {
		m.on[e] = m.names.take("On" + e.Name)
	}
	for _, machine := range m.sys.Machines {
		m.entries[machine] = nameEntries(machine, len(m.sys.Machines) == 1, m.names)
		m.sets[machine] = map[string]string{}
		for _, set := range m.sys.Sets[machine] {
			m.sets[machine][set.Name] = m.names.take(set.Name)
		}
	}
}

// ownNames are the module's, and give way.
func (m *module) ownNames() {
	for _, own := range []struct {
		name string
		to   *string
	}{
		{"MaxToken", &m.maxToken}, {"Done", &m.done},
		{"IsBagOf", &m.bagOf}, {"CopiesLike", &m.copiesLike}, {"SomeLike", &m.someLike},
		{"LengthLike", &m.lengthLike}, {"TotalLike", &m.totalLike},
		{"Asks", &m.asks}, {"Others", &m.others}, {"Fairness", &m.fairness}, {"FairSpec", &m.fairSpec},
	} {
		*own.to = m.names.take(own.name)
	}
}

func (m *module) header() {
	if m.sys.Doc != "" {
		m.write(boxed(m.sys.Doc)...)
	}
	extends := "EXTENDS Naturals, Sequences, FiniteSets"
	if m.use.bags {
		extends += ", Bags"
	}
	m.write(extends)
	m.headEnds = len(m.body)
}

// notation explains what a reader of the module would take for clumsiness.
func (m *module) notation() []string {
	if !m.compares {
		return nil
	}
	return append([]string{""}, lineComment("= TRUE keeps TLC from counting a step for each way in which a condition holds.", 0)...)
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
		m.column(listed(names), docs)
	}
	m.assumptions()
}

// listed are names as lines of a list.
func listed(names []string) []string {
	ls := make([]string, len(names))
	for i, n := range names {
		ls[i] = "  " + n
		if i < len(names)-1 {
			ls[i] += ","
		}
	}
	return ls
}

func (m *module) assumptions() {
	var bounded []layout
	for _, s := range m.use.sorts {
		bounded = append(bounded, call("IsFiniteSet", atom(s)))
	}
	if m.use.tokens {
		bounded = append(bounded, relation(atom(m.maxToken), `\in`, atom("Nat")))
	}
	if len(bounded) > 0 {
		m.blank()
		m.define("ASSUME "+m.names.take("Bounded"), conj(bounded...))
	}
	if m.use.none && len(m.use.sorts) > 0 {
		all := infix{`\cup`, atoms(m.use.sorts), bindSet}
		m.define("ASSUME "+m.names.take("NoneIsNoValue"), relation(atom("None"), `\notin`, all))
	}
}
