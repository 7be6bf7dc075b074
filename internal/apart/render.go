package apart

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/model"
)

// Shown is the behaviour that tells the versions apart, by one that allows it: the new one where it does. It is nil where
// no finite behaviour does.
func (c *Comparison) Shown() *model.Trace {
	if c.NewTrace != nil {
		return c.NewTrace
	}
	return c.OldTrace
}

// note writes under the last step of each trace what the other version does there.
func (c *Comparison) note() {
	if c.NewTrace != nil {
		c.NewTrace.Note = c.Old.Name + ": " + lastStep(c.OldTrace)
	}
	if c.OldTrace != nil {
		c.OldTrace.Note = c.New.Name + ": " + lastStep(c.NewTrace)
	}
}

func lastStep(t *model.Trace) string {
	if t == nil {
		return "this step is not possible"
	}
	return strings.Join(t.Steps[t.Len()].Lines(), "; ")
}

// Title says in one line how far the versions are alike.
func (c *Comparison) Title() string {
	title := fmt.Sprintf("%s and %s, instance %s: ", c.Old.Name, c.New.Name, c.Instance)
	switch {
	case c.Shown() != nil:
		return title + fmt.Sprintf("alike for %s, then not", counted(c.Alike))
	case c.Differs:
		return title + "every finite behaviour of one is one of the other"
	default:
		return title + "alike"
	}
}

func counted(steps int) string {
	if steps == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", steps)
}

// Text tells the difference for people.
func (c *Comparison) Text() string {
	var b strings.Builder
	fmt.Fprintln(&b, c.Title())
	if t := c.Shown(); t != nil {
		fmt.Fprintf(&b, "\n%s", t.Text())
	}
	b.WriteString(c.aside())
	return b.String()
}

// aside tells what the behaviour does not show.
func (c *Comparison) aside() string {
	var b strings.Builder
	if i := c.Inside; i != nil {
		fmt.Fprintf(&b, "\nInside, they part at step %d, %s:\n", i.Step, i.Label)
		fmt.Fprintf(&b, "  %s: %s\n", c.Old.Name, strings.Join(i.Old, "; "))
		fmt.Fprintf(&b, "  %s: %s\n", c.New.Name, strings.Join(i.New, "; "))
	}
	if len(c.Fairness) > 0 {
		b.WriteString("\nWhat must happen in the long run:\n")
		for _, f := range c.Fairness {
			fmt.Fprintf(&b, "  %s\n", f)
		}
	}
	return b.String()
}
