package spec

import "github.com/genlock-go/genlock/internal/ast"

// Resolve is the resolved form of a valid system; of an invalid one it is the error of Validate. Known bugs are not
// judged: each is a system of its own, which With gives and Resolve then judges.
func Resolve(s System) (*ast.System, error) {
	system, faults := validate(s)
	if len(faults) > 0 {
		return nil, &Invalid{System: s.Name, Faults: faults}
	}
	return system, nil
}
