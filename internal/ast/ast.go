// Package ast is the resolved form of a spec: the data that every back end walks.
//
// Package spec builds it from what an author declares; model explores it, gen renders it. Declarations
// (Machine, Field, Event, Channel, Fact) are shared pointers and are compared by identity; nobody changes them
// once a package has been initialised, so the same declaration may stand in several systems, an edited one
// among them. Back ends keep their own numbers for them, in the order in which a System lists them.
package ast

import "fmt"

// Kind tells the types of values apart.
type Kind uint8

const (
	Bool  Kind = iota
	Sort       // a finite set of names; an instance gives its size
	Token      // drawn fresh, compared, never computed with; 0 is none
	Nat        // a small counter
	Enum       // one of a few words
)

// A Type is the type of an expression, a field's value, or the members of a set.
type Type struct {
	Kind    Kind
	Name    string // of the sort or the enumeration
	Words   *Words // of an enumeration
	Max     int    // the largest Nat, unless MaxSort is given; 0: only literals and sums
	MaxSort string // a Nat is at most the size of this sort
}

// Words are the values of an enumeration in order of declaration; the first is the blank one.
type Words struct {
	Name string
	List []string
}

// Index is the place of word, or -1.
func (w *Words) Index(word string) int {
	for i, x := range w.List {
		if x == word {
			return i
		}
	}
	return -1
}

// A Pos is where something was declared; zero where Go cannot tell.
type Pos struct {
	File string
	Line int
}

