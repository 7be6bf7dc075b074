package ast

// An Expr is a node of the closed expression language. Every back end switches over all of them.
type Expr interface{ expr() }

type (
	// Var is the value of a variable.
	Var struct{ V *Variable }
	// Lit is a constant: 0 or 1 for a Bool, the place of a word for an Enum, the number for a Nat, 0 for a Token.
	Lit struct {
		Type Type
		N    int
	}
	// Get is a field of an entry; At is empty for the entry that a cell is about.
	Get struct {
		Field *Field
		At    []Expr
	}
	// Read is a fact at its keys.
	Read struct {
		Fact *Fact
		At   []Expr
	}
	// InPhase asks whether the entry is in one of some phases.
	InPhase struct {
		Machine *Machine
		At      []Expr
		Phases  PhaseSet
	}
	Not struct {
		X   Expr
		Pos Pos
	}
	And struct {
		Xs  []Expr
		Pos Pos
	}
	Or struct {
		Xs  []Expr
		Pos Pos
	}
	Implies struct {
		If, Then Expr
		Pos      Pos
	}
	// Eq compares two values of one type, Bools among them.
	Eq struct{ A, B Expr }
	// Less compares tokens by age, or Nats.
	Less struct{ A, B Expr }
	// Has asks whether a set has an element. Set is a Get of a set or mark, or a Less1.
	Has struct{ Set, Elem Expr }
	// Empty asks whether a set has none.
	Empty struct{ Set Expr }
	// Less1 is a set without one element.
	Less1 struct{ Set, Elem Expr }
	// OptIs asks whether an optional field holds this value; OptNone whether it holds none. Opt is a Get.
	OptIs struct {
		Opt Expr
		X   Expr
	}
	OptNone struct{ Opt Expr }
	// Count is the number of copies of the messages that match; a nil argument matches anything.
	Count struct {
		Channel *Channel
		Args    []Expr
	}
	// Sum adds Nats.
	Sum struct{ Xs []Expr }
	// Quant is "for all" or "exists" over a variable's type.
	Quant struct {
		All  bool
		Var  *Variable
		Body Expr
	}
	// NumberOf is for how many values of a variable a condition holds.
	NumberOf struct {
		Var  *Variable
		Body Expr
	}
	// Replies asks whether the event would be answered with this word; Moves whether it would change the entry.
	Replies struct {
		Firing *Firing
		Word   string
		Of     Type
	}
	Moves struct{ Firing *Firing }
	// ReplyOf is the event's answer as a value of an enumeration.
	ReplyOf struct {
		Firing *Firing
		Type   Type
	}
	// After is the value after the step; in step properties only.
	After struct{ X Expr }
	// Changed asks whether the step changes the entry; in step properties only.
	Changed struct {
		Machine *Machine
		At      []Expr
	}
	// Named is a condition with a name that every back end keeps.
	Named struct {
		Name string
		X    Expr
		Pos  Pos
	}
	// Bad stands where the construction failed; Validate reports it.
	Bad struct{ Fault Fault }
)

func (Var) expr()      {}
func (Lit) expr()      {}
func (Get) expr()      {}
func (Read) expr()     {}
func (InPhase) expr()  {}
func (Not) expr()      {}
func (And) expr()      {}
func (Or) expr()       {}
func (Implies) expr()  {}
func (Eq) expr()       {}
func (Less) expr()     {}
func (Has) expr()      {}
func (Empty) expr()    {}
func (Less1) expr()    {}
func (OptIs) expr()    {}
func (OptNone) expr()  {}
func (Count) expr()    {}
func (Sum) expr()      {}
func (Quant) expr()    {}
func (NumberOf) expr() {}
func (Replies) expr()  {}
func (Moves) expr()    {}
func (ReplyOf) expr()  {}
func (After) expr()    {}
func (Changed) expr()  {}
func (Named) expr()    {}
func (Bad) expr()      {}

// An Effect is what a cell or an action does. Each sees what the ones before it did.
type Effect interface{ effect() }

