package lint

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// promised is the Go version of our go line: whatever the standard library gained later is not ours to use.
const promised = 25

// A symbol that is too new compiles here and fails on the machine of whoever has the version that we promise.
func TestNoSymbolNewerThanGo125(t *testing.T) {
	newer := newerSymbols(t)
	packages := list(t, "-test", "-deps", "-export", "./...")
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	checked := 0
	for _, p := range packages {
		if p.Standard || p.DepOnly && p.ForTest == "" || !isOurs(p.ImportPath) || strings.HasSuffix(p.ImportPath, ".test") {
			continue
		}
		checked++
		for where, symbol := range usesOf(t, p, exports) {
			assert.False(t, newer[symbol], "%s: %s is newer than Go 1.%d", where, symbol, promised)
		}
	}
	assert.Positive(t, checked)
}

// newerSymbols are the symbols of the standard library's later versions, as pkg.Name or pkg.Type.Member.
func newerSymbols(t *testing.T) map[string]bool {
	t.Helper()
	goroot := strings.TrimSpace(string(run(t, root(t), "go", "env", "GOROOT")))
	newer := map[string]bool{}
	found := false
	for version := promised + 1; ; version++ {
		data, err := os.ReadFile(filepath.Join(goroot, "api", fmt.Sprintf("go1.%d.txt", version)))
		if err != nil {
			break
		}
		found = true
		for line := range strings.Lines(string(data)) {
			if symbol := symbolOf(strings.TrimSpace(line)); symbol != "" {
				newer[symbol] = true
			}
		}
	}
	if !found {
		t.Skipf("no api/go1.%d.txt in GOROOT (%s): nothing says what is newer", promised+1, runtime.Version())
	}
	require.NotEmpty(t, newer)
	return newer
}

var (
	apiLine = regexp.MustCompile(`^pkg (\S+)(?: \([\w-]+\))?, (func|type|method|const|var) (.*)$`)
	member  = regexp.MustCompile(`^(\w+)(?:\[.*\])? (?:struct|interface), (\w+)`)
	method  = regexp.MustCompile(`^\(\*?(\w+)(?:\[.*?\])?\) (\w+)`)
	plain   = regexp.MustCompile(`^\w+`)
)

// symbolOf reads a line of an api file.
func symbolOf(line string) string {
	m := apiLine.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	pkg, kind, rest := m[1], m[2], m[3]
	switch {
	case kind == "method":
		if m := method.FindStringSubmatch(rest); m != nil {
			return pkg + "." + m[1] + "." + m[2]
		}
	case kind == "type" && member.MatchString(rest):
		m := member.FindStringSubmatch(rest)
		return pkg + "." + m[1] + "." + m[2]
	}
	return pkg + "." + plain.FindString(rest)
}

func TestSymbolOf(t *testing.T) {
	for line, symbol := range map[string]string{
		"pkg bytes, method (*Buffer) Peek(int) ([]uint8, error) #73794":    "bytes.Buffer.Peek",
		"pkg crypto, type Decapsulator interface { Encapsulator } #75300":  "crypto.Decapsulator",
		"pkg crypto, type Decapsulator interface, Encapsulator() E #75300": "crypto.Decapsulator.Encapsulator",
		"pkg errors, func AsType[$0 error](error) ($0, bool) #51945":       "errors.AsType",
		"pkg net/http, type HTTP2Config struct, StrictMax bool #67813":     "net/http.HTTP2Config.StrictMax",
		"pkg syscall (linux-386), const FS_X = 1":                          "syscall.FS_X",
		"pkg unique, method (Handle[$0]) Value() $0":                       "unique.Handle.Value",
		"# a comment": "",
	} {
		assert.Equal(t, symbol, symbolOf(line), line)
	}
}

// usesOf type-checks a package and gives each symbol of another package that it uses, by where.
func usesOf(t *testing.T, p listed, exports map[string]string) map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, f)
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if mapped := p.ImportMap[path]; mapped != "" {
			path = mapped
		}
		return os.Open(exports[path])
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup)}
	_, err := config.Check(p.ImportPath, fset, files, info)
	require.NoError(t, err, p.ImportPath)
	uses := map[string]string{}
	for id, object := range info.Uses {
		if symbol := symbolName(object); symbol != "" {
			uses[fset.Position(id.Pos()).String()] = symbol
		}
	}
	for at, selection := range info.Selections {
		if symbol := memberName(selection); symbol != "" {
			uses[fset.Position(at.Sel.Pos()).String()] = symbol
		}
	}
	return uses
}

// symbolName is the name of a package-level object.
func symbolName(object types.Object) string {
	if object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
		return ""
	}
	return object.Pkg().Path() + "." + object.Name()
}

// memberName is the name of the method or field that a selection finds, under the type that declares it.
func memberName(s *types.Selection) string {
	object := s.Obj()
	if object.Pkg() == nil {
		return ""
	}
	receiver := s.Recv()
	if f, ok := object.(*types.Func); ok {
		receiver = f.Signature().Recv().Type()
	}
	if p, ok := receiver.Underlying().(*types.Pointer); ok {
		receiver = p.Elem()
	}
	if p, ok := receiver.(*types.Pointer); ok {
		receiver = p.Elem()
	}
	if n, ok := receiver.(*types.Named); ok {
		return object.Pkg().Path() + "." + n.Obj().Name() + "." + object.Name()
	}
	return ""
}
