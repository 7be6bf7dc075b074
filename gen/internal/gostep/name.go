package gostep

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/genlock-go/genlock/gen/internal/plaintext"
	"github.com/genlock-go/genlock/internal/ast"
)

// exported is a name of the spec as an exported Go name.
func exported(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[size:]
}

// word is the constant of a word of an enumeration.
func word(t ast.Type, n int) string { return t.Words.Name + exported(t.Words.List[n]) }

// goType is the Go type of a value.
func goType(t ast.Type) *jen.Statement {
	switch t.Kind {
	case ast.Bool:
		return jen.Bool()
	case ast.Token:
		return jen.Id("Token")
	case ast.Nat:
		return jen.Int32()
	default:
		return jen.Id(t.Name)
	}
}

// comment is a text of the spec as a Go comment.
func comment(text string) string {
	return "// " + strings.Join(plaintext.Wrap(text, 107), "\n// ")
}
