package gomodel

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"

	"github.com/genlock-go/genlock/gen/internal/gostep"
	"github.com/genlock-go/genlock/internal/ast"
)

const (
	packedPath  = "github.com/genlock-go/genlock/model/packed"
	runtimePath = "github.com/genlock-go/genlock/statemachine"
)

// Render makes the package of that name for a valid system. step is the import path of its generated step, and stepName
// the name of that package.
func Render(sys *ast.System, digest, name, step, stepName string) (source []byte, err error) {
	shape, err := gostep.ShapeOf(sys)
	if err != nil {
		return nil, err
	}
	g := &generator{Shape: shape, sys: sys, step: stepName, rendered: map[string]bool{}, sorts: map[string]bool{}}
	defer func() {
		if f := recover(); f != nil {
			fault, ok := f.(renderFault)
			if !ok {
				panic(f)
			}
			err = fmt.Errorf("the packed model: %s", fault.text)
		}
	}()
	g.all()
	source, err = format.Source(g.file(digest, name, step))
	if err != nil {
		return nil, fmt.Errorf("the packed model does not parse: %w", err)
	}
	calls, err := gostep.Render(sys, digest, stepName)
	if err != nil {
		return nil, err
	}
	return source, typeCheck(name, source, step, calls)
}

// A renderFault is what the model cannot say.
type renderFault struct{ text string }

func cannot(format string, args ...any) { panic(renderFault{fmt.Sprintf(format, args...)}) }

// A generator gathers the parts of one package.
type generator struct {
	*gostep.Shape
	sys      *ast.System
	step     string          // the package of the step
	out      bytes.Buffer    // all but the head, New and the methods of expressions
	extra    bytes.Buffer    // methods of expressions, in the order in which they were first needed
	rendered map[string]bool // those that are rendered
	sorts    map[string]bool // that have a size in the model
	counted  int             // methods without a name of their own
}

func (g *generator) all() {
	for _, m := range g.sys.Machines {
		g.machine(m)
	}
	g.world()
	for _, c := range g.sys.Channels {
		g.channel(c)
	}
	for _, e := range g.sys.Events {
		g.event(e)
	}
	g.walker()
	for i, a := range g.sys.Actions {
		g.action(i, a)
	}
	g.properties()
}

func (g *generator) file(digest, name, step string) []byte {
	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	body := g.out.String() + g.extra.String()
	p("%s\n", gostep.Header(g.sys.Name))
	p("// Package %s is the packed model of spec %s: package model/fast explores it. Its events are those of package %s.", name, g.sys.Name, g.step)
	p("package %s\n", name)
	p("import (\n\t%q", packedPath)
	if strings.Contains(body, "statemachine.Some(") {
		p("\t%q", runtimePath)
	}
	p("\t%q\n)\n", step)
	p("// Digest names the spec from which this file was generated.\nconst Digest = %q\n", digest)
	p("// Generated code of another version of packed does not compile.\nconst _ = packed.Version1\n")
	g.model(&b)
	b.WriteString(body)
	return b.Bytes()
}

// line adds a line of code.
func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }
