package ast

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

var (
	key     = &Variable{Name: "key", Type: Type{Kind: Sort, Name: "Key"}}
	request = &Variable{Name: "request", Type: Type{Kind: Sort, Name: "Request"}}
	gen     = &Variable{Name: "gen", Type: Type{Kind: Token, Name: "Token"}}

	machine = &Machine{Name: "entry", Keys: []*Variable{key}, Phases: []string{"Absent", "Hit", "Closed"}, Blank: []string{"Closed"}}
	holders = &Field{Machine: machine, Name: "holders", Shape: Set, Type: request.Type}
	refused = &Field{Machine: machine, Name: "refused", Shape: Mark, Type: request.Type, On: holders}
	asked   = &Channel{Name: "asked", Fields: []*Variable{key, gen}}
	ask     = &Event{Machine: machine, Name: "Ask", Args: []*Variable{request}}
)

// Wrong parentheses would make a label say something else than the machine does.
func TestTextKeepsTheMeaning(t *testing.T) {
	a, b, c := Var{&Variable{Name: "a"}}, Var{&Variable{Name: "b"}}, Var{&Variable{Name: "c"}}
	for want, x := range map[string]Expr{
		"always":                          nil,
		"a and b and c":                   And{Xs: []Expr{a, b, c}},
		"a and (b or c)":                  And{Xs: []Expr{a, Or{Xs: []Expr{b, c}}}},
		"a and b or c":                    Or{Xs: []Expr{And{Xs: []Expr{a, b}}, c}},
		"not (a or b)":                    Not{X: Or{Xs: []Expr{a, b}}},
		"not a":                           Not{X: And{Xs: []Expr{a}}},
		"true":                            And{},
		"(a implies b) implies c":         Implies{If: Implies{If: a, Then: b}, Then: c},
		"a implies b implies c":           Implies{If: a, Then: Implies{If: b, Then: c}},
		"every key: a and b":              Quant{All: true, Var: key, Body: And{Xs: []Expr{a, b}}},
		"(every key: a) and b":            And{Xs: []Expr{Quant{All: true, Var: key, Body: a}, b}},
		"request in refused[key]":         Has{Set: Get{Field: refused, At: []Expr{Var{key}}}, Elem: Var{request}},
		"(holders less request) is empty": Empty{Set: Less1{Set: Get{Field: holders}, Elem: Var{request}}},
		"0 < asked(key, any)":             Less{A: Lit{Type: Type{Kind: Nat}}, B: Count{Channel: asked, Args: []Expr{Var{key}, nil}}},
		"same":                            Named{Name: "same", X: Eq{A: a, B: b}},
		"Ask(request) at entry[key] for each key where a hears hit": Replies{Word: "hit",
			Firing: &Firing{Event: ask, At: []Expr{Var{key}}, Args: []Expr{Var{request}}, Over: []*Variable{key}, Where: a}},
	} {
		assert.Equal(t, want, Text(x))
	}
	assert.Equal(t, "same:(a = b)", FullText(Named{Name: "same", X: Eq{A: a, B: b}}))
}

// A bound variable taken for a free one would turn "some key" into "this key".
func TestFreeLeavesOutWhatIsBound(t *testing.T) {
	has := Has{Set: Get{Field: holders, At: []Expr{Var{key}}}, Elem: Var{request}}
	assert.Equal(t, []*Variable{key, request}, Free(has, nil, has))
	assert.Equal(t, []*Variable{request}, Free(Quant{Var: key, Body: has}))
	assert.Equal(t, []*Variable{request, key}, Free(And{Xs: []Expr{Quant{Var: key, Body: has}, has}}))
	assert.Equal(t, []*Variable{key, request}, Free(Moves{&Firing{Event: ask, At: []Expr{Var{key}}, Args: []Expr{Var{request}}}}))
}

// A parameter listed twice, or in another order, would change generated counts and every trace.
func TestParamsAreForThenTheMessage(t *testing.T) {
	a := &Action{For: []*Variable{request, key}, Take: asked}
	assert.Equal(t, []*Variable{request, key, gen}, a.Params())
}

// An instance that checks too little would pass for one that holds.
func TestAnInstanceSelects(t *testing.T) {
	s := &System{
		Actions: []*Action{{Name: "Ask"}, {Name: "Lose"}, {Name: "Appear", Optional: true}},
		Properties: []*Property{
			{Kind: Always, Name: "Inv"}, {Kind: Always, Name: "Extra", Optional: true}, {Kind: Step, Name: "OnLose", On: "Lose"},
			{Kind: Step, Name: "Stays"}, {Kind: LeadsTo, Name: "Ends"}, {Kind: Sometimes, Name: "Seen"},
		},
	}
	names := func(i *Instance) (actions, properties []string) {
		for _, a := range s.ActionsIn(i) {
			actions = append(actions, a.Name)
		}
		for _, p := range s.PropertiesIn(i) {
			properties = append(properties, p.Name)
		}
		return actions, properties
	}
	actions, properties := names(&Instance{})
	assert.Equal(t, []string{"Ask", "Lose"}, actions)
	assert.Equal(t, []string{"Inv", "OnLose", "Stays", "Ends", "Seen"}, properties)

	actions, properties = names(&Instance{Without: []string{"Lose", "Inv"}, With: []string{"Appear", "Extra"}, Checks: SafetyOnly})
	assert.Equal(t, []string{"Ask", "Appear"}, actions)
	assert.Equal(t, []string{"Extra", "Stays", "Seen"}, properties)

	_, properties = names(&Instance{Checks: InvariantsOnly, With: []string{"Ends"}})
	assert.Equal(t, []string{"Inv", "Ends", "Seen"}, properties)
}

// A phase that is not blank by mistake would keep the fields of a life that is over.
func TestTheFirstPhaseIsBlank(t *testing.T) {
	assert.True(t, machine.IsBlank("Absent"))
	assert.False(t, machine.IsBlank("Hit"))
	assert.True(t, machine.IsBlank("Closed"))
}
