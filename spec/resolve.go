package spec

import "github.com/genlock-go/genlock/internal/ast"

// Resolve is the resolved form of a valid system; of an invalid one it is the error of Validate.
func Resolve(s System) (*ast.System, error) {
	if err := Validate(s); err != nil {
		return nil, err
	}
	return Link(s), nil
}
