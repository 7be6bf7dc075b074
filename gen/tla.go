package gen

import (
	"fmt"
	"path"

	"github.com/genlock-go/genlock/gen/internal/tlaplus"
	"github.com/genlock-go/genlock/internal/ast"
)

// TLAOptions say what TLC is to do besides checking what an instance says.
type TLAOptions = tlaplus.Options

// WithinLimit is the invariant that breaks at TLAOptions.MaxStates.
const WithinLimit = tlaplus.WithinLimit

// TLA is what TLC needs to check one instance of a system, which may be an edited one: a module, a model of it, and a
// configuration, in this order. Their paths are names without a folder.
func TLA(sys *ast.System, instance *ast.Instance, options TLAOptions) ([]File, error) {
	files, err := tlaplus.One(sys, instance, options)
	if err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	return in("", files), nil
}

// renderTLA is the module of a system, the model that extends it, and a configuration for each instance.
func renderTLA(sys *ast.System, _, dir string) ([]File, error) {
	return in(dir, tlaplus.All(sys)), nil
}

func in(dir string, files []tlaplus.File) []File {
	placed := make([]File, len(files))
	for i, f := range files {
		placed[i] = File{path.Join(dir, f.Name), f.Data}
	}
	return placed
}
