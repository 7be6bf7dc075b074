package tlaplus

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// An event is an operator of its entry and its arguments. It returns a record: the entry's next value, and a column for
// each thing that some cell of the event does to the world.

// columns are what a record of an event holds besides next.
type columns struct {
	sends  []*ast.Channel
	draws  bool
	reply  bool
	reject bool
}

func (m *module) columnsOf(e *ast.Event) columns {
	var c columns
	sends := map[*ast.Channel]bool{}
	for _, cell := range m.sys.CellsOf(e) {
		c.draws = c.draws || draws(cell) > 0
		c.reply = c.reply || cell.Reply != ""
		c.reject = c.reject || cell.Outcome == ast.Reject
		for _, effect := range cell.Do {
			if send, ok := effect.(ast.Send); ok {
				sends[send.Channel] = true
			}
		}
	}
	for _, channel := range m.sys.Channels {
		if sends[channel] {
			c.sends = append(c.sends, channel)
		}
	}
	return c
}

// stay is the record of a cell that does nothing.
func (c columns) stay() layout {
	items := []layout{atom("next |-> self")}
	for _, channel := range c.sends {
		items = append(items, atom(channel.Name+" |-> "+noMessages(channel)))
	}
	if c.draws {
		items = append(items, atom("draws |-> 0"))
	}
	if c.reply {
		items = append(items, atom(`reply |-> ""`))
	}
	if c.reject {
		items = append(items, atom("rejected |-> {}"))
	}
	return list{open: "[", close: "]", items: items}
}

func noMessages(c *ast.Channel) string {
	if c.Queue {
		return "<<>>"
	}
	return "EmptyBag"
}

// event writes the operator of an event.
func (m *module) event(e *ast.Event) {
	m.blank()
	m.comment(e.Doc)
	s, params := m.scope().bind(append(append([]*ast.Variable(nil), e.Machine.Keys...), e.Args...)...)
	keys := params[:len(e.Machine.Keys)]
	for _, local := range []string{"self", "stay", "reject"} {
		s.names[local] = true
	}
	s.self = func(f *ast.Field) layout { return atom("self." + f.Name) }

	cells := m.sys.CellsOf(e)
	var guards []ast.Expr
	for _, c := range cells {
		guards = append(guards, c.When)
	}
	s, named := s.define(guards...)
	defs := append([]definition{{"self", atom(e.Machine.Name + "[" + joinNames(keys) + "]")}}, named...)
	defs = append(defs, definition{"stay", m.columns[e].stay()})
	if m.columns[e].reject {
		defs = append(defs, definition{"reject",
			atom("[stay EXCEPT !.rejected = {" + quoted(e.Name+" in ") + ` \o self.phase}]`)})
	}
	m.head(m.on[e], params)
	m.let(defs)
	for i, c := range cells {
		m.arm(s, c, i == 0)
	}
}

// head begins an operator with parameters.
func (m *module) head(name string, params []string) {
	m.write(place(around{"", call(name, atoms(params)...), " =="}, 0, 0)...)
}

// arm writes a cell.
func (m *module) arm(s *scope, c *ast.Cell, first bool) {
	lead := "    [] "
	if first {
		lead = "  CASE "
	}
	guard := place(m.guard(s, c), len(lead), 3)
	result := m.result(s, c)
	text, _ := result.flat()
	last := guard[len(guard)-1]
	if len(guard) == 1 {
		last = lead + last
	}
	arm := append([]string{lead + guard[0]}, guard[1:]...)
	if width(last)+4+width(text) <= lineWidth {
		arm[len(arm)-1] += " -> " + text
	} else {
		arm[len(arm)-1] += " ->"
		ls := place(result, 9, 0)
		arm = append(append(arm, indent(9)+ls[0]), ls[1:]...)
	}
	m.write(withReason(c, arm)...)
}

// withReason says why nothing happens: behind the arm where there is room, else above it.
func withReason(c *ast.Cell, arm []string) []string {
	if c.Outcome == ast.Apply {
		return arm
	}
	why := `\* ` + c.Outcome.String() + ": " + comment(c.Why)
	if len(arm) == 1 && width(arm[0])+2+width(why) <= lineWidth {
		return []string{arm[0] + "  " + why}
	}
	return append(lineComment(c.Outcome.String()+": "+c.Why, 7), arm...)
}

// guard is when a cell applies: its phases, and the conditions on fields and arguments.
func (m *module) guard(s *scope, c *ast.Cell) layout {
	guard := m.phaseTest(atom("self.phase"), c.Event.Machine, c.In, false)
	if c.When == nil {
		return guard
	}
	return conj(guard, s.expr(c.When))
}

// result is the record of a cell: what differs from staying.
func (m *module) result(s *scope, c *ast.Cell) layout {
	base, changes := "stay", m.changes(s, c)
	if c.Outcome == ast.Reject {
		base = "reject"
	}
	if len(changes) == 0 {
		return atom(base)
	}
	return list{open: "[" + base + " EXCEPT ", close: "]", items: changes, column: true}
}

func (m *module) changes(s *scope, c *ast.Cell) []layout {
	run := m.run(s, c)
	changes := run.next(c)
	for _, channel := range m.columns[c.Event].sends {
		if sent := run.sent[channel]; len(sent) > 0 {
			changes = append(changes, around{"!." + channel.Name + " = ", posted(channel, sent), ""})
		}
	}
	if run.draws > 0 {
		changes = append(changes, atom(fmt.Sprintf("!.draws = %d", run.draws)))
	}
	if c.Reply != "" {
		changes = append(changes, atom("!.reply = "+quoted(c.Reply)))
	}
	return changes
}

// posted are messages as a bag, or as a sequence.
func posted(c *ast.Channel, sent []layout) layout {
	if c.Queue {
		return list{open: "<<", close: ">>", items: sent}
	}
	bags := make([]layout, len(sent))
	for i, message := range sent {
		bags[i] = around{"SetToBag({", message, "})"}
	}
	if len(bags) == 1 {
		return bags[0]
	}
	return infix{"(+)", bags, bindSum}
}

// machines writes the events of each machine.
func (m *module) machines() {
	for _, machine := range m.sys.Machines {
		events := m.sys.EventsOf(machine)
		if len(events) == 0 {
			continue
		}
		m.section("The events of " + machine.Name +
			": one operator each, with one arm for each cell. Exactly one arm applies.")
		for _, e := range events {
			m.event(e)
		}
	}
}
