package lookup_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A signature is what the caller of an event's function must know.
type signature struct {
	params []string // names, in order
	types  []string
	result string
}

func (s signature) equal(o signature) bool {
	return slices.Equal(s.params, o.params) && slices.Equal(s.types, o.types) && s.result == o.result
}

func (s signature) text(name string) string {
	params := make([]string, len(s.params))
	for i := range params {
		params[i] = s.params[i] + " " + s.types[i]
	}
	return fmt.Sprintf("func %s(%s) %s", name, strings.Join(params, ", "), s.result)
}

// adapt gives the functions of a mutant's step the signatures that the manager knows: a cell that is gone may have been
// the only one of its event that asked the holders or drew a token, and a new one may draw or send where none did. What
// a mutant sends without a word in the original is dropped.
func adapt(t *testing.T, original, mutant []byte) []byte {
	want, got := signatures(t, original), signatures(t, mutant)
	var b bytes.Buffer
	text := string(mutant)
	for name, w := range want {
		g := got[name]
		if w.equal(g) {
			continue
		}
		text = strings.Replace(text, "func "+name+"(", "func mutant"+name+"(", 1)
		fmt.Fprintf(&b, "\n%s {\n", w.text(name))
		if slices.Contains(g.params, "fresh") && !slices.Contains(w.params, "fresh") {
			b.WriteString("const fresh Token = 1 << 40\n")
		}
		call := fmt.Sprintf("mutant%s(%s)", name, strings.Join(g.params, ", "))
		switch {
		case w.result == g.result:
			fmt.Fprintf(&b, "return %s\n}\n", call)
		case w.result == "Result":
			fmt.Fprintf(&b, "return %s.Result\n}\n", call)
		default:
			fmt.Fprintf(&b, "return %s{Result: %s}\n}\n", w.result, call)
		}
	}
	code, err := format.Source([]byte(text + b.String()))
	require.NoError(t, err)
	return code
}

// signatures are those of the functions of events, by name.
func signatures(t *testing.T, code []byte) map[string]signature {
	file, err := parser.ParseFile(token.NewFileSet(), "", code, 0)
	require.NoError(t, err)
	found := map[string]signature{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "On") {
			continue
		}
		s := signature{result: f.Type.Results.List[0].Type.(*ast.Ident).Name}
		for _, field := range f.Type.Params.List {
			for _, name := range field.Names {
				s.params = append(s.params, name.Name)
				s.types = append(s.types, field.Type.(*ast.Ident).Name)
			}
		}
		found[f.Name.Name] = s
	}
	return found
}
