package statemachine

import "strings"

// A Table is a machine as data: every cell of its spec in order of declaration. Errors, coverage and dumps read it. It
// is not changed after its package has been initialised.
type Table struct {
	Spec      string // the name of the spec
	Digest    string // of the spec, in hex
	Machine   string // the variable that holds the entries
	Phases    []Name // the first one is the initial one
	Events    []Name
	Questions []Question // what guards ask
	Cells     []CellInfo // a generated Cell is an index here
}

// A Name is a phase or an event, and what it means.
type Name struct{ Name, Doc string }

// A Question is a condition that guards ask: one with a name, or one that is not taken apart further.
type Question struct {
	Name string // what literals say; the text itself where the author gave no name
	Text string // what is asked, in plain words
}

// A Literal is a question and the answer that a guard wants.
type Literal struct {
	Question string
	Is       bool
}

// CellInfo is what one event does in some phases under a guard.
type CellInfo struct {
	Event   string
	In      string   // the phases in the author's words: a name, or a list
	Phases  []string // each of them
	Guard   string   // in plain words; "always" if there is none
	When    []Literal
	Outcome Outcome
	To      string   // the next phase; "" stays
	Clears  bool     // entering the next phase clears all fields
	Effects []Effect // in order; each sees what the ones before it did
	Reply   string   // "" if the event has no answer
	Why     string   // of an ignore or a reject
}

// String is the cell as a line of the table: what happens where and when.
func (c *CellInfo) String() string {
	text := c.Event + " in " + c.In
	if len(c.When) > 0 {
		text += " when " + c.Guard
	}
	text += ": " + c.Outcome.String()
	if c.Why != "" {
		return text + " (" + c.Why + ")" + c.reply()
	}
	for _, e := range c.Effects {
		text += ", " + e.String()
	}
	if c.To != "" {
		text += ", to " + c.To
	}
	return text + c.reply()
}

func (c *CellInfo) reply() string {
	if c.Reply == "" {
		return ""
	}
	return ", reply " + c.Reply
}

// An Op is a kind of effect.
type Op uint8

const (
	Fresh     Op = iota // a token field gets the token that was drawn
	Becomes             // a field gets a value
	Clear               // an option is none, a set or a mark empty
	CountUp             // a counter goes up by one
	CountDown           // a counter goes down by one
	Add                 // a value joins a set
	Remove              // a value leaves a set, with the marks it bears
	Mark                // a member is marked
	Unmark              // a member loses a mark
	MarkAll             // every member is marked
	Send                // a message goes into a channel
)

// An Effect is one thing that a cell does.
type Effect struct {
	Op   Op
	On   string   // the field, or the channel
	Args []string // the value, or the fields of the message, in plain words
	Text string   // the whole effect in plain words
}

func (e Effect) String() string { return e.Text }

// Cell is the cell at an index. Beyond the last one it is a reject cell of no event: the generated step's default, which
// no phase of the machine reaches.
func (t *Table) Cell(i int) *CellInfo {
	if i >= 0 && i < len(t.Cells) {
		return &t.Cells[i]
	}
	return &CellInfo{Event: "no event", In: "no phase", Guard: "always", Outcome: Reject, Why: "the table has no such cell"}
}

// Phase is the name of the phase with this number.
func (t *Table) Phase(i int) string {
	if i >= 0 && i < len(t.Phases) {
		return t.Phases[i].Name
	}
	return "no phase"
}

// Find is the index of the cell of an event in a phase under the answers that ask gives; -1 if there is none. It is the
// table read as a program: slower than the generated step, and proven equal to it.
func (t *Table) Find(event, phase string, ask func(question string) bool) int {
	for i := range t.Cells {
		if t.Cells[i].applies(event, phase, ask) {
			return i
		}
	}
	return -1
}

func (c *CellInfo) applies(event, phase string, ask func(question string) bool) bool {
	if c.Event != event || !c.in(phase) {
		return false
	}
	for _, l := range c.When {
		if ask(l.Question) != l.Is {
			return false
		}
	}
	return true
}

func (c *CellInfo) in(phase string) bool {
	for _, p := range c.Phases {
		if p == phase {
			return true
		}
	}
	return false
}

// Question is what a literal asks, in plain words.
func (t *Table) Question(name string) string {
	for _, q := range t.Questions {
		if q.Name == name {
			return q.Text
		}
	}
	return name
}

// String is the whole table, one cell a line.
func (t *Table) String() string {
	var b strings.Builder
	for i := range t.Cells {
		b.WriteString(t.Cells[i].String())
		b.WriteByte('\n')
	}
	return b.String()
}
