package cli

import (
	"path"
	"strings"

	"github.com/genlock-go/genlock/spec"
)

// A Spec is a system, and where what is made of it belongs: folders relative to the root of the command's module, with
// slashes. The zero value of each follows the rule of names, for a system X: statemachine/x, model/xmodel, tla and docs/x.
// None means that it is not wanted.
type Spec struct {
	System spec.System
	Step   string // the Go step
	Model  string // the packed Go model, for -engine fast; none without a step
	TLA    string // the TLA+ modules
	Docs   string // diagrams and the transition table
	Demo   string // import path of a package with a Demonstration named Demonstrate, which verify runs; "": none
	Replay Replay // writes the tests of check -trace go; nil: nothing runs the generated step that could be tested so
}

// None stands for a folder that is not wanted.
const None = "-"

// key is the system's name as folders and packages have it.
func (s Spec) key() string { return strings.ToLower(s.System.Name) }

func (s Spec) step() string { return folder(s.Step, "statemachine/"+s.key()) }
func (s Spec) tla() string  { return folder(s.TLA, "tla") }
func (s Spec) docs() string { return folder(s.Docs, "docs/"+s.key()) }

// model is that of the packed model, which calls the step.
func (s Spec) model() string {
	if s.step() == "" {
		return ""
	}
	return folder(s.Model, "model/"+s.key()+"model")
}

func folder(given, rule string) string {
	switch given {
	case "":
		return rule
	case None:
		return ""
	default:
		return path.Clean(given)
	}
}

// instances are the names of the instances, in order.
func (s Spec) instances() []string {
	var names []string
	for _, i := range s.System.Instances {
		names = append(names, i.Name)
	}
	return names
}

// selected are the specs that the command line names, all where it names none.
func (s *session) selected() ([]Spec, error) {
	if len(s.names) == 0 {
		return s.specs, nil
	}
	var list []Spec
	for _, name := range s.names {
		found, err := s.spec(name)
		if err != nil {
			return nil, err
		}
		list = append(list, found)
	}
	return list, nil
}

// spec is the one of that name, in any case.
func (s *session) spec(name string) (Spec, error) {
	var have []string
	for _, x := range s.specs {
		if strings.EqualFold(x.System.Name, name) {
			return x, nil
		}
		have = append(have, x.System.Name)
	}
	return Spec{}, usagef("no spec %q; there is %s", name, list(have))
}

func (s *session) noNames() error {
	if len(s.names) > 0 {
		return usagef("takes no argument, got %q", s.names[0])
	}
	return nil
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
