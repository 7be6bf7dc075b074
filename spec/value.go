package spec

import (
	"reflect"
	"sync"

	"github.com/genlock-go/genlock/internal/ast"
)

// Sort is the underlying type of an author's sorts: finite sets of names whose size an instance gives.
//
//	type Key spec.Sort
type Sort struct{}

// Enum is the underlying type of an author's enumerations.
//
//	type Verdict spec.Enum
//
//	var hit, miss = spec.Word[Verdict]("hit"), spec.Word[Verdict]("miss")
type Enum string

// Token is the type of generations and fencing tokens: drawn fresh, compared, never computed with.
type Token struct{}

// Nat is the type of small counters.
type Nat struct{}

// Pair is the key of a machine with one entry for each pair of values.
type Pair[A, B any] struct{}

// A Value is an expression whose type the Go compiler checks.
type Value[T any] interface {
	AnyValue
	// Eq is the condition that both values are the same.
	Eq(Value[T]) Bool
	typed(T)
}

// AnyValue is a value of any type.
type AnyValue interface{ exprs() []ast.Expr }

// Bool is a condition.
type Bool = Value[bool]

// A Term is a value, with what can be asked of it.
type Term[T any] struct{ xs []ast.Expr } // two expressions for a Pair, one for all others

func (t Term[T]) exprs() []ast.Expr { return t.xs }
func (Term[T]) typed(T)             {}

// Eq is the condition that both values are the same.
func (t Term[T]) Eq(v Value[T]) Bool {
	if v == nil {
		return cond(ast.Bad{Fault: ast.Fault{Pos: caller(), Text: missing}})
	}
	a, b := t.xs, v.exprs()
	if len(a) < 2 || len(b) < 2 {
		return cond(ast.Eq{A: first(a), B: first(b)})
	}
	return cond(ast.And{Xs: []ast.Expr{ast.Eq{A: a[0], B: b[0]}, ast.Eq{A: a[1], B: b[1]}}})
}

// Less is the condition that t was drawn before v (tokens), or is smaller (counters).
func (t Term[T]) Less(v Value[T]) Bool { return cond(ast.Less{A: first(t.xs), B: raw(v)}) }

func term[T any](x ast.Expr) Term[T] { return Term[T]{[]ast.Expr{x}} }
func cond(x ast.Expr) Bool           { return term[bool](x) }

// raw is the one expression of a value that is no pair; nil for a nil value.
func raw(v AnyValue) ast.Expr {
	if v == nil {
		return nil
	}
	return first(v.exprs())
}

// first is the expression of a handle; of a zero one, which nothing declared, it is a Bad.
func first(xs []ast.Expr) ast.Expr {
	if len(xs) == 0 {
		return ast.Bad{Fault: ast.Fault{Text: undeclared}}
	}
	return xs[0]
}

// True and False are the constant conditions.
var (
	True  Bool = cond(ast.Lit{Type: boolean, N: 1})
	False Bool = cond(ast.Lit{Type: boolean})
)

var (
	boolean = ast.Type{Kind: ast.Bool, Name: "bool"}
	natural = ast.Type{Kind: ast.Nat, Name: "Nat"}
)

// N is a constant counter.
func N(n int) Term[Nat] { return term[Nat](ast.Lit{Type: natural, N: n}) }

// None is the token that no Fresh ever draws: the value of a token field before its first Fresh.
var None = term[Token](ast.Lit{Type: ast.Type{Kind: ast.Token, Name: "Token"}})

// A Variable is a named value. One handle names one thing wherever it travels: as an event's argument, a field of a
// message, a parameter of an action.
type Variable[T any] struct {
	Term[T]
	v *ast.Variable
}

func (v Variable[T]) variable() *ast.Variable { return v.v }

// AnyVariable is a variable of any type.
type AnyVariable interface {
	AnyValue
	variable() *ast.Variable
}

// Var declares a variable.
func Var[T any](name string) Variable[T] { return variable[T](name, typeOf[T](), caller()) }

// UpTo declares a counter variable with values from 0 to max.
func UpTo(name string, max int) Variable[Nat] {
	t := natural
	t.Max = max
	return variable[Nat](name, t, caller())
}

func variable[T any](name string, t ast.Type, pos ast.Pos) Variable[T] {
	v := &ast.Variable{Name: name, Type: t, Pos: pos}
	return Variable[T]{term[T](ast.Var{V: v}), v}
}

// Vars lists variables: the parameters of an action.
func Vars(vs ...AnyVariable) []AnyVariable { return vs }

// Of pairs two values: the entry of a machine keyed by both.
func Of[A, B any](a Value[A], b Value[B]) Term[Pair[A, B]] {
	return Term[Pair[A, B]]{[]ast.Expr{raw(a), raw(b)}}
}

// Word declares the next word of an enumeration, as a package-level variable. The first one is the blank value of
// fields of that type.
func Word[T ~string](word string) Term[T] {
	words.Lock()
	defer words.Unlock()
	t := enumOf(reflect.TypeFor[T]())
	t.Words.List = append(t.Words.List, word)
	return term[T](ast.Lit{Type: t, N: len(t.Words.List) - 1})
}

// words are the enumerations of the program by their Go type. Package-level variables fill them before main.
var words = struct {
	sync.Mutex
	of map[reflect.Type]*ast.Words
}{of: map[reflect.Type]*ast.Words{}}

func enumOf(t reflect.Type) ast.Type {
	if words.of[t] == nil {
		words.of[t] = &ast.Words{Name: t.Name()}
	}
	return ast.Type{Kind: ast.Enum, Name: t.Name(), Words: words.of[t]}
}

func typeOf[T any]() ast.Type {
	switch t := reflect.TypeFor[T](); {
	case t == reflect.TypeFor[bool]():
		return boolean
	case t == reflect.TypeFor[Token]():
		return ast.Type{Kind: ast.Token, Name: "Token"}
	case t == reflect.TypeFor[Nat]():
		return natural
	case t.Kind() == reflect.String:
		words.Lock()
		defer words.Unlock()
		return enumOf(t)
	default:
		return ast.Type{Kind: ast.Sort, Name: t.Name()}
	}
}
