package tlc

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// numbers writes a state that TLC shows as model.Report.States writes it.
type numbers struct {
	sys      *ast.System
	instance *ast.Instance
}

// canonical is the state as a tuple of numbers. The error names the first variable that has no value of its type.
func (n *numbers) canonical(vars map[string]value) (string, error) {
	w := &writer{numbers: n, vars: vars}
	for _, m := range n.sys.Machines {
		w.machine(m)
	}
	for _, c := range n.sys.Channels {
		w.channel(c)
	}
	for _, f := range n.sys.Facts {
		w.fact(f)
	}
	w.ghosts()
	return "<<" + strings.Join(w.out, ", ") + ">>", w.err
}

type writer struct {
	*numbers
	vars map[string]value
	out  []string
	err  error
}

func (w *writer) put(n int) { w.out = append(w.out, strconv.Itoa(n)) }

func (w *writer) fail(what string, v value) {
	if w.err == nil {
		w.err = fmt.Errorf("tlc: %s is %s", what, v.text())
	}
}

func (w *writer) machine(m *ast.Machine) {
	for _, key := range w.all(m.Keys) {
		entry := w.at(m.Name, key)
		phase, _ := entry.at(`"phase"`)
		w.put(w.index(quotedAll(m.Phases), phase, m.Name))
		for _, f := range m.Fields {
			v, _ := entry.at(`"` + f.Name + `"`)
			w.field(f, v)
		}
	}
}

// at is what a variable holds at a key.
func (w *writer) at(name string, key []string) value {
	if len(key) == 0 {
		return w.vars[name]
	}
	v, ok := w.vars[name].at(keyText(key))
	if !ok {
		w.fail(name, w.vars[name])
	}
	return v
}

// keyText is a key as value.text writes it.
func keyText(key []string) string {
	if len(key) == 1 {
		return key[0]
	}
	return "(" + strings.Join(key, " ") + ")"
}

func (w *writer) field(f *ast.Field, v value) {
	switch f.Shape {
	case ast.Option:
		w.put(1 + w.indexOrNone(w.values(f.Type), v))
	case ast.Set, ast.Mark:
		mask := 0
		for _, x := range v.items {
			mask |= 1 << w.index(w.values(f.Type), x, f.Name)
		}
		w.put(mask)
	default:
		w.put(w.plain(f.Type, v, f.Name))
	}
}

func (w *writer) indexOrNone(values []string, v value) int {
	for i, x := range values {
		if x == v.text() {
			return i
		}
	}
	return -1
}

func (w *writer) index(values []string, v value, what string) int {
	i := w.indexOrNone(values, v)
	if i < 0 {
		w.fail(what, v)
	}
	return i
}

// plain is the number of a value: tokens and counters are numbers already.
func (w *writer) plain(t ast.Type, v value, what string) int {
	if t.Kind != ast.Token && t.Kind != ast.Nat {
		return w.index(w.values(t), v, what)
	}
	n, err := strconv.Atoi(v.text())
	if err != nil {
		w.fail(what, v)
	}
	return n
}

// values are all values of a type in order, as value.text writes them.
func (w *writer) values(t ast.Type) []string {
	switch t.Kind {
	case ast.Bool:
		return []string{"FALSE", "TRUE"}
	case ast.Enum:
		return quotedAll(t.Words.List)
	case ast.Token:
		return counted(1, w.instance.Tokens)
	case ast.Nat:
		if t.MaxSort != "" {
			return counted(0, w.instance.Sizes[t.MaxSort])
		}
		return counted(0, t.Max)
	default:
		names := counted(1, w.instance.Sizes[t.Name])
		for i := range names {
			names[i] = strings.ToLower(t.Name) + names[i]
		}
		return names
	}
}

func counted(from, to int) []string {
	var ns []string
	for n := from; n <= to; n++ {
		ns = append(ns, strconv.Itoa(n))
	}
	return ns
}

func quotedAll(words []string) []string {
	qs := make([]string, len(words))
	for i, s := range words {
		qs[i] = `"` + s + `"`
	}
	return qs
}

// all are all values of several variables, the first slowest.
func (w *writer) all(vs []*ast.Variable) [][]string {
	tuples := [][]string{nil}
	for _, v := range vs {
		var longer [][]string
		for _, t := range tuples {
			for _, x := range w.values(v.Type) {
				longer = append(longer, append(t[:len(t):len(t)], x))
			}
		}
		tuples = longer
	}
	return tuples
}

// messages are all messages of a channel, as value.text writes them.
func (w *writer) messages(c *ast.Channel) []string {
	tuples := w.all(c.Fields)
	texts := make([]string, len(tuples))
	for i, t := range tuples {
		var record value
		for j, f := range c.Fields {
			record.keys = append(record.keys, value{atom: `"` + f.Name + `"`})
			record.items = append(record.items, value{atom: t[j]})
		}
		texts[i] = record.text()
	}
	return texts
}

func (w *writer) channel(c *ast.Channel) {
	all := w.messages(c)
	if !c.Queue {
		for _, m := range all {
			copies, _ := w.vars[c.Name].at(m)
			n, _ := strconv.Atoi(copies.atom)
			w.put(n)
		}
		return
	}
	for _, key := range w.all(c.Each) {
		queue := w.at(c.Name, key).items
		w.put(len(queue))
		for i := range c.Room {
			if i >= len(queue) {
				w.put(0)
				continue
			}
			w.put(1 + w.index(all, queue[i], c.Name))
		}
	}
}

func (w *writer) fact(f *ast.Fact) {
	for _, key := range w.all(f.Keys) {
		w.put(w.plain(f.Type, w.at(f.Name, key), f.Name))
	}
}

// ghosts are there only where some cell draws a token, or rejects.
func (w *writer) ghosts() {
	next := 1
	if v, ok := w.vars["nextToken"]; ok {
		next, _ = strconv.Atoi(v.atom)
	}
	w.put(next)
	w.put(len(w.vars["rejected"].items))
}
