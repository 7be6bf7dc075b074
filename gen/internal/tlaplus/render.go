package tlaplus

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/quotient"
)

// A File has a name and no folder.
type File struct {
	Name string
	Data []byte
}

// Options say what TLC is to do besides checking what an instance says.
type Options struct {
	// States prints each distinct state once, as a tuple of numbers: for each machine its entries in the order of their
	// keys, the phase and then the fields; the messages of each channel; facts; the token to be drawn next; how many
	// cells were reached that must not be. Sorts are numbers then.
	States bool
	// Properties are the only ones checked, by name, also such as the instance leaves out; nil: all of the instance.
	// TypeOK is always checked: what is out of range has no sensible successors.
	Properties []string
	// MaxStates ends the search at the invariant WithinLimit once there are more distinct states; 0: no limit.
	MaxStates int64
	// EndsFreely says that a state without successors is no deadlock.
	EndsFreely bool
	// Symmetry looks at one of all states that differ only by a renaming within the sorts. Properties of the long run are
	// left out.
	Symmetry bool
	// Unbounded leaves dead messages and the names of tokens out of account when states are compared, and properties that
	// cannot be judged so. The instance must have more tokens than the search is deep. Nil: they count.
	Unbounded *quotient.Quotient
}

// WithinLimit is the invariant that breaks at Options.MaxStates.
const WithinLimit = "WithinLimit"

// All are the module of a system, its model, and a configuration for each instance.
func All(sys *ast.System) []File {
	m := newModule(sys)
	d := newModel(m)
	files := []File{{sys.Name + ".tla", m.text(sys.Name, sys.Name)}, {d.name + ".tla", d.bytes(sys.Instances, Options{})}}
	for _, i := range sys.Instances {
		files = append(files, File{d.config(i), d.configuration(i, Options{})})
	}
	return files
}

// One are the module, the model and the configuration of one instance, in this order. The error names sorts that the
// instance gives no size.
func One(sys *ast.System, instance *ast.Instance, options Options) ([]File, error) {
	m := newModule(sys)
	d := newModel(m)
	if missing := d.unsized(instance); len(missing) > 0 {
		return nil, fmt.Errorf("instance %s of %s gives no size to %s", instance.Name, sys.Name, strings.Join(missing, ", "))
	}
	return []File{
		{sys.Name + ".tla", m.text(sys.Name, sys.Name)},
		{d.name + ".tla", d.bytes([]*ast.Instance{instance}, options)},
		{d.config(instance), d.configuration(instance, options)},
	}, nil
}
