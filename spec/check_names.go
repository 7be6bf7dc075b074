package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A name is what something is called in a generated TLA+ module, which has one scope for everything.
type name struct {
	tla  string
	what string // "event Ask"
	pos  ast.Pos
	is   string // names of one thing may be equal: two handles of a variable, a condition used twice. "": of none other
}

// names judges identifiers one by one, and that no two things share one.
func (c *checker) names() {
	all := c.allNames()
	for _, n := range all {
		report := c.about(n.what, n.pos)
		own := strings.TrimPrefix(n.tla, "On")
		if !strings.HasPrefix(n.what, "event ") {
			own = n.tla
			c.unreserved(report, n.tla)
		}
		c.identifier(report, own)
	}
	c.unshared(all)
	c.localNames()
}

// unshared reports names that stand for two things.
func (c *checker) unshared(all []name) {
	owner := map[string]name{}
	for _, n := range all {
		first, taken := owner[n.tla]
		if !taken {
			owner[n.tla] = n
			continue
		}
		if first.what != n.what {
			c.about(n.what, n.pos)("shares its name with %s: in TLA+ both would be %s", first.what, n.tla)
		} else if n.is == "" {
			c.about(n.what, n.pos)("is the name of two")
		} else if first.is != n.is {
			c.about(n.what, n.pos)("stands for two things: %s, and %s", first.is, n.is)
		}
	}
}

// allNames are the names of a system, but for those inside machines and enumerations.
func (c *checker) allNames() []name {
	all := []name{{c.Name, "system " + c.Name, Pos{}, ""}}
	add := func(kind, tla, own string, pos ast.Pos, is string) {
		all = append(all, name{tla, kind + " " + own, pos, is})
	}
	for _, m := range c.Machines {
		add("machine", m.Name, m.Name, m.Pos, "")
		for _, set := range c.Sets[m] {
			add("phase set", set.Name, set.Name, m.Pos, m.Name+" in "+strings.Join(set.Phases, ", "))
		}
	}
	for _, e := range c.Events {
		add("event", "On"+e.Name, e.Name, e.Pos, "")
	}
	for _, ch := range c.Channels {
		add("channel", ch.Name, ch.Name, ch.Pos, "")
	}
	for _, f := range c.Facts {
		add("fact", f.Name, f.Name, f.Pos, "")
	}
	for _, a := range c.Actions {
		add("action", a.Name, a.Name, a.Pos, "")
	}
	for _, p := range c.Properties {
		add("property", p.Name, p.Name, p.Pos, "")
	}
	for _, sort := range c.sorts {
		add("sort", sort, sort, Pos{}, "a sort")
	}
	for _, words := range c.enumerations {
		add("enumeration", words.Name, words.Name, Pos{}, strings.Join(words.List, ", "))
	}
	for _, v := range c.variables {
		add("variable", v.Name, v.Name, v.Pos, kindText(v.Type))
	}
	eachExpr(c.System, func(x ast.Expr) {
		if named, ok := x.(ast.Named); ok {
			add("condition", named.Name, named.Name, named.Pos, ast.Text(named.X))
		}
	})
	return all
}

// kindText says what a variable ranges over.
func kindText(t ast.Type) string {
	switch {
	case t.Kind == ast.Nat && t.MaxSort != "":
		return "a counter up to the size of " + t.MaxSort
	case t.Kind == ast.Nat:
		return fmt.Sprint("a counter up to ", t.Max)
	default:
		return "a " + t.Name
	}
}

// localNames judges names inside machines, enumerations and instances: these may be equal to those of another one.
func (c *checker) localNames() {
	for _, m := range c.Machines {
		for _, p := range m.Phases {
			c.identifier(c.about(fmt.Sprintf("phase %s of %s", p, m.Name), m.Pos), p)
		}
		c.fieldNames(m)
	}
	for _, words := range c.enumerations {
		report := c.about("enumeration "+words.Name, Pos{})
		if len(words.List) == 0 {
			report("has no words")
		}
		for _, w := range words.List {
			c.identifier(c.about(fmt.Sprintf("word %s of %s", w, words.Name), Pos{}), w)
		}
		for _, w := range repeated(words.List) {
			report("has the word %s twice", w)
		}
	}
	var instances []string
	for _, i := range c.Instances {
		c.identifier(c.about("instance "+i.Name, i.Pos), i.Name)
		instances = append(instances, strings.ToLower(i.Name)) // of files
	}
	for _, name := range repeated(instances) {
		c.about("instance "+name, Pos{})("is the name of two")
	}
}

// fieldNames judges fields: generated Go has a set and the arguments of an event side by side.
func (c *checker) fieldNames(m *ast.Machine) {
	var names []string
	for _, f := range m.Fields {
		report := c.about("field "+f.Name, f.Pos)
		c.identifier(report, f.Name)
		c.unreserved(report, f.Name)
		names = append(names, f.Name)
		for _, e := range c.EventsOf(m) {
			if hasNamed(e.Args, f.Name) {
				report("shares its name with an argument of %s", e.Name)
			}
		}
		if hasNamed(m.Keys, f.Name) {
			report("shares its name with the key of %s", m.Name)
		}
	}
	for _, name := range repeated(names) {
		c.about("machine "+m.Name, m.Pos)("has two fields %s", name)
	}
}

// identifier holds a name to what is one in Go and in TLA+.
func (c *checker) identifier(report reporter, name string) {
	if name == "" {
		report("has no name")
		return
	}
	if !isIdentifier(name) {
		report("%q is no name: a letter, then letters, digits and underscores, of ASCII, the last no underscore", name)
	}
	if strings.HasPrefix(name, "WF_") || strings.HasPrefix(name, "SF_") {
		report("%q begins as a fairness condition of TLA+", name)
	}
}

func isIdentifier(name string) bool {
	letter := func(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
	rest := func(r rune) bool { return letter(r) || '0' <= r && r <= '9' || r == '_' }
	return letter(rune(name[0])) && !strings.HasSuffix(name, "_") &&
		!slices.ContainsFunc([]rune(name), func(r rune) bool { return !rest(r) })
}

// unreserved refuses a name that means something to Go, to TLA+ or to what we generate.
func (c *checker) unreserved(report reporter, name string) {
	if whose, ok := reserved[name]; ok {
		report("%s is a word of %s", name, whose)
	}
}
