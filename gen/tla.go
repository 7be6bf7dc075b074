package gen

import (
	"fmt"
	"path"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// renderTLA is a system's module, the module that models are checked in, and one configuration an instance.
func renderTLA(sys *ast.System, _, dir string) ([]File, error) {
	m := newModule(sys)
	m.system()
	model := newModel(m)
	files := []File{
		{path.Join(dir, sys.Name+".tla"), m.text(sys.Name, sys.Name)},
		{path.Join(dir, model.name+".tla"), model.bytes(sys.Instances, TLAOptions{})},
	}
	for _, i := range sys.Instances {
		files = append(files, File{path.Join(dir, model.config(i)), model.configuration(i, TLAOptions{})})
	}
	return files, nil
}

// TLAOptions say what TLC is to do besides checking.
type TLAOptions struct {
	// States prints each distinct state once, as a tuple of numbers: for each machine its entries in the order of their
	// keys, the phase and then the fields; the messages of each channel; facts; the token to be drawn next; how many
	// cells were reached that must not be. Sorts are numbers then.
	States bool
	// Properties are the only ones checked, by name, also such as the instance leaves out; nil: all of the instance.
	// TypeOK is always checked: what is out of range has no sensible successors.
	Properties []string
	// MaxStates ends the search at the invariant WithinLimit once so many distinct states are found; 0: no limit.
	MaxStates int64
	// EndsFreely says that a state without successors is no deadlock.
	EndsFreely bool
}

// WithinLimit is the invariant that breaks at TLAOptions.MaxStates.
const WithinLimit = "WithinLimit"

// TLA is what TLC needs to check one instance of a system: a module, a model of it, and a configuration. The model
// comes second and its configuration last; their paths are names without a folder.
func TLA(sys *ast.System, instance *ast.Instance, options TLAOptions) ([]File, error) {
	m := newModule(sys)
	m.system()
	model := newModel(m)
	if missing := model.unsized(instance); len(missing) > 0 {
		return nil, fmt.Errorf("gen: instance %s of %s gives no size to %s", instance.Name, sys.Name, strings.Join(missing, ", "))
	}
	return []File{
		{sys.Name + ".tla", m.text(sys.Name, sys.Name)},
		{model.name + ".tla", model.bytes([]*ast.Instance{instance}, options)},
		{model.config(instance), model.configuration(instance, options)},
	}, nil
}
