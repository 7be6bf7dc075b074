package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/spec"
)

var generateVerb = verb{
	name:    "generate",
	doc:     "Writes what is made of the specs: the Go step and the packed model, the TLA+ modules, diagrams and tables.",
	example: "//go:generate go run -tags genlock_bare ./cmd/genlock generate\ngenlock generate -check",
	flags: func(fs *flag.FlagSet) action {
		check := fs.Bool("check", false, "write nothing; print what differs, and exit with 20 if anything does")
		return func(_ context.Context, s *session) error {
			return s.ofAll(func(t *tree) error { return s.generate(t, *check) })
		}
	},
}

func (s *session) generate(t *tree, check bool) error {
	parts := s.renderAll()
	if s.code != Holds {
		return nil // nothing is written where not everything can be
	}
	if check {
		return s.checkParts(t, parts)
	}
	return s.writeParts(t, parts)
}

// ofAll does something of all specs with the folder of the module, which is open meanwhile.
func (s *session) ofAll(do func(*tree) error) error {
	if err := s.noNames(); err != nil {
		return err
	}
	return s.inModule(do)
}

// inModule does something with the folder of the module, which is open meanwhile.
func (s *session) inModule(do func(*tree) error) (err error) {
	dir, err := s.module.root()
	if err != nil {
		return err
	}
	t, err := openTree(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	return do(t)
}

// A part is what is rendered of one spec; of none, the file that links all of them.
type part struct {
	spec  string
	files []gen.File
}

// renderAll renders everything, and reports the specs of which that is not possible.
func (s *session) renderAll() []part {
	var parts []part
	for _, x := range s.specs {
		files, err := gen.Render(gen.Target{
			System: x.System, Step: x.step(), TLA: x.tla(), Docs: x.docs(), Model: x.model(), Module: s.module.path,
		})
		if err != nil {
			s.say("%s: %v", x.System.Name, err)
			s.report(result{Spec: x.System.Name, code: renderCode(err)})
			continue
		}
		parts = append(parts, part{x.System.Name, files})
	}
	file, err := s.linksFile()
	if err != nil {
		s.say("%v", err)
		s.report(result{code: Error})
	}
	return append(parts, part{"", []gen.File{file}})
}

func renderCode(err error) Code {
	if errors.Is(err, spec.ErrInvalid) {
		return Invalid
	}
	return codeOf(err)
}

func (s *session) writeParts(t *tree, parts []part) error {
	var all []gen.File
	for _, p := range parts {
		changed, err := t.differing(p.files)
		if err != nil {
			return err
		}
		all = append(all, changed...)
	}
	if err := t.write(all); err != nil {
		return err
	}
	for _, f := range all {
		s.say("wrote %s", f.Path)
	}
	orphans, err := t.orphans(parts)
	if err != nil {
		return err
	}
	for _, name := range orphans {
		s.say("%s is ours, and is no longer generated: remove it", name)
	}
	for _, p := range parts {
		s.report(freshness(p, 0))
	}
	return nil
}

// checkParts prints what differs from the files on disk.
func (s *session) checkParts(t *tree, parts []part) error {
	for _, p := range parts {
		stale, err := t.differing(p.files)
		if err != nil {
			return err
		}
		for _, f := range stale {
			old, err := t.read(f.Path)
			if err != nil {
				return fmt.Errorf("reading %s: %w", f.Path, err)
			}
			s.say("%s is not what the spec generates", f.Path)
			s.text("%s", diff(f.Path, old, f.Data))
		}
		s.report(freshness(p, len(stale)))
	}
	orphans, err := t.orphans(parts)
	if err != nil {
		return err
	}
	for _, name := range orphans {
		s.say("%s is ours, and is no longer generated: remove it", name)
		s.report(result{what: "left over", code: Stale, note: name})
	}
	return nil
}

// freshness is what there is to say of a part of whose files so many are stale.
func freshness(p part, stale int) result {
	r := result{Spec: p.spec, what: "generated files", code: Holds, note: number(len(p.files), "file")}
	if p.spec == "" {
		r.what = "links"
	}
	if stale > 0 {
		r.code, r.note = Stale, fmt.Sprintf("%d of %s", stale, number(len(p.files), "file"))
	}
	return r
}
