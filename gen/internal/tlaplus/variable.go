package tlaplus

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A stateVariable is a variable of the module.
type stateVariable struct {
	name, doc    string
	typeOK, init layout
}

// variables are those of the module: machines, what is under way, the world, ghosts.
func (m *module) variables() []stateVariable {
	var vs []stateVariable
	for _, machine := range m.sys.Machines {
		vs = append(vs, m.machineVariable(machine))
	}
	for _, c := range m.sys.Channels {
		vs = append(vs, m.channelVariable(c))
	}
	for _, f := range m.sys.Facts {
		vs = append(vs, m.factVariable(f))
	}
	if m.use.draws {
		vs = append(vs, stateVariable{"nextToken", "the token to be drawn next",
			relation(atom("nextToken"), `\in`, word{"1..(" + m.maxToken + " + 1)", bindSet}), atom("1")})
	}
	if m.use.reject {
		vs = append(vs, stateVariable{"rejected", "the cells that must never apply and did",
			relation(atom("rejected"), `\subseteq`, atom("STRING")), atom("{}")})
	}
	return vs
}

func (m *module) machineVariable(machine *ast.Machine) stateVariable {
	doc := machine.Doc
	if doc == "" {
		doc = "one entry for each " + strings.Join(variableNames(machine.Keys), " and ")
	}
	n := m.entries[machine]
	return stateVariable{machine.Name, doc,
		relation(atom(machine.Name), `\in`, atom("["+product(machine.Keys)+" -> "+n.record+"]")),
		function(machine.Keys, variableNames(machine.Keys), atom(n.blank))}
}

func (m *module) channelVariable(c *ast.Channel) stateVariable {
	if c.Queue {
		return m.queueVariable(c)
	}
	return stateVariable{c.Name, "a bag: " + c.Doc, call(m.bagOf, messages(c), atom(c.Name)), atom("EmptyBag")}
}

func (m *module) queueVariable(c *ast.Channel) stateVariable {
	one := func(q string) layout {
		return conj(relation(atom(q), `\in`, call("Seq", messages(c))),
			relation(call("Len", atom(q)), "<=", atom(fmt.Sprint(c.Room))))
	}
	if len(c.Each) == 0 {
		return stateVariable{c.Name, "a queue: " + c.Doc, one(c.Name), atom("<<>>")}
	}
	names := variableNames(c.Each)
	return stateVariable{c.Name, "a queue for each " + strings.Join(names, " and ") + ": " + c.Doc,
		conj(relation(atom("DOMAIN "+c.Name), "=", word{product(c.Each), bindSet}),
			forAll(c.Each, names, one(c.Name+"["+joinNames(names)+"]"))),
		function(c.Each, names, atom("<<>>"))}
}

func (m *module) factVariable(f *ast.Fact) stateVariable {
	of := held(f.Type)
	if len(f.Keys) == 0 {
		return stateVariable{f.Name, f.Doc, relation(atom(f.Name), `\in`, of), blankOf(f.Type)}
	}
	return stateVariable{f.Name, f.Doc,
		relation(atom(f.Name), `\in`, atom("["+product(f.Keys)+" -> "+flat(of)+"]")),
		function(f.Keys, variableNames(f.Keys), blankOf(f.Type))}
}

// state writes the variables, their types and the initial state.
func (m *module) state() {
	vs := m.variables()
	names, docs := make([]string, len(vs)), make([]string, len(vs))
	ok, init := make([]layout, 0, len(vs)), make([]layout, len(vs))
	for i, v := range vs {
		names[i], docs[i] = v.name, v.doc
		ok = append(ok, conjunctsOf(v.typeOK)...)
		init[i] = relation(atom(v.name), "=", v.init)
	}
	m.blank()
	m.write("VARIABLES")
	m.column(listed(names), docs)
	m.blank()
	m.define("vars", list{open: "<<", close: ">>", items: atoms(names)})
	m.types()
	m.blank()
	m.channelsAt = len(m.body)
	m.bullets("TypeOK", `/\`, ok)
	m.blank()
	m.bullets("Init", `/\`, init)
}

func conjunctsOf(x layout) []layout {
	if j, ok := x.(junction); ok && j.op == `/\` {
		return j.items
	}
	return []layout{x}
}

// types writes tokens, words, phases and entries.
func (m *module) types() {
	m.blank()
	if m.use.tokens {
		m.write("Token == 1.." + m.maxToken + `  \* drawn in order; 0 is none`)
	}
	for _, e := range m.use.enums {
		m.define(e.Name, list{open: "{", close: "}", items: stringsOf(e.Words.List)})
	}
	for _, machine := range m.sys.Machines {
		m.phasesOf(machine)
		m.entryOf(machine)
	}
}

func stringsOf(words []string) []layout {
	xs := make([]layout, len(words))
	for i, w := range words {
		xs[i] = atom(quoted(w))
	}
	return xs
}

// phasesOf writes the phases of a machine, and their named sets.
func (m *module) phasesOf(machine *ast.Machine) {
	lines, docs := make([]string, len(machine.Phases)), make([]string, len(machine.Phases))
	for i, p := range machine.Phases {
		lines[i], docs[i] = quoted(p), machine.Docs[p]
	}
	m.blank()
	m.write(m.entries[machine].phases + " ==")
	m.column(bracketed("  { ", lines, " }"), docs)
	if len(m.sys.Sets[machine]) > 0 {
		m.blank()
	}
	for _, set := range m.sys.Sets[machine] {
		m.define(m.sets[machine][set.Name], list{open: "{", close: "}", items: stringsOf(set.Phases)})
	}
}

// bracketed are lines as one list in brackets.
func bracketed(open string, lines []string, end string) []string {
	ls := make([]string, len(lines))
	for i, l := range lines {
		lead, after := indent(width(open)), ","
		if i == 0 {
			lead = open
		}
		if i == len(lines)-1 {
			after = end
		}
		ls[i] = lead + l + after
	}
	return ls
}

// entryOf writes the record of an entry, and the blank one.
func (m *module) entryOf(machine *ast.Machine) {
	n := m.entries[machine]
	lines, docs := []string{"phase: " + n.phases}, []string{""}
	no := []layout{atom("phase |-> " + quoted(machine.Phases[0]))}
	for _, f := range machine.Fields {
		doc := f.Doc
		if f.On != nil {
			doc = "of " + f.On.Name + ": " + doc
		}
		lines, docs = append(lines, f.Name+": "+flat(fieldValues(f))), append(docs, doc)
		no = append(no, atom(f.Name+" |-> "+flat(blank(f))))
	}
	m.blank()
	m.write(n.record + " ==")
	m.column(bracketed("  [", lines, "]"), docs)
	m.blank()
	m.define(n.blank, list{open: "[", close: "]", items: no})
}

// onChannels are the operators on channels that the module turned out to need.
func (m *module) onChannels() []string {
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
