package overlay

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/spec"
)

// A Machine is a declaration whose step is generated, and run by the package that is tested.
type Machine struct {
	System spec.System
	Step   string // the folder of the generated step, below the root of the module
	// WorldOnly are the known bugs that no step has, because what is wrong is the world around it, each with the reason.
	WorldOnly map[string]string
}

// A Mutant is the step of known bugs; several may have the same.
type Mutant struct {
	Bugs   []string
	Also   map[string][]byte // more files of the build, by their paths
	digest string
	files  []gen.File
}

// Mutants are the steps of the known bugs. It fails if a bug changes no cell and nothing says why, or is said to change none
// and does.
func (m Machine) Mutants(t *testing.T) []*Mutant {
	t.Helper()
	correct := m.render(t, m.System)
	var list []*Mutant
	for _, bug := range m.System.KnownBugs {
		sys, err := m.System.With(bug)
		if err != nil {
			t.Fatal(err)
		}
		x := &Mutant{Bugs: []string{bug.Name}, digest: spec.Digest(sys), files: m.render(t, sys)}
		same := sameStep(x.files, correct)
		if why := m.WorldOnly[bug.Name]; same != (why != "") {
			t.Fatalf("%s: the step is the right one: %v; said of it: %q", bug.Name, same, why)
		}
		if same {
			continue
		}
		at := slices.IndexFunc(list, func(y *Mutant) bool { return sameStep(x.files, y.files) })
		if at < 0 {
			list = append(list, x)
			continue
		}
		list[at].Bugs = append(list[at].Bugs, bug.Name)
	}
	return list
}

func (m Machine) render(t *testing.T, sys spec.System) []gen.File {
	t.Helper()
	files, err := gen.Render(gen.Target{System: sys, Step: m.Step})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sameStep compares all but the digests.
func sameStep(a, b []gen.File) bool {
	return slices.EqualFunc(a, b, func(a, b gen.File) bool {
		return filepath.Base(a.Path) == filepath.Base(b.Path) && withoutDigest(a.Data) == withoutDigest(b.Data)
	})
}

func withoutDigest(data []byte) string {
	lines := strings.Split(string(data), "\n")
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.Contains(l, "Digest") }), "\n")
}
