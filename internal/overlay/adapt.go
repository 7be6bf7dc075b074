package overlay

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
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

// A step is what a package that runs a generated step may name of it.
type step struct {
	functions map[string]signature // of events
	types     map[string]bool
	sent      map[string]bool // bits of channels
}

// adapt gives a mutant's step the names and signatures that its package knows. A cell that is gone may have been the only
// one of its event that drew a token, or sent to a channel, and a new one may where none did. A channel to which nothing is
// sent any more has a bit that is never set; what a mutant sends without a word in the original is dropped.
func adapt(t *testing.T, original, mutant []byte) []byte {
	t.Helper()
	want, got := read(t, original), read(t, mutant)
	text, more := string(mutant), &bytes.Buffer{}
	for _, name := range slices.Sorted(maps.Keys(want.sent)) {
		if !got.sent[name] {
			fmt.Fprintf(more, "\nconst %s Sent = 0\n", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want.functions)) {
		w, g := want.functions[name], got.functions[name]
		if w.equal(g) {
			continue
		}
		text = strings.Replace(text, "func "+name+"(", "func mutant"+name+"(", 1)
		if !got.types[w.result] {
			fmt.Fprintf(more, "\ntype %s struct{ Result }\n", w.result)
		}
		wrap(more, name, w, g)
	}
	code, err := format.Source([]byte(text + more.String()))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// wrap writes a function of the signature that is wanted around that of the mutant.
func wrap(to *bytes.Buffer, name string, want, got signature) {
	fmt.Fprintf(to, "\n%s {\n", want.text(name))
	if slices.Contains(got.params, "fresh") && !slices.Contains(want.params, "fresh") {
		to.WriteString("const fresh Token = 1 << 40\n")
	}
	call := fmt.Sprintf("mutant%s(%s)", name, strings.Join(got.params, ", "))
	switch {
	case want.result == got.result:
		fmt.Fprintf(to, "return %s\n}\n", call)
	case want.result == "Result":
		fmt.Fprintf(to, "return %s.Result\n}\n", call)
	default:
		fmt.Fprintf(to, "return %s{Result: %s}\n}\n", want.result, call)
	}
}

func read(t *testing.T, code []byte) step {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := step{map[string]signature{}, map[string]bool{}, map[string]bool{}}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && strings.HasPrefix(d.Name.Name, "On") {
				s.functions[d.Name.Name] = signatureOf(d)
			}
		case *ast.GenDecl:
			s.names(d)
		}
	}
	return s
}

// names notes types, and the bits of channels.
func (s step) names(d *ast.GenDecl) {
	for _, x := range d.Specs {
		switch x := x.(type) {
		case *ast.TypeSpec:
			s.types[x.Name.Name] = true
		case *ast.ValueSpec:
			if name := x.Names[0].Name; strings.HasPrefix(name, "Sent") {
				s.sent[name] = true
			}
		}
	}
}

func signatureOf(f *ast.FuncDecl) signature {
	s := signature{result: f.Type.Results.List[0].Type.(*ast.Ident).Name}
	for _, field := range f.Type.Params.List {
		for _, name := range field.Names {
			s.params = append(s.params, name.Name)
			s.types = append(s.types, field.Type.(*ast.Ident).Name)
		}
	}
	return s
}
