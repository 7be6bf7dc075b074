package cli

import (
	"context"
	"flag"
	"fmt"
	"path"

	"github.com/genlock-go/genlock/gen"
)

var graphVerb = verb{
	name:    "graph",
	args:    "[SPEC]",
	doc:     "Draws the phases of a spec and the events between them, or writes its transition table.",
	example: "genlock graph lookup -format svg -o lookup.svg",
	flags: func(fs *flag.FlagSet) action {
		format := fs.String("format", "mermaid", "mermaid, svg or markdown")
		out := fs.String("o", "", "write to this `file`, and not to stdout")
		return func(_ context.Context, s *session) error { return s.graph(*format, *out) }
	},
}

func (s *session) graph(format, out string) error {
	x, err := s.one()
	if err != nil {
		return err
	}
	if s.json && out == "" {
		return usagef("with -json, the drawing needs -o: stdout holds one result a line")
	}
	kind, ok := drawings[format]
	if !ok {
		return usagef("no format %q; there is mermaid, svg and markdown", format)
	}
	sys := s.resolve(x.System, "")
	if sys == nil {
		return nil
	}
	data, err := draw(x, kind)
	if err != nil {
		return err
	}
	if out == "" {
		s.out.print(string(data))
		return nil
	}
	if err := writeOutput(out, data); err != nil {
		return err
	}
	s.report(result{Spec: sys.Name, code: Holds, note: out})
	return nil
}

// one is the spec that is named, or the only one.
func (s *session) one() (Spec, error) {
	if len(s.names) > 1 || len(s.names) == 0 && len(s.specs) != 1 {
		var have []string
		for _, x := range s.specs {
			have = append(have, x.System.Name)
		}
		return Spec{}, usagef("draws one spec at a time; there is %s", list(have))
	}
	specs, err := s.selected()
	if err != nil {
		return Spec{}, err
	}
	return specs[0], nil
}

// drawings are the formats, each by the kind of file that it is.
var drawings = map[string]string{"mermaid": ".mmd", "svg": ".svg", "markdown": ".md"}

func draw(x Spec, kind string) ([]byte, error) {
	files, err := gen.Render(gen.Target{System: x.System, Docs: "."})
	for _, f := range files {
		if path.Ext(f.Path) == kind {
			return f.Data, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("%s: nothing is rendered as %s", x.System.Name, kind)
	}
	return nil, err
}
