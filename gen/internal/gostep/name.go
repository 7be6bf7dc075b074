package gostep

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

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

// comment is a text of the spec as a Go comment: one line each 100 columns, nothing in it that could end it or that
// shows other than it is.
func comment(text string) string {
	var lines []string
	line := "//"
	for _, w := range strings.Fields(plain(text)) {
		if len(line)+1+len(w) > 110 && line != "//" {
			lines = append(lines, line)
			line = "//"
		}
		line += " " + w
	}
	return strings.Join(append(lines, line), "\n")
}

// plain is a text on one line, with control and direction characters spelled out.
func plain(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case r == utf8.RuneError || unicode.Is(unicode.C, r) || unicode.In(r, unicode.Zl, unicode.Zp):
			b.WriteString(spelled(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// spelled is the escape of a character that must not stand for itself.
func spelled(r rune) string {
	const hex = "0123456789abcdef"
	digits := ""
	for n := 0; n < 4 || r > 0; n++ {
		digits = string(hex[r&15]) + digits
		r >>= 4
	}
	return "U+" + strings.ToUpper(digits)
}
