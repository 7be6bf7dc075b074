package spec

import "github.com/genlock-go/genlock/internal/ast"

// A System is machines and the world they live in, what must hold of them, and the instances that are explored.
// Events, channels, facts and machines follow from cells and actions, in the order in which these use them.
type System struct {
	Name       string // an identifier; of the TLA+ module, among others
	Doc        string // a few sentences: what is modelled, what is left out
	Cells      []Cell
	Actions    []Action
	Done       Bool // states in which nothing more need happen; nil: in every state something must be possible
	Properties []Property
	Instances  []Instance
	KnownBugs  []Edit

	edited bool // by With
}

// A Cell says what one event does in one phase, or in several alike. Exactly one of these is said: what it does (Do, To,
// Reply), why it is ignored, or why it can never be. A cell that is ignored may have a Reply.
type Cell struct {
	In     Phases
	On     AnyEvent
	When   Bool // over the entry's own fields and the event's arguments; nil: always
	Do     Effects
	To     Phase    // "": stays in its phase
	Reply  AnyValue // a word; every cell of an event has one, or none has
	Ignore string   // why nothing happens
	Reject string   // why this can never be: only a bug of ours can cause it
}

// Fairness says what an action owes in the long run.
type Fairness = ast.Fairness

// The fairness of an action; none by default.
const (
	Unfair    = ast.Unfair
	Weak      = ast.Weak      // for each value of its parameters: possible for ever, it happens
	Strong    = ast.Strong    // for each value of its parameters: possible again and again, it happens
	WeakAny   = ast.WeakAny   // possible for ever for some values of its parameters, it happens for some
	StrongAny = ast.StrongAny // possible again and again for some values, it happens for some
)

// An Action is something that a scheduler, a worker, a client or the storage may do next. Take removes a message and
// binds its variables, Peek binds them and leaves it; For lists the other parameters. It is possible for each of their
// values for which When holds, and, where all its events are ForEach … Where, some entry is hit.
type Action struct {
	Name     string
	Doc      string
	By       string // who acts: its lane in a diagram, its group in TLA+
	For      []AnyVariable
	Fair     Fairness
	Take     Channel
	Peek     Channel
	When     Bool
	Fire     []Firing
	Do       Effects // on facts and channels
	Optional bool    // only in instances whose With names it
}

// A Property is Always, Step, LeadsTo, Finitely or Sometimes.
type Property interface{ property() *ast.Property }

// Always holds in every state. Free variables mean "for all" here, in Step and in LeadsTo.
type Always struct {
	Name, Doc string
	Holds     Bool
	Optional  bool // only in instances whose With names it
}

// Step holds of every step that changes something: of the steps of one action (On; its parameters are bound in Holds),
// or of all but those of some (Except).
type Step struct {
	Name, Doc string
	On        string
	Except    []string
	Holds     Bool
	Optional  bool
}

// LeadsTo holds if, whenever From holds, To holds then or later.
type LeadsTo struct {
	Name, Doc string
	From, To  Bool
	Optional  bool
}

// Finitely holds if the action changes something only finitely often, for each value of its parameters.
type Finitely struct {
	Name, Doc string
	Action    string
	Optional  bool
}

// Sometimes holds in some state that some instance reaches, for some values of its free variables. It guards against a
// world in which a property holds because nothing happens.
type Sometimes struct {
	Name, Doc string
	Holds     Bool
	Optional  bool
}

func (p Always) property() *ast.Property {
	return &ast.Property{Kind: ast.Always, Name: p.Name, Doc: p.Doc, Holds: raw(p.Holds), Optional: p.Optional}
}

func (p Step) property() *ast.Property {
	return &ast.Property{Kind: ast.Step, Name: p.Name, Doc: p.Doc, On: p.On, Except: p.Except, Holds: raw(p.Holds), Optional: p.Optional}
}

func (p LeadsTo) property() *ast.Property {
	return &ast.Property{Kind: ast.LeadsTo, Name: p.Name, Doc: p.Doc, From: raw(p.From), To: raw(p.To), Optional: p.Optional}
}

func (p Finitely) property() *ast.Property {
	return &ast.Property{Kind: ast.Finitely, Name: p.Name, Doc: p.Doc, On: p.Action, Optional: p.Optional}
}

func (p Sometimes) property() *ast.Property {
	return &ast.Property{Kind: ast.Sometimes, Name: p.Name, Doc: p.Doc, Holds: raw(p.Holds), Optional: p.Optional}
}

// Checks is how much an instance checks.
type Checks = ast.Checks

// How much an instance checks; properties that With names are checked in any case.
const (
	Everything     = ast.Everything
	SafetyOnly     = ast.SafetyOnly     // invariants and steps
	InvariantsOnly = ast.InvariantsOnly // for large instances
)

// An Instance bounds a system: sizes of its sorts, tokens to draw, which optional actions and properties are on and
// which others are off, and what it checks.
type Instance struct {
	Name    string
	Doc     string
	Sizes   []SortSize
	Tokens  int
	Checks  Checks
	With    []string            // optional actions and properties, by name
	Without []string            // actions and properties, by name
	Fair    map[string]Fairness // of some actions, instead of their own
}

// A SortSize is the number of values of a sort.
type SortSize struct {
	sort string
	n    int
}

// Size gives the sort S n values.
func Size[S any](n int) SortSize { return SortSize{typeOf[S]().Name, n} }

// Sizes lists the sizes of an instance.
func Sizes(sizes ...SortSize) []SortSize { return sizes }
