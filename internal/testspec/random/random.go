// Package random makes small systems by chance, for tests that hold two engines against each other. They mean nothing, but
// use most of the vocabulary: one or two machines, tokens, sets with marks, bags and queues, facts, replies, every
// fairness, every kind of property.
package random

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/ast"
)

// System is the system with that number: the same for the same number and version of rapid. It has one instance, named
// small.
func System(n int) *ast.System { return systems.Example(n) }

// Systems generates systems.
func Systems() *rapid.Generator[*ast.System] { return systems }

var systems = rapid.Custom(func(t *rapid.T) *ast.System {
	m := &maker{t: t, sys: &ast.System{Name: "Random", Doc: "Made by chance."}}
	m.types()
	for i := range 1 + m.below(2) {
		m.machine(string(rune('a' + i)))
	}
	m.facts()
	for i := range 3 + m.below(4) {
		m.action(fmt.Sprintf("Act%d", i+1))
	}
	m.properties()
	if m.one(8) {
		m.sys.Done = m.condition(m.world(nil), 1)
	}
	m.sys.Instances = []*ast.Instance{{Name: "small", Doc: "All of it.", Tokens: m.tokens,
		Sizes: map[string]int{"Key": 1 + m.below(2), "Client": 1 + m.below(2)}}}
	return m.sys
})

// A maker makes one system.
type maker struct {
	t      *rapid.T
	sys    *ast.System
	tokens int

	key, client, gen, flag *ast.Variable
	answers                ast.Type
	channels               []*ast.Channel
	drawing                map[*ast.Event]bool // some cell draws a token
}

// below is a number from 0 to n-1.
func (m *maker) below(n int) int { return rapid.IntRange(0, n-1).Draw(m.t, "n") }

// one is true once in n times.
func (m *maker) one(n int) bool { return m.below(n) == 0 }

// some is one of several.
func some[T any](m *maker, list []T) T { return list[m.below(len(list))] }

var boolean = ast.Type{Kind: ast.Bool, Name: "bool"}

func counter(max int) ast.Type { return ast.Type{Kind: ast.Nat, Name: "Nat", Max: max} }

func (m *maker) types() {
	m.tokens = m.below(3)
	m.drawing = map[*ast.Event]bool{}
	m.key = &ast.Variable{Name: "key", Type: ast.Type{Kind: ast.Sort, Name: "Key"}}
	m.client = &ast.Variable{Name: "client", Type: ast.Type{Kind: ast.Sort, Name: "Client"}}
	m.gen = &ast.Variable{Name: "gen", Type: ast.Type{Kind: ast.Token, Name: "Token"}}
	m.flag = &ast.Variable{Name: "flag", Type: boolean}
	m.answers = ast.Type{Kind: ast.Enum, Name: "Answer", Words: &ast.Words{Name: "Answer", List: []string{"no", "yes"}}}
	pick := []*ast.Variable{m.client, m.flag}
	if m.tokens > 0 {
		pick = append(pick, m.gen)
	}
	for i := range m.below(3) {
		c := &ast.Channel{Name: fmt.Sprintf("mail%d", i+1), Doc: "messages", Struct: "Mail", Fields: []*ast.Variable{m.key, some(m, pick)}}
		if m.one(3) {
			c.Queue, c.Room = true, 1+m.below(2)
			if m.one(2) {
				c.Each = []*ast.Variable{m.key}
			}
		}
		m.channels = append(m.channels, c)
	}
	m.sys.Channels = m.channels
}

func (m *maker) facts() {
	for i := range m.below(3) {
		f := &ast.Fact{Name: fmt.Sprintf("fact%d", i+1), Doc: "of the world", Keys: []*ast.Variable{m.key}, Type: boolean}
		if m.one(3) {
			f.Type = counter(2)
		}
		m.sys.Facts = append(m.sys.Facts, f)
	}
}

func variable(v *ast.Variable) ast.Expr { return ast.Var{V: v} }

func variables(vs []*ast.Variable) []ast.Expr {
	xs := make([]ast.Expr, len(vs))
	for i, v := range vs {
		xs[i] = variable(v)
	}
	return xs
}

func lit(t ast.Type, n int) ast.Expr { return ast.Lit{Type: t, N: n} }
