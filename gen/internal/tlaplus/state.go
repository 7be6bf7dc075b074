package tlaplus

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A state as numbers, in the order that every engine uses. The operators stand in the model, not in the module: no
// reader of the spec needs them.

// numbers writes the state, and an invariant that prints it.
func (d *model) numbers() {
	m := d.m
	d.section("A state as a sequence of numbers, to compare sets of states. Sorts must be 1..n.")
	n := &numbering{page: &d.page, m: m, joined: m.names.take("Joined"), place: m.names.take("Place"), bits: m.names.take("Bits"),
		lists: map[string]string{}}
	d.write(strings.Split(fmt.Sprintf(numberOperators, n.joined, n.place, n.bits), "\n")...)
	n.typeLists()
	var parts []layout
	for _, machine := range m.sys.Machines {
		parts = append(parts, n.machine(machine))
	}
	for _, c := range m.sys.Channels {
		parts = append(parts, n.channel(c))
	}
	for _, f := range m.sys.Facts {
		parts = append(parts, n.fact(f))
	}
	next, rejected := "1", "0"
	if m.use.draws {
		next = "nextToken"
	}
	if m.use.reject {
		rejected = "Cardinality(rejected)"
	}
	parts = append(parts, atom("<<"+next+", "+rejected+">>"))
	d.blank()
	d.define(d.state, infix{`\o`, parts, bindSum})
	d.blank()
	d.write(d.out + " == PrintT(ToString(" + d.state + "))")
}

const numberOperators = `%[1]s(F(_), list) ==
  LET join[i \in 0..Len(list)] == IF i = 0 THEN <<>> ELSE join[i - 1] \o F(list[i])
  IN  join[Len(list)]

%[2]s(x, list) == CHOOSE i \in 1..Len(list) : list[i] = x

%[3]s(S, list) ==
  LET sum[i \in 0..Len(list)] ==
        IF i = 0 THEN 0 ELSE sum[i - 1] + (IF list[i] \in S THEN 2 ^ (i - 1) ELSE 0)
  IN  sum[Len(list)]
`

// A numbering writes values as numbers.
type numbering struct {
	*page
	m                   *module
	joined, place, bits string
	lists               map[string]string // what the list of all values of a type is called
}

// typeLists writes the values of each type in order.
func (n *numbering) typeLists() {
	for _, s := range n.m.use.sorts {
		n.listOf(s, atom(`[i \in 1..Cardinality(`+s+") |-> i]"))
	}
	if n.m.use.tokens {
		n.listOf("Token", atom(`[i \in 1..`+n.m.maxToken+" |-> i]"))
	}
	for _, e := range n.m.use.enums {
		n.listOf(e.Name, words(e.Words.List))
	}
	for _, machine := range n.m.sys.Machines {
		n.listOf(n.m.entries[machine].phases, words(machine.Phases))
	}
}

func (n *numbering) listOf(name string, x layout) {
	n.lists[name] = n.m.names.take(name + "List")
	n.define(n.lists[name], x)
}

// overAll joins what x says of each value of some variables, the first slowest.
func (n *numbering) overAll(vs []*ast.Variable, names []string, x layout) layout {
	for i := len(vs) - 1; i >= 0; i-- {
		x = call(n.joined, binder{atom("LAMBDA " + names[i] + " :"), x}, n.list(vs[i].Type))
	}
	return x
}

// list is all values of a type in order.
func (n *numbering) list(t ast.Type) layout {
	switch {
	case t.Kind == ast.Bool:
		return atom("<<FALSE, TRUE>>")
	case t.Kind == ast.Token:
		return atom(n.lists["Token"])
	case t.Kind != ast.Nat:
		return atom(n.lists[t.Name])
	case t.MaxSort != "":
		return atom(`[i \in 1..(Cardinality(` + t.MaxSort + ") + 1) |-> i - 1]")
	default:
		return atom(fmt.Sprintf(`[i \in 1..%d |-> i - 1]`, t.Max+1))
	}
}

func words(ws []string) layout { return list{open: "<<", close: ">>", items: stringsOf(ws)} }

func (n *numbering) machine(machine *ast.Machine) layout {
	_, keys := n.m.scope().bind(machine.Keys...)
	entry := machine.Name + "[" + joinNames(keys) + "]"
	parts := []layout{n.placeOf(entry+".phase", n.m.entries[machine].phases)}
	for _, f := range machine.Fields {
		parts = append(parts, n.field(entry+"."+f.Name, f))
	}
	return n.overAll(machine.Keys, keys, list{open: "<<", close: ">>", items: parts, column: true})
}

func (n *numbering) placeOf(x, of string) layout {
	return atom(n.place + "(" + x + ", " + n.lists[of] + ") - 1")
}

func (n *numbering) field(x string, f *ast.Field) layout {
	switch f.Shape {
	case ast.Option:
		return choice{relation(atom(x), "=", atom("None")), atom("0"), atom(x)}
	case ast.Set, ast.Mark:
		return call(n.bits, atom(x), atom(n.lists[f.Type.Name]))
	default:
		return n.value(x, f.Type)
	}
}

func (n *numbering) value(x string, t ast.Type) layout {
	switch t.Kind {
	case ast.Bool:
		return choice{atom(x), atom("1"), atom("0")}
	case ast.Enum:
		return n.placeOf(x, t.Name)
	case ast.Sort:
		return infix{"-", []layout{atom(x), atom("1")}, bindSum}
	default:
		return atom(x)
	}
}

// channel is the number of copies of each message, or of each queue its length and the numbers of its messages.
func (n *numbering) channel(c *ast.Channel) layout {
	_, names := n.m.scope().bind(c.Fields...)
	fields := make([]layout, len(names))
	for i, f := range c.Fields {
		fields[i] = atom(f.Name + " |-> " + names[i])
	}
	all := n.m.names.take("All" + capital(c.Name))
	n.blank()
	n.define(all, n.overAll(c.Fields, names, around{"<<", list{open: "[", close: "]", items: fields}, ">>"}))
	if !c.Queue {
		return n.places(fmt.Sprintf(`Len(%s)`, all), call("CopiesIn", atom(all+"[i]"), atom(c.Name)))
	}
	q := c.Name
	if len(c.Each) > 0 {
		q += "[" + joinNames(eachOf(c, names)) + "]"
	}
	number := choice{relation(atom("i"), ">", call("Len", atom(q))), atom("0"), call(n.place, atom(q+"[i]"), atom(all))}
	one := infix{`\o`, []layout{atom("<<Len(" + q + ")>>"), n.places(fmt.Sprint(c.Room), number)}, bindSum}
	return n.overAll(c.Each, eachOf(c, names), one)
}

// places are x for each number up to n.
func (n *numbering) places(upTo string, x layout) layout {
	return around{"", binder{atom(`[i \in 1..` + upTo + " |->"), x}, "]"}
}

func (n *numbering) fact(f *ast.Fact) layout {
	_, keys := n.m.scope().bind(f.Keys...)
	x := f.Name
	if len(keys) > 0 {
		x += "[" + joinNames(keys) + "]"
	}
	return n.overAll(f.Keys, keys, around{"<<", n.value(x, f.Type), ">>"})
}