type (
	// Fresh draws a token that was never used before. In cells only.
	Fresh struct{ Field *Field }
	// Assign gives a plain or optional field a value.
	Assign struct {
		Field *Field
		X     Expr
	}
	// Clear makes an option none, a set or a mark empty. Clearing a set clears its marks.
	Clear struct{ Field *Field }
	// Bump counts a Nat field up or down by one.
	Bump struct {
		Field *Field
		By    int
	}
	// Add puts an element into a set, or sets a mark on a member.
	Add struct {
		Field *Field
		X     Expr
	}
	// Remove takes an element out of a set (its marks go too), or a mark off a member.
	Remove struct {
		Field *Field
		X     Expr
	}
	// MarkAll sets a mark on every member.
	MarkAll struct{ Field *Field }
	// Send puts a message into a channel.
	Send struct {
		Channel *Channel
		Args    []Expr
	}
	// SetFact gives a fact a value, BumpFact counts one up or down. In actions only.
	SetFact struct {
		Fact *Fact
		At   []Expr
		X    Expr
	}
	BumpFact struct {
		Fact *Fact
		At   []Expr
		By   int
	}
	// Undone stands where the construction failed; Validate reports it.
	Undone struct{ Fault Fault }
)

func (Fresh) effect()    {}
func (Assign) effect()   {}
func (Clear) effect()    {}
func (Bump) effect()     {}
func (Add) effect()      {}
func (Remove) effect()   {}
func (MarkAll) effect()  {}
func (Send) effect()     {}
func (SetFact) effect()  {}
func (BumpFact) effect() {}
func (Undone) effect()   {}

// Children are the expressions directly inside x, those of a firing's entry, arguments and Where included.
func Children(x Expr) []Expr {
	switch x := x.(type) {
	case Get:
		return x.At
	case Read:
		return x.At
	case InPhase:
		return x.At
	case Not:
		return []Expr{x.X}
	case And:
		return x.Xs
	case Or:
		return x.Xs
	case Implies:
		return []Expr{x.If, x.Then}
	case Eq:
		return []Expr{x.A, x.B}
	case Less:
		return []Expr{x.A, x.B}
	case Has:
		return []Expr{x.Set, x.Elem}
	case Empty:
		return []Expr{x.Set}
	case Less1:
		return []Expr{x.Set, x.Elem}
	case OptIs:
		return []Expr{x.Opt, x.X}
	case OptNone:
		return []Expr{x.Opt}
	case Count:
		return present(x.Args)
	case Sum:
		return x.Xs
	case Quant:
		return []Expr{x.Body}
	case NumberOf:
		return []Expr{x.Body}
	case Replies:
		return x.Firing.Exprs()
	case Moves:
		return x.Firing.Exprs()
	case ReplyOf:
		return x.Firing.Exprs()
	case After:
		return []Expr{x.X}
	case Changed:
		return x.At
	case Named:
		return []Expr{x.X}
	default: // Var, Lit, Bad
		return nil
	}
}

// Exprs are the expressions of a firing: its entry, its arguments, its Where.
func (f *Firing) Exprs() []Expr {
	xs := append(append([]Expr(nil), f.At...), f.Args...)
	return present(append(xs, f.Where))
}

// EffectExprs are the expressions of an effect.
func EffectExprs(e Effect) []Expr {
	switch e := e.(type) {
	case Assign:
		return []Expr{e.X}
	case Add:
		return []Expr{e.X}
	case Remove:
		return []Expr{e.X}
	case Send:
		return present(e.Args)
	case SetFact:
		return append(append([]Expr(nil), e.At...), e.X)
	case BumpFact:
		return e.At
	default:
		return nil
	}
}

// Walk calls f for x and all below it; f returning false leaves out what is below.
func Walk(x Expr, f func(Expr) bool) {
	if x == nil || !f(x) {
		return
	}
	for _, c := range Children(x) {
		Walk(c, f)
	}
}

// Free are the variables of x that nothing inside it binds, in order of first use.
func Free(xs ...Expr) []*Variable {
	var free []*Variable
	var visit func(x Expr, bound []*Variable)
	visit = func(x Expr, bound []*Variable) {
		switch y := x.(type) {
		case nil:
			return
		case Var:
			if !hasVariable(bound, y.V.Name) && !hasVariable(free, y.V.Name) {
				free = append(free, y.V)
			}
			return
		case Quant:
			bound = append(bound[:len(bound):len(bound)], y.Var)
		case NumberOf:
			bound = append(bound[:len(bound):len(bound)], y.Var)
		}
		for _, c := range Children(x) {
			visit(c, bound)
		}
	}
	for _, x := range xs {
		visit(x, nil)
	}
	return free
}

func present(xs []Expr) []Expr {
	var out []Expr
	for _, x := range xs {
		if x != nil {
			out = append(out, x)
		}
	}
	return out
}