func (p Pos) String() string {
	if p.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// A Variable is a named value: a message's field, an event's argument, an action's parameter.
type Variable struct {
	Name string
	Type Type
	Pos  Pos
}

// A Machine has one entry for each value of its keys (one sort, or a pair).
type Machine struct {
	Name   string // of the variable that holds the entries
	Doc    string
	Keys   []*Variable // one or two
	Phases []string    // the first is the initial one
	Docs   map[string]string
	Blank  []string   // phases that carry no fields; the first phase is always one
	Sets   []PhaseSet // named sets of phases
	Fields []*Field
	Pos    Pos
	Faults []Fault
}

// IsBlank reports that entering the phase clears the fields.
func (m *Machine) IsBlank(phase string) bool {
	if phase == m.Phases[0] {
		return true
	}
	for _, p := range m.Blank {
		if p == phase {
			return true
		}
	}
	return false
}

// A PhaseSet is a set of phases; Name is "" where the author gave none.
type PhaseSet struct {
	Name   string
	Phases []string
}

// Shape is how a field holds its values.
type Shape uint8

const (
	Plain  Shape = iota // one value; blank at first
	Option              // one value or none; asked, never read
	Set                 // a set of values of a sort
	Mark                // a subset of a set field; a member that leaves the set loses its marks
)

// A Field is a value that each entry of a machine carries.
type Field struct {
	Machine *Machine
	Name    string
	Doc     string
	Shape   Shape
	Type    Type   // of the value, or of the members
	On      *Field // of a mark: the set
	Pos     Pos
}

// A Fact is something about the world, one for each value of its keys.
type Fact struct {
	Name   string
	Doc    string
	Keys   []*Variable
	Type   Type
	Pos    Pos
	Faults []Fault
}

// A Channel carries messages.
type Channel struct {
	Name   string
	Doc    string
	Struct string      // the Go type of its messages
	Fields []*Variable // the pattern that Take and Peek bind
	Queue  bool        // in order
	Room   int         // of a queue: how many messages it holds at most
	Each   []*Variable // of a queue: one queue for each value of these fields; none: a single one
	Pos    Pos
	Faults []Fault
}

// An Event happens to one entry of a machine.
type Event struct {
	Machine *Machine
	Name    string
	Doc     string
	Args    []*Variable
	Pos     Pos
	Faults  []Fault
}

// A Fault is an error of construction, found while the package was initialised and reported by Validate.
type Fault struct {
	Pos  Pos
	Text string
}

// Outcome is what a cell does with an event.
type Outcome uint8

const (
	Apply Outcome = iota
	Ignore
	Reject
)

func (o Outcome) String() string { return [...]string{"apply", "ignore", "reject"}[o] }

// A Cell says what one event does in some phases under a guard.
type Cell struct {
	Event   *Event
	In      PhaseSet
	When    Expr // nil: always
	Outcome Outcome
	Why     string // of an ignore or a reject
	Do      []Effect
	To      string // "": stays
	Reply   string // "": the event has no answer
	ReplyOf Type   // the enumeration of Reply
	Pos     Pos
}

// A Firing is an event at one entry, or at once at each of several. In properties it is a question: what would
// the event do?
type Firing struct {
	Event *Event
	At    []Expr // the entry
	Args  []Expr // in the order of Event.Args
	Over  []*Variable
	Where Expr // nil: everywhere
	Pos   Pos
}

// Fairness says what an action owes.
type Fairness uint8

const (
	Unfair    Fairness = iota
	Weak               // for each value of its parameters: not enabled for ever without happening
	Strong             // for each value of its parameters: not enabled again and again without happening
	WeakAny            // as Weak, for the action as a whole: some value will do
	StrongAny          // as Strong, for the action as a whole
)

// An Action is something that happens in the world.
type Action struct {
	Name     string
	Doc      string
	By       string      // who acts
	For      []*Variable // parameters that no message binds
	Fair     Fairness
	Take     *Channel // nil: none. Removes a message and binds the channel's fields
	Peek     *Channel // nil: none. Binds them and leaves the message
	When     Expr     // nil: always
	Fire     []*Firing
	Do       []Effect
	Optional bool // only in instances that name it
	Pos      Pos
}

// Message is the channel from which the action binds variables, or nil.
func (a *Action) Message() *Channel {
	if a.Take != nil {
		return a.Take
	}
	return a.Peek
}

// Params are all parameters in the order in which every back end lists them: those of For, then the fields of the
// message that For does not name.
func (a *Action) Params() []*Variable {
	params := append([]*Variable(nil), a.For...)
	if m := a.Message(); m != nil {
		for _, f := range m.Fields {
			if !hasVariable(params, f.Name) {
				params = append(params, f)
			}
		}
	}
	return params
}

func hasVariable(vs []*Variable, name string) bool {
	for _, v := range vs {
		if v.Name == name {
			return true
		}
	}
	return false
}

// PropertyKind tells properties apart.
type PropertyKind uint8

const (
	Always    PropertyKind = iota // Holds in every state
	Step                          // Holds of every step that changes something (On, Except)
	LeadsTo                       // whenever From, some time To
	Finitely                      // Action happens only finitely often
	Sometimes                     // Holds in some state of some instance: guards against a vacuous model
)

func (k PropertyKind) String() string {
	return [...]string{"always", "step", "leads to", "finitely", "sometimes"}[k]
}

// A Property is a claim about a system. Variables that nothing binds mean "for all" (of a Sometimes: "for some").
type Property struct {
	Kind     PropertyKind
	Name     string
	Doc      string
	Holds    Expr
	From, To Expr     // of a LeadsTo
	On       string   // of a Step: only steps of this action, its parameters bound; of a Finitely: the action
	Except   []string // of a Step without On: not the steps of these
	Optional bool     // only in instances that name it
	Pos      Pos
}

// Safety reports that a violation is a finite behaviour.
func (p *Property) Safety() bool { return p.Kind == Always || p.Kind == Step }

// Checks is how much an instance checks.
type Checks uint8

const (
	Everything     Checks = iota // invariants, steps, liveness
	SafetyOnly                   // invariants and steps
	InvariantsOnly               // for large instances: TLC pays for each step property as much as for the search
)

// An Instance bounds a system.
type Instance struct {
	Name    string
	Doc     string
	Sizes   map[string]int // of each sort
	Tokens  int            // how many may be drawn
	Checks  Checks
	With    []string            // optional actions and properties that are on
	Without []string            // actions and properties that are off
	Fair    map[string]Fairness // by action; others as the action says
	Pos     Pos
}

// A System is several machines in one world.
type System struct {
	Name       string
	Doc        string
	Machines   []*Machine // in order of first use, as all lists of declarations
	Events     []*Event
	Cells      []*Cell
	Channels   []*Channel
	Facts      []*Fact
	Actions    []*Action
	Done       Expr // states in which nothing more need happen; nil: none
	Properties []*Property
	Instances  []*Instance
	Sets       map[*Machine][]PhaseSet // the named ones, in order of first use
}

// CellsOf are the cells of an event, in order of declaration.
func (s *System) CellsOf(e *Event) []*Cell {
	var cells []*Cell
	for _, c := range s.Cells {
		if c.Event == e {
			cells = append(cells, c)
		}
	}
	return cells
}

// EventsOf are the events of a machine.
func (s *System) EventsOf(m *Machine) []*Event {
	var events []*Event
	for _, e := range s.Events {
		if e.Machine == m {
			events = append(events, e)
		}
	}
	return events
}

// ReplyType is the enumeration of an event's answers; the zero Type's Words are nil where it has none.
func (s *System) ReplyType(e *Event) Type {
	for _, c := range s.Cells {
		if c.Event == e && c.Reply != "" {
			return c.ReplyOf
		}
	}
	return Type{}
}

// Action is the action of that name, or nil.
func (s *System) Action(name string) *Action {
	for _, a := range s.Actions {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Property is the property of that name, or nil.
func (s *System) Property(name string) *Property {
	for _, p := range s.Properties {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Instance is the instance of that name, or nil.
func (s *System) Instance(name string) *Instance {
	for _, i := range s.Instances {
		if i.Name == name {
			return i
		}
	}
	return nil
}

// ActionsIn are the actions that are on in an instance, in order.
func (s *System) ActionsIn(i *Instance) []*Action {
	var actions []*Action
	for _, a := range s.Actions {
		if i.has(a.Name, a.Optional) {
			actions = append(actions, a)
		}
	}
	return actions
}

// PropertiesIn are the properties that an instance checks, in order; Sometimes are always among them unless they
// are left out by name. A Step on an action, or a Finitely of one, that is off there is left out.
func (s *System) PropertiesIn(i *Instance) []*Property {
	var properties []*Property
	for _, p := range s.Properties {
		if p.On != "" && !i.hasAction(s, p.On) {
			continue
		}
		if i.has(p.Name, p.Optional) && i.checks(p) {
			properties = append(properties, p)
		}
	}
	return properties
}

// FairnessIn is what the action owes in an instance.
func (a *Action) FairnessIn(i *Instance) Fairness {
	if f, ok := i.Fair[a.Name]; ok {
		return f
	}
	return a.Fair
}

func (i *Instance) hasAction(s *System, name string) bool {
	a := s.Action(name)
	return a != nil && i.has(a.Name, a.Optional)
}

// checks says whether the instance's level covers the property; one that With names is always covered.
func (i *Instance) checks(p *Property) bool {
	if contains(i.With, p.Name) {
		return true
	}
	switch p.Kind {
	case Step:
		return i.Checks <= SafetyOnly
	case LeadsTo, Finitely:
		return i.Checks == Everything
	default:
		return true
	}
}

func (i *Instance) has(name string, optional bool) bool {
	if optional {
		return contains(i.With, name)
	}
	return !contains(i.Without, name)
}

func contains(list []string, x string) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
