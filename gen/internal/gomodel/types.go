package gomodel

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// size is the number of a sort's values, in code that has the model at hand under that name.
func (g *generator) size(of, sort string) string {
	g.sorts[sort] = true
	return of + "." + named("size", sort)
}

// values is how many values a field, a fact or a message's field can have.
func (g *generator) values(of string, t ast.Type) string {
	switch t.Kind {
	case ast.Bool:
		return "2"
	case ast.Sort:
		return g.size(of, t.Name)
	case ast.Token:
		return of + ".tokens+1"
	case ast.Enum:
		return fmt.Sprint(len(t.Words.List))
	default:
		if t.MaxSort != "" {
			return g.size(of, t.MaxSort) + "+1"
		}
		return fmt.Sprint(t.Max + 1)
	}
}

// ranges is the head of a loop over the values of a variable. Nobody names the token that was not drawn.
func (g *generator) ranges(of string, v *ast.Variable, body string) string {
	name := g.local(v)
	used := uses(body, name)
	switch {
	case v.Type.Kind == ast.Bool && used:
		return fmt.Sprintf("for _, %s := range packed.Bools {", name)
	case v.Type.Kind == ast.Bool:
		return "for range packed.Bools {"
	case v.Type.Kind == ast.Token && used:
		return fmt.Sprintf("for %s := 1; %s <= %s.tokens; %s++ {", name, name, of, name)
	case v.Type.Kind == ast.Token:
		return fmt.Sprintf("for range %s.tokens {", of)
	case used:
		return fmt.Sprintf("for %s := range %s {", name, g.values(of, v.Type))
	default:
		return fmt.Sprintf("for range %s {", g.values(of, v.Type))
	}
}

// count is the number of tuples of variables, as places have them.
func (g *generator) count(of string, vs []*ast.Variable) string {
	factors := make([]string, len(vs))
	for i, v := range vs {
		switch v.Type.Kind {
		case ast.Token:
			factors[i] = of + ".tokens"
		case ast.Nat:
			factors[i] = "(" + g.values(of, v.Type) + ")"
		default:
			factors[i] = g.values(of, v.Type)
		}
	}
	if len(factors) == 0 {
		return "1"
	}
	return strings.Join(factors, "*")
}

// index is the number of a tuple of values in code; those that may be out of range are checked by the caller.
func (g *generator) index(of string, vs []*ast.Variable, values []string) string {
	if len(vs) == 0 {
		return "0"
	}
	code := ""
	for i, v := range vs {
		digit := values[i]
		if v.Type.Kind == ast.Token {
			digit += "-1"
		}
		if i == 0 {
			code = digit
			continue
		}
		if i > 1 || vs[0].Type.Kind == ast.Token {
			code = "(" + code + ")"
		}
		code += "*" + g.count(of, vs[i:i+1]) + "+" + digit
	}
	return code
}

// checked are the values of variables that can be out of range: a token that is none, a counter that is too large.
func (g *generator) checked(of string, vs []*ast.Variable) []string {
	var checks []string
	for _, v := range vs {
		name := g.local(v)
		switch v.Type.Kind {
		case ast.Token:
			checks = append(checks, fmt.Sprintf("%s < 1 || %s > %s.tokens", name, name, of))
		case ast.Nat:
			checks = append(checks, fmt.Sprintf("%s < 0 || %s >= %s", name, name, g.values(of, v.Type)))
		}
	}
	return checks
}
