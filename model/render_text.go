package model

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// Text tells the trace step by step, for a reader who knows the spec: who does what, which message is taken, what that
// does to which entry, what is sent, and which facts change. Nothing that stays as it is is said.
func (t *Trace) Text() string {
	var w strings.Builder
	fmt.Fprintln(&w, t.title())
	if t.Doc != "" {
		fmt.Fprintln(&w, "  "+t.Doc)
	}
	fmt.Fprintln(&w)
	column := t.labelWidth()
	for i, s := range t.Steps {
		fmt.Fprintf(&w, "%3d  %s\n", i, strings.TrimRight(fmt.Sprintf("%-*s  %s", column, s.Label, s.By), " "))
		for _, line := range s.Lines() {
			fmt.Fprintln(&w, "       "+line)
		}
	}
	if t.Fault != "" {
		fmt.Fprintln(&w, "       OUT OF RANGE: "+t.Fault)
	}
	if t.Note != "" {
		fmt.Fprintln(&w, "       "+t.Note)
	}
	if end := t.end(); end != "" {
		fmt.Fprintln(&w, "     "+end)
	}
	return w.String()
}

// title says what the trace shows: Lookup, instance tiny: NoLeak breaks in 2 steps (key=key1).
func (t *Trace) title() string {
	title := t.Spec + ", instance " + t.Instance
	if t.Breaks == "" {
		return title
	}
	title += ": " + t.Breaks
	if len(t.With) > 0 {
		parts := make([]string, len(t.With))
		for i, b := range t.With {
			parts[i] = b.Name + "=" + b.Value
		}
		title += " (" + strings.Join(parts, ", ") + ")"
	}
	if t.Loop >= 0 {
		return title + " breaks in the long run"
	}
	return title + fmt.Sprintf(" breaks after %s", plural(t.Len(), "step"))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (t *Trace) labelWidth() int {
	width := 0
	for _, s := range t.Steps {
		width = max(width, len(s.Label))
	}
	return width
}

// end says how the behaviour goes on.
func (t *Trace) end() string {
	switch {
	case t.Loop < 0:
		return ""
	case t.Loop == t.Len():
		return "and nothing more happens, for ever"
	case t.Loop+1 == t.Len():
		return fmt.Sprintf("and step %d again, for ever", t.Len())
	default:
		return fmt.Sprintf("and steps %d to %d again, for ever", t.Loop+1, t.Len())
	}
}

// Lines tell what the step does: the message, the events and what became of their entries, facts, what was sent.
func (s Step) Lines() []string {
	var lines []string
	if s.Took != "" {
		lines = append(lines, "takes "+s.Took)
	}
	if s.Saw != "" {
		lines = append(lines, "sees "+s.Saw)
	}
	told := map[string]bool{}
	for _, e := range s.Events {
		lines = append(lines, e.text(s.changesAt(e.At)))
		told[e.At] = true
	}
	for _, c := range s.Changes {
		if !told[c.At] {
			lines = append(lines, c.At+": "+c.text())
		}
	}
	for _, m := range s.Sent {
		lines = append(lines, "sends "+m.Message)
	}
	return lines
}

func (s Step) changesAt(place string) []Change {
	var changes []Change
	for _, c := range s.Changes {
		if c.At == place {
			changes = append(changes, c)
		}
	}
	return changes
}

// text is an event and what comes of it: entry[key1]: Ask(request1, down=false): Absent → Pending, generation 0 → 1;
// hears retry.
func (e Event) text(changes []Change) string {
	text := e.At + ": " + e.Label + ": "
	if effect := e.effect(changes); effect != "" {
		text += effect
	} else {
		text += "stays as it is"
	}
	if e.Reply != "" {
		text += "; hears " + e.Reply
	}
	return text
}

// effect is what became of the entry, and why nothing did; "" where a cell applied and changed nothing.
func (e Event) effect(changes []Change) string {
	switch e.Outcome {
	case ast.Ignore.String():
		return "ignored, " + e.Why
	case ast.Reject.String():
		return "REJECTED, " + e.Why
	}
	var parts []string
	for _, c := range changes {
		if e.Clears && c.Part != phasePart {
			parts = append(parts, "its fields are cleared")
			break
		}
		parts = append(parts, c.text())
	}
	return strings.Join(parts, ", ")
}

// text is a change without its place: Absent → Pending of a phase, generation 0 → 1 of a field.
func (c Change) text() string {
	change := c.From + " → " + c.To
	if c.Part == "" || c.Part == phasePart {
		return change
	}
	return c.Part + " " + change
}
