package gomodel

import (
	"regexp"
	"strings"

	"github.com/genlock-go/genlock/gen/internal/gostep"
	"github.com/genlock-go/genlock/gen/internal/plaintext"
	"github.com/genlock-go/genlock/internal/ast"
)

// What is named after something in the spec carries a word in front (viewEntry, chanAsked, actFlush, condBegun), so that
// no name of a spec meets one of ours. Variables keep their names, unless one of these is taken.
var taken = map[string]bool{
	"x": true, "w": true, "m": true, "l": true, "s": true, "r": true, "i": true, "n": true, "v": true, "o": true,
	"in": true, "it": true, "msg": true, "one": true, "bits": true, "packed": true, "model": true, "world": true, "walker": true, "judged": true,
}

func (g *generator) local(v *ast.Variable) string {
	if taken[v.Name] || v.Name == g.step || strings.HasPrefix(v.Name, "view") || strings.HasPrefix(v.Name, "set") {
		return v.Name + "_"
	}
	return v.Name
}

func (g *generator) locals(vs []*ast.Variable) []string {
	names := make([]string, len(vs))
	for i, v := range vs {
		names[i] = g.local(v)
	}
	return names
}

// params declares variables as parameters of a function.
func (g *generator) params(vs []*ast.Variable) string {
	list := make([]string, len(vs))
	for i, v := range vs {
		list[i] = g.local(v) + " " + localType(v.Type)
	}
	return strings.Join(list, ", ")
}

// localType is the Go type in which the model computes with values: bool, and int for all else.
func localType(t ast.Type) string {
	if t.Kind == ast.Bool {
		return "bool"
	}
	return "int"
}

// named is a name of the spec behind a word of ours.
func named(word, name string) string { return word + gostep.Exported(name) }

// stepType is the type that the generated step has for values.
func (g *generator) stepType(t ast.Type) string {
	switch t.Kind {
	case ast.Bool:
		return "bool"
	case ast.Token:
		return g.step + ".Token"
	case ast.Nat:
		return "int32"
	default:
		return g.step + "." + t.Name
	}
}

// of is a name that the package of the step declares.
func (g *generator) of(name string) string { return g.step + "." + name }

func comment(text string) string {
	return "// " + strings.Join(plaintext.Wrap(text, 107), "\n// ")
}

// uses reports that code names an identifier.
func uses(code, name string) bool {
	return regexp.MustCompile(`(^|[^A-Za-z0-9_.])` + regexp.QuoteMeta(name) + `($|[^A-Za-z0-9_])`).MatchString(code)
}
