package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/genlock-go/genlock/internal/apart"
	"github.com/genlock-go/genlock/internal/portable"
	"github.com/genlock-go/genlock/spec"
)

var exportVerb = verb{
	name:    "export",
	args:    "VERSION",
	doc:     "Writes a version of a spec to a file, for diff to compare with a later one.",
	example: "genlock export lookup -o before.json",
	flags: func(fs *flag.FlagSet) action {
		out := fs.String("o", "", "write to this `file`, and not to stdout")
		return func(_ context.Context, s *session) error { return s.export(*out) }
	},
}

// A version is a system that a command line names.
type version struct {
	apart.Version
	bug *spec.Edit // of SPEC@BUG
}

// version finds what a name stands for: a spec of this command, one of them with a known bug, or else a file.
func (s *session) version(name string) (version, error) {
	base, bug, hasBug := strings.Cut(name, "@")
	x, err := s.spec(base)
	switch {
	case err == nil && hasBug:
		return s.withBug(x, bug)
	case err == nil:
		return resolvedVersion(x.System.Name, x.System)
	}
	v, fileErr := fileVersion(name)
	if errors.Is(fileErr, fs.ErrNotExist) && !strings.ContainsAny(name, "./") {
		return version{}, err
	}
	return v, fileErr
}

func (s *session) withBug(x Spec, name string) (version, error) {
	bug, ok := x.System.Bug(name)
	if !ok {
		var have []string
		for _, b := range x.System.KnownBugs {
			have = append(have, b.Name)
		}
		return version{}, usagef("%s has no known bug %q; there is %s", x.System.Name, name, list(have))
	}
	edited, err := x.System.With(bug)
	if err != nil {
		return version{}, err
	}
	v, err := resolvedVersion(x.System.Name+"@"+bug.Name, edited)
	v.bug = &bug
	return v, err
}

func resolvedVersion(name string, system spec.System) (version, error) {
	sys, err := spec.Resolve(system)
	if err != nil {
		return version{}, &codedError{Invalid, err}
	}
	return version{Version: apart.Version{Name: name, System: sys}}, nil
}

func fileVersion(name string) (version, error) {
	f, err := os.Open(name)
	if err != nil {
		return version{}, err
	}
	defer f.Close() // it was only read
	sys, err := portable.Read(f)
	if errors.Is(err, spec.ErrInvalid) {
		err = &codedError{Invalid, err}
	}
	if err != nil {
		return version{}, fmt.Errorf("%s: %w", name, err)
	}
	return version{Version: apart.Version{Name: name, System: sys}}, nil
}

func (s *session) export(out string) error {
	if len(s.names) != 1 {
		return usagef("takes one version, got %d", len(s.names))
	}
	v, err := s.version(s.names[0])
	if err != nil {
		return err
	}
	data, err := portable.Write(v.System)
	if err != nil {
		return err
	}
	if out != "" {
		return writeOutput(out, data)
	}
	s.out.print(string(data))
	return nil
}
