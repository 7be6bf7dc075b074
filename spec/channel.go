package spec

import "github.com/genlock-go/genlock/internal/ast"

// A Channel carries messages of any type.
type Channel interface{ channel() *ast.Channel }

// A Chan carries messages of type M, a struct of values.
type Chan[M any] struct{ c *ast.Channel }

func (c Chan[M]) channel() *ast.Channel { return c.c }

// Bag declares a channel without order: any message under way may come next, and two alike are two. The variables of
// the pattern are those that Take and Peek bind.
func Bag[M any](pattern M, name, doc string) Chan[M] {
	c := &ast.Channel{Name: name, Doc: doc, Pos: caller()}
	c.Struct, c.Fields, c.Faults = patternOf(pattern, c.Pos)
	return Chan[M]{c}
}

// Queue declares a channel in order that holds at most room messages; an action that sends asks for room first (a send
// into a full queue breaks the model's TypeOK). Each makes it one queue for each value of some of its fields.
func Queue[M any](pattern M, room int, name, doc string) Chan[M] {
	c := Bag(pattern, name, doc)
	c.c.Queue, c.c.Room = true, room
	return c
}

// Each makes the queue one for each value of these fields of its messages.
func (c Chan[M]) Each(fields ...AnyVariable) Chan[M] {
	for _, f := range fields {
		if f == nil || f.variable() == nil {
			c.c.Faults = append(c.c.Faults, ast.Fault{Pos: caller(), Text: "Each of " + c.c.Name + " names " + undeclared})
			continue
		}
		c.c.Each = append(c.c.Each, f.variable())
	}
	return c
}

// Send puts a message into the channel.
func (c Chan[M]) Send(message M) Effect {
	return effect{ast.Send{Channel: c.c, Args: argsOf(message, caller())}}
}

// Count is the number of messages like this one under way; a field left out is like any.
func (c Chan[M]) Count(like M) Term[Nat] {
	_, fields, fault := structOf(like)
	if fault != "" {
		return term[Nat](ast.Bad{Fault: ast.Fault{Pos: caller(), Text: fault}})
	}
	return term[Nat](ast.Count{Channel: c.c, Args: fields})
}

// Has holds where a message like this one is under way; a field left out is like any.
func (c Chan[M]) Has(like M) Bool { return N(0).Less(c.Count(like)) }

// A FactAt is something about the world, one for each value of K.
type FactAt[K, T any] struct{ f *ast.Fact }

// Fact declares something about the world for each value of key, which is a variable or a pair of them; blank (false,
// none, zero, the first word) at first. Only actions change it, and only they and properties see it. A fact that events
// depend on is better a machine: its reject cells speak.
func Fact[T, K any](key Value[K], name, doc string) FactAt[K, T] {
	return FactAt[K, T]{factOf(key, name, doc, typeOf[T]())}
}

// FactUpTo declares a counter of the world, from 0 to max.
func FactUpTo[K any](key Value[K], name, doc string, max int) FactAt[K, Nat] {
	t := natural
	t.Max = max
	return FactAt[K, Nat]{factOf(key, name, doc, t)}
}

func factOf[K any](key Value[K], name, doc string, t ast.Type) *ast.Fact {
	f := &ast.Fact{Name: name, Doc: doc, Type: t, Pos: caller()}
	f.Keys, f.Faults = variables(key.exprs(), "the key of "+name, f.Pos)
	return f
}

// At is the fact at k.
func (f FactAt[K, T]) At(k Value[K]) FactTerm[T] {
	return FactTerm[T]{term[T](ast.Read{Fact: f.f, At: k.exprs()}), f.f, k.exprs()}
}

// A FactTerm is a fact at one place.
type FactTerm[T any] struct {
	Term[T]
	f  *ast.Fact
	at []ast.Expr
}

// Becomes gives the fact a value.
func (f FactTerm[T]) Becomes(v Value[T]) Effect {
	return effect{ast.SetFact{Fact: f.f, At: f.at, X: raw(v)}}
}

// Inc counts a counter up by one, Dec down.
func (f FactTerm[T]) Inc() Effect { return effect{ast.BumpFact{Fact: f.f, At: f.at, By: 1}} }

// Dec counts a counter down by one.
func (f FactTerm[T]) Dec() Effect { return effect{ast.BumpFact{Fact: f.f, At: f.at, By: -1}} }
