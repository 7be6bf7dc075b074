package main

import (
	"context"
	"fmt"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/testspec/random"
	"github.com/genlock-go/genlock/model"
)

// Bounds of the systems that are compared: both engines are to be done in a moment, and something is to happen.
const (
	maxStates = 3000
	minStates = 6
)

// A specimen is a system made by chance, what is judged of it, and the interpreter's verdict.
type specimen struct {
	number int
	system *ast.System
	only   []string // properties
	ours   *model.Report
}

// numbered is the specimen with that number. What is judged goes round: a leads-to, a "finitely often", states and steps.
func numbered(n int) *specimen {
	s := &specimen{number: n, system: random.System(n)}
	switch n % 3 {
	case 0:
		s.only = []string{"Leads"}
	case 1:
		s.only = []string{"Ends"}
	default:
		s.only = []string{"Holds", "Steps", model.NoRejectedCell}
		if s.system.Property("Moved") != nil {
			s.only = append(s.only, "Moved")
		}
	}
	if n%5 == 0 {
		s.only = append(s.only, model.NoDeadlock)
	}
	return s
}

// interpret explores the specimen, and says whether it is worth a run of TLC.
func (s *specimen) interpret(ctx context.Context) (bool, error) {
	r, err := model.Explore(ctx, s.system, model.Options{Only: s.only, MaxStates: maxStates})
	if err != nil {
		return false, fmt.Errorf("agree: system %d: %w", s.number, err)
	}
	s.ours = r
	return r.Result != model.Incomplete && (r.Result != model.Holds || r.Distinct >= minStates), nil
}

// text is the system as TLA+.
func (s *specimen) text() string {
	files, err := gen.TLA(s.system, s.system.Instances[0], gen.TLAOptions{Properties: s.only})
	if err != nil {
		return err.Error()
	}
	var text string
	for _, f := range files {
		text += string(f.Data) + "\n"
	}
	return text
}
