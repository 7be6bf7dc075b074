package gostep

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
)

// runtimeSource declares what generated code uses of statemachine. Type-checking against it needs no go command and no
// build cache; a test holds it equal to the package.
//
//go:embed runtime.go.txt
var runtimeSource string

// typeCheck says whether the files are a package that compiles alone.
func typeCheck(name string, p Package) error {
	fset := token.NewFileSet()
	runtime, err := check(fset, runtimePath, only{}, source{"statemachine.go", []byte(runtimeSource)})
	if err != nil {
		return err
	}
	_, err = check(fset, name, only{runtime}, source{"step_gen.go", p.Step}, source{"table_gen.go", p.Table})
	if err != nil {
		return fmt.Errorf("the generated package does not compile: %w", err)
	}
	return nil
}

type source struct {
	name string
	data []byte
}

func check(fset *token.FileSet, path string, imports types.Importer, sources ...source) (*types.Package, error) {
	var files []*ast.File
	for _, s := range sources {
		f, err := parser.ParseFile(fset, s.name, s.data, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	config := types.Config{Importer: imports}
	return config.Check(path, fset, files, nil)
}

// only imports one package.
type only struct{ runtime *types.Package }

func (o only) Import(path string) (*types.Package, error) {
	if o.runtime != nil && path == runtimePath {
		return o.runtime, nil
	}
	return nil, fmt.Errorf("generated code imports %s", path)
}
