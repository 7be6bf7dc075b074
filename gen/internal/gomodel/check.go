package gomodel

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"github.com/genlock-go/genlock/gen/internal/gostep"
)

// packedSource declares what generated code uses of package packed. Type-checking against it needs no go command and no
// build cache; a test holds it against the package.
//
//go:embed packed.go.txt
var packedSource string

// typeCheck says whether the model compiles beside the step that it calls.
func typeCheck(name string, model []byte, stepPath string, step gostep.Package) error {
	c := checker{token.NewFileSet(), map[string]*types.Package{}}
	for _, p := range []struct {
		path  string
		files [][]byte
	}{
		{runtimePath, [][]byte{[]byte(gostep.RuntimeSource())}},
		{packedPath, [][]byte{[]byte(packedSource)}},
		{stepPath, [][]byte{step.Step, step.Table}},
		{name, [][]byte{model}},
	} {
		if err := c.check(p.path, p.files); err != nil {
			return fmt.Errorf("the packed model does not compile: %w", err)
		}
	}
	return nil
}

// A checker checks packages that import those checked before, and nothing else.
type checker struct {
	fset *token.FileSet
	done map[string]*types.Package
}

func (c checker) check(path string, sources [][]byte) error {
	var files []*ast.File
	for _, s := range sources {
		f, err := parser.ParseFile(c.fset, path, s, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	config := types.Config{Importer: c}
	p, err := config.Check(path, c.fset, files, nil)
	c.done[path] = p
	return err
}

func (c checker) Import(path string) (*types.Package, error) {
	if p := c.done[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("generated code imports %s", path)
}
