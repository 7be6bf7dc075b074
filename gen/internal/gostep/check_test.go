package gostep

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// If it failed, generated code would be checked against a statemachine that is not the one it is built with.
func TestRuntimeIsStatemachine(t *testing.T) {
	stated, err := check(token.NewFileSet(), runtimePath, only{}, source{"runtime.go", []byte(runtimeSource)})
	require.NoError(t, err)
	real := statemachinePackage(t)
	for _, name := range stated.Scope().Names() {
		object := real.Scope().Lookup(name)
		require.NotNil(t, object, "statemachine has no %s", name)
		requireSame(t, object, stated.Scope().Lookup(name))
	}
}

// requireSame compares what code outside the package can see: type and value, and of a type its fields and methods.
func requireSame(t *testing.T, real, stated types.Object) {
	require.Equal(t, real.String(), stated.String())
	if c, ok := stated.(*types.Const); ok {
		require.Equal(t, real.(*types.Const).Val().String(), c.Val().String(), stated.Name())
	}
	named, ok := stated.Type().(*types.Named)
	if _, isType := stated.(*types.TypeName); !ok || !isType {
		return
	}
	require.Equal(t, real.Type().Underlying().String(), named.Underlying().String(), stated.Name())
	for method := range named.Methods() {
		same, _, _ := types.LookupFieldOrMethod(real.Type(), true, real.Pkg(), method.Name())
		require.NotNil(t, same, "%s has no method %s", stated.Name(), method.Name())
		require.Equal(t, same.String(), method.String())
	}
}

// statemachinePackage is the real package as others see it. What it imports shows only in the bodies of its functions.
func statemachinePackage(t *testing.T) *types.Package {
	names, err := filepath.Glob(filepath.Join("..", "..", "..", "statemachine", "*.go"))
	require.NoError(t, err)
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_on.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, f)
	}
	config := types.Config{IgnoreFuncBodies: true, Importer: nothing{}, Error: func(error) {}}
	p, _ := config.Check(runtimePath, fset, files, nil) // the error is that imports are unused, as bodies are not read
	return p
}

type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

// If it failed, a generated package that names what it does not declare would be written.
func TestTypeCheckRefuses(t *testing.T) {
	fine := []byte("package x\n\nvar y = 1\n")
	for _, broken := range []string{"package x\n\nvar z = unknown\n", "package x\n\nimport \"fmt\"\n\nvar z = fmt.Sprint\n", "package x\n\nvar z =\n"} {
		require.Error(t, typeCheck("x", Package{Step: fine, Table: []byte(broken)}), broken)
	}
	require.NoError(t, typeCheck("x", Package{Step: fine, Table: []byte("package x\n\nvar z = y\n")}))
}
