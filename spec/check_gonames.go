package spec

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// goNames reports declarations from which the generated Go package would get one name twice. With several machines
// the names of each begin with the machine's.
func (c *checker) goNames() {
	if reserved[strings.ToLower(c.Name)] == "Go" {
		c.about("system "+c.Name, Pos{})("would be the Go package %s", strings.ToLower(c.Name))
	}
	g := goScope{checker: c, owner: map[string]string{}}
	for _, word := range []string{"Token", "Digest"} {
		g.owner[word] = "every package"
	}
	for _, words := range c.enumerations {
		what := "enumeration " + words.Name
		g.take(what, Pos{}, exported(words.Name))
		for _, w := range words.List {
			g.take(fmt.Sprintf("word %s of %s", w, words.Name), Pos{}, exported(words.Name)+exported(w))
		}
	}
	c.sortNames(&g)
	for _, m := range c.Machines {
		g.machine(m)
	}
}

// sortNames takes the types of sorts; traces write their values in lower case.
func (c *checker) sortNames(g *goScope) {
	lower := map[string]string{}
	for _, sort := range c.sorts {
		g.take("sort "+sort, Pos{}, exported(sort))
		if other, taken := lower[strings.ToLower(sort)]; taken {
			c.about("sort "+sort, Pos{})("has values that read as those of %s", other)
		}
		lower[strings.ToLower(sort)] = sort
	}
}

// A goScope is the names of a Go package.
type goScope struct {
	*checker
	owner map[string]string
}

func (g *goScope) take(what string, pos ast.Pos, names ...string) {
	for _, name := range names {
		other, taken := g.owner[name]
		if taken && other != what {
			g.about(what, pos)("shares the Go name %s with %s", name, other)
		}
		g.owner[name] = what
	}
}

func (g *goScope) machine(m *ast.Machine) {
	prefix := ""
	if len(g.Machines) > 1 {
		prefix = exported(m.Name)
	}
	for _, word := range []string{"Phase", "Entry", "Result", "Sent", "Cell", "Table"} {
		g.take("every machine", Pos{}, prefix+word)
	}
	for _, p := range m.Phases {
		g.take(fmt.Sprintf("phase %s of %s", p, m.Name), m.Pos, prefix+exported(p))
	}
	for _, e := range g.EventsOf(m) {
		g.take("event "+e.Name, e.Pos, prefix+"On"+exported(e.Name), prefix+exported(e.Name)+"Result")
		for _, ch := range g.sentBy(e) {
			g.take("channel "+ch.Name, ch.Pos, prefix+"Sent"+exported(ch.Name))
			g.take("message "+ch.Struct, ch.Pos, prefix+ch.Struct)
		}
	}
	fields := map[string]string{"Phase": "its phase"}
	for _, f := range m.Fields {
		if other, taken := fields[exported(f.Name)]; taken {
			g.about("field "+f.Name, f.Pos)("shares the Go name %s with %s", exported(f.Name), other)
		}
		fields[exported(f.Name)] = f.Name
		g.take("field "+f.Name, f.Pos, generatedOf(f, prefix+exported(f.Name))...)
	}
}

// generatedOf are the names that generated Go makes of a field.
func generatedOf(f *ast.Field, name string) []string {
	switch f.Shape {
	case ast.Set:
		return []string{name, name + "Change", name + "Add", name + "Remove", name + "Clear"}
	case ast.Mark:
		return []string{name + "Mark", name + "Unmark", name + "MarkAll", name + "UnmarkAll"}
	default:
		return nil
	}
}

// exported is a name with an upper-case first letter.
func exported(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:]
}
