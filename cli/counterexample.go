package cli

import (
	"fmt"

	"github.com/genlock-go/genlock/model"
)

// A counterexample is the one that decides the exit code so far.
type counterexample struct {
	trace *model.Trace
	code  Code
}

// keep shows a trace on stdout, or keeps it for -o.
func (x *counterexample) keep(s *session, c *check, report *model.Report, code Code) {
	if c.out == "" {
		s.text("\n%s\n", render(report.Trace, c.trace))
		return
	}
	if x.trace == nil || worse(x.code, code) != x.code {
		x.trace, x.code = report.Trace, code
	}
}

func (x *counterexample) write(s *session, c *check) error {
	if c.out == "" {
		return nil
	}
	if x.trace == nil {
		s.say("no counterexample: %s is not written", c.out)
		return nil
	}
	return writeOutput(c.out, []byte(render(x.trace, c.trace)))
}

func render(t *model.Trace, format string) string {
	switch format {
	case "json":
		return fmt.Sprintf("%s\n", t.JSON())
	case "mermaid":
		return t.Mermaid()
	default:
		return t.Text()
	}
}
