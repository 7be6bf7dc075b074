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
func (x *counterexample) keep(s *session, c *check, report *model.Report, code Code) error {
	if c.out == "" {
		text, err := c.render(s, report.Trace)
		if err != nil {
			return err
		}
		s.text("\n%s\n", text)
		return nil
	}
	if x.trace == nil || worse(x.code, code) != x.code {
		x.trace, x.code = report.Trace, code
	}
	return nil
}

func (x *counterexample) write(s *session, c *check) error {
	if c.out == "" {
		return nil
	}
	if x.trace == nil {
		s.say("no counterexample: %s is not written", c.out)
		return nil
	}
	text, err := c.render(s, x.trace)
	if err != nil {
		return err
	}
	return writeOutput(c.out, []byte(text))
}

func (c *check) render(s *session, t *model.Trace) (string, error) {
	switch c.trace {
	case "json":
		return fmt.Sprintf("%s\n", t.JSON()), nil
	case "mermaid":
		return t.Mermaid(), nil
	case "go":
		return c.replay(s, t)
	default:
		return t.Text(), nil
	}
}
