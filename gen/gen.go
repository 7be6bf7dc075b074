// Package gen renders a spec: the Go step and table of its machines, the packed model that explores them, the TLA+ module,
// diagrams and tables of its phases.
//
// Everything is rendered in memory, and what was rendered parses and type-checks, before anything is written. The output
// depends on the spec alone: no time, no path, no version of a tool, the same bytes on every run.
package gen

import (
	"fmt"
	"path"

	"github.com/genlock-go/genlock/gen/internal/diagram"
	"github.com/genlock-go/genlock/gen/internal/gomodel"
	"github.com/genlock-go/genlock/gen/internal/gostep"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/spec"
)

// A Target is a spec and where its files go: folders relative to the root of a module, with slashes. "" is not wanted.
type Target struct {
	System spec.System
	Step   string // the Go package: step_gen.go, table_gen.go
	TLA    string // the module, its models and configurations
	Docs   string // transitions.md, phases.mmd, phases.svg
	Model  string // the Go package of the packed model: model_gen.go. It imports Step
	Module string // the path of the module, by which Model does
}

// A File is rendered and not yet written.
type File struct {
	Path string // relative to the root of the module, with slashes
	Data []byte
}

// Render is everything that a target wants, in a fixed order. An invalid spec is the error of spec.Validate.
func Render(t Target) ([]File, error) {
	sys, err := spec.Resolve(t.System)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, part := range []struct {
		dir    string
		render func(sys *ast.System, digest, dir string) ([]File, error)
	}{{t.Step, renderStep}, {t.TLA, renderTLA}, {t.Docs, renderDocs}} {
		if part.dir == "" {
			continue
		}
		rendered, err := part.render(sys, spec.Digest(t.System), part.dir)
		if err != nil {
			return nil, fmt.Errorf("gen: %s: %w", sys.Name, err)
		}
		files = append(files, rendered...)
	}
	if t.Model != "" {
		model, err := renderModel(sys, spec.Digest(t.System), t)
		if err != nil {
			return nil, fmt.Errorf("gen: %s: %w", sys.Name, err)
		}
		files = append(files, model)
	}
	return files, nil
}

func renderModel(sys *ast.System, digest string, t Target) (File, error) {
	source, err := gomodel.Render(sys, digest, path.Base(t.Model), path.Join(t.Module, t.Step), path.Base(t.Step))
	return File{path.Join(t.Model, "model_gen.go"), source}, err
}

func renderStep(sys *ast.System, digest, dir string) ([]File, error) {
	p, err := gostep.Render(sys, digest, path.Base(dir))
	if err != nil {
		return nil, err
	}
	return []File{{path.Join(dir, "step_gen.go"), p.Step}, {path.Join(dir, "table_gen.go"), p.Table}}, nil
}

// renderDocs is the transition table, and the picture of the phases as text and drawn.
func renderDocs(sys *ast.System, _, dir string) ([]File, error) {
	return []File{
		{path.Join(dir, "transitions.md"), diagram.Markdown(sys)},
		{path.Join(dir, "phases.mmd"), diagram.Mermaid(sys)},
		{path.Join(dir, "phases.svg"), diagram.SVG(sys)},
	}, nil
}
