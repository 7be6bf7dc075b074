package model

import (
	"fmt"
	"strings"
)

// Mermaid is the trace as a sequence diagram: a lane for each who acts, then one for each machine. A solid arrow to a
// machine is an event, the dashed one back its answer; an open arrow is a message on its way to whoever will take it.
func (t *Trace) Mermaid() string {
	d := &diagram{lanes: map[string]string{}}
	d.line("sequenceDiagram")
	for _, s := range t.Steps[1:] {
		d.lane(s.By)
		for _, m := range s.Sent {
			d.lane(m.To)
		}
	}
	for _, s := range t.Steps[1:] {
		for _, e := range s.Events {
			d.lane(machineOf(e.At))
		}
	}
	for i, s := range t.Steps {
		if i > 0 {
			d.step(i, s)
		}
		if i == t.Loop && i < t.Len() {
			d.line("  loop for ever")
		}
	}
	d.finish(t)
	return d.String()
}

// A diagram is the text so far and the lanes by their names. Names may hold anything, so lanes are called a1, a2, ….
type diagram struct {
	strings.Builder
	lanes map[string]string
}

func (d *diagram) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

// lane is the lane of that name, which is declared when it is first asked for.
func (d *diagram) lane(name string) string {
	if name == "" {
		return ""
	}
	if d.lanes[name] == "" {
		d.lanes[name] = fmt.Sprintf("a%d", len(d.lanes)+1)
		d.line("  participant %s as %s", d.lanes[name], mermaidText(name))
	}
	return d.lanes[name]
}

func (d *diagram) step(number int, s Step) {
	by := d.lane(s.By)
	if by == "" {
		by = "a1"
	}
	d.line("  Note over %s: %d %s", by, number, mermaidText(s.Label))
	told := map[string]bool{}
	for _, e := range s.Events {
		d.event(by, e, s.changesAt(e.At))
		told[e.At] = true
	}
	for _, c := range s.Changes {
		if !told[c.At] {
			d.line("  Note over %s: %s", by, mermaidText(c.At+": "+c.text()))
		}
	}
	for _, m := range s.Sent {
		d.sent(by, m)
	}
}

func (d *diagram) event(by string, e Event, changes []Change) {
	to := d.lane(machineOf(e.At))
	d.line("  %s->>%s: %s at %s", by, to, mermaidText(e.Label), mermaidText(e.At))
	if text := e.effect(changes); text != "" {
		d.line("  Note over %s: %s", to, mermaidText(text))
	}
	if e.Reply != "" {
		d.line("  %s-->>%s: %s", to, by, mermaidText(e.Reply))
	}
}

// sent draws a message to whoever takes it, or back to its sender where nobody does.
func (d *diagram) sent(by string, m Sent) {
	from, to := by, d.lane(m.To)
	if m.By != "" {
		from = d.lane(machineOf(m.By))
	}
	if to == "" {
		to = from
	}
	d.line("  %s-)%s: %s", from, to, mermaidText(m.Message))
}

// finish says what the trace shows, over all lanes.
func (d *diagram) finish(t *Trace) {
	if t.Loop >= 0 && t.Loop < t.Len() {
		d.line("  end")
	}
	if len(d.lanes) == 0 {
		d.line("  participant a1 as %s", mermaidText(t.Spec))
		d.lanes[t.Spec] = "a1"
	}
	over := "a1"
	if n := len(d.lanes); n > 1 {
		over = fmt.Sprintf("a1,a%d", n)
	}
	if t.Fault != "" {
		d.line("  Note over %s: OUT OF RANGE: %s", over, mermaidText(t.Fault))
	}
	if t.Note != "" {
		d.line("  Note over %s: %s", over, mermaidText(t.Note))
	}
	if t.Loop == t.Len() {
		d.line("  Note over %s: %s", over, t.end())
	}
	d.line("  Note over %s: %s", over, mermaidText(t.title()))
}

func machineOf(place string) string {
	name, _, _ := strings.Cut(place, "[")
	return name
}

// mermaidText escapes what would end a text or begin something else.
func mermaidText(text string) string { return mermaidEscapes.Replace(text) }

var mermaidEscapes = strings.NewReplacer(
	"#", "#35;", ";", "#59;", "\n", " ", "\r", " ", "<", "#lt;", ">", "#gt;", `"`, "#quot;", "%%", "#37;#37;")
