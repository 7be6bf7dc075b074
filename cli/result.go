package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genlock-go/genlock/model"
)

// A result is one line of what a verb found, as -json prints it. The fields and their names are a contract; numbers
// that are not known are absent, never 0.
type result struct {
	V             int      `json:"v"`
	Verb          string   `json:"verb"`
	Spec          string   `json:"spec,omitempty"`
	Other         string   `json:"other,omitempty"` // the version that it was compared with
	Instance      string   `json:"instance,omitempty"`
	Engine        string   `json:"engine,omitempty"`
	Bug           string   `json:"bug,omitempty"`
	Result        string   `json:"result"`
	Property      string   `json:"property,omitempty"`
	Distinct      *int64   `json:"distinct,omitempty"`
	Generated     *int64   `json:"generated,omitempty"`
	Depth         *int     `json:"depth,omitempty"`
	TraceLen      *int     `json:"trace_len,omitempty"`
	Seconds       *float64 `json:"seconds,omitempty"`
	CPUSeconds    *float64 `json:"cpu_seconds,omitempty"`
	BytesPerState *float64 `json:"bytes_per_state,omitempty"`

	code Code
	what string // what it is about, where that is no instance
	note string // for people: why, or how much
}

// resultVersion is raised when a field changes its meaning.
const resultVersion = 1

// known is a pointer to v, or nil for a number that is not positive and so not known.
func known[T int | int64 | float64](v T) *T {
	if v <= 0 {
		return nil
	}
	return &v
}

// codeOfReport is the code of what an exploration ended with. What an engine did not judge is not known to hold.
func codeOfReport(r *model.Report) Code {
	switch r.Result {
	case model.Holds:
		return Holds
	case model.Safety:
		return Safety
	case model.Deadlock:
		return Deadlock
	case model.Liveness:
		return Liveness
	default:
		return Incomplete
	}
}

func resultOf(r *model.Report, bug string) result {
	out := result{
		Spec: r.Spec, Instance: r.Instance, Engine: r.Engine, Bug: bug, Property: r.Property, code: codeOfReport(r), note: r.Reason,
		Distinct: known(r.Distinct), Generated: known(r.Generated), Depth: known(r.Depth),
		Seconds: known(r.Seconds), CPUSeconds: known(r.CPUSeconds), BytesPerState: known(r.BytesPerState),
	}
	if r.Trace != nil {
		n := r.Trace.Len()
		out.TraceLen = &n
	}
	return out
}

// object is the result as -json prints it. What is about neither an instance nor a bug is about a part of the spec, which
// stands where else a property does.
func (r result) object() result {
	if r.Instance == "" && r.Bug == "" {
		r.Property = r.what
	}
	return r
}

// text is the line that people read.
func (r result) text() string {
	what := r.what
	if what == "" {
		what = strings.TrimSpace(r.Instance + " " + r.Bug)
	}
	return strings.TrimRight(fmt.Sprintf("%-10s %-32s %-11s %s", r.Spec, what, r.code, strings.Join(r.details(), ", ")), " ")
}

func (r result) details() []string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if r.Property != "" {
		add("%s", r.Property)
	}
	if r.TraceLen != nil {
		add("%s", steps(*r.TraceLen))
	}
	if r.Distinct != nil {
		add("%s distinct", thousands(*r.Distinct))
	}
	if r.Generated != nil {
		add("%s generated", thousands(*r.Generated))
	}
	if r.Depth != nil {
		add("depth %d", *r.Depth)
	}
	if r.Seconds != nil {
		add("%.2f s", *r.Seconds)
	}
	if r.Engine != "" {
		add("%s", r.Engine)
	}
	if r.note != "" {
		add("%s", r.note)
	}
	return list
}

func steps(n int) string { return number(n, "step") }

// number is so many of a thing: 1 step, 2 steps.
func number(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// thousands is n with commas.
func thousands(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
