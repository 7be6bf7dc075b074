package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/demand"
)

// An event is a line of `go test -json`.
type event struct {
	Action      string
	Package     string
	ImportPath  string // of build output
	Test        string
	Output      string
	Elapsed     float64
	FailedBuild string
}

// A tally counts tests. A test with subtests counts by them, unless it failed and none of them did; a package that
// fails by none of its tests (it does not build, leaks, or ran out of time) counts as one failure.
type tally struct {
	w                       io.Writer
	packages                map[string]*packageTally
	builds                  map[string]string // what the compiler said, by package
	passed, failed, skipped int
	skips                   []skip
	failures                []string
	ran                     []string       // packages that ran tests, with their counts
	met                     map[string]int // how many tests ran that need something of the machine, by what it is
}

type packageTally struct {
	tests  map[string]*testTally
	output string // of no test
	failed bool   // one of its tests did
	count  [3]int
}

type testTally struct {
	output      string
	parent      bool
	childFailed bool
}

type skip struct{ name, reason string }

func newTally(w io.Writer) *tally {
	return &tally{w: w, packages: map[string]*packageTally{}, builds: map[string]string{}, met: map[string]int{}}
}

func (t *tally) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && len(line) == 0 {
			if err == io.EOF {
				return nil
			}
			return fmt.Errorf("reading test events: %w", err)
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			fmt.Fprintf(t.w, "%s", line) // the go command's own words
			continue
		}
		t.add(e)
	}
}

func (t *tally) add(e event) {
	switch {
	case e.Action == "build-output":
		t.builds[e.ImportPath] += e.Output
	case e.Package == "":
	case e.Test == "":
		t.packageEvent(t.of(e.Package), e)
	default:
		t.testEvent(t.of(e.Package), e)
	}
}

func (t *tally) of(name string) *packageTally {
	p := t.packages[name]
	if p == nil {
		p = &packageTally{tests: map[string]*testTally{}}
		t.packages[name] = p
	}
	return p
}

func (t *tally) testEvent(p *packageTally, e event) {
	test := p.test(e.Test)
	switch e.Action {
	case "output":
		test.output += e.Output
		if _, what, ok := strings.Cut(e.Output, demand.Met); ok {
			t.met[strings.TrimSpace(what)]++
		}
	case "pass", "skip", "fail":
		t.end(p, e, test)
		delete(p.tests, e.Test)
	}
}

// test is the running test of that name; the ones above it learn that they are parents.
func (p *packageTally) test(name string) *testTally {
	test := p.tests[name]
	if test == nil {
		test = &testTally{}
		p.tests[name] = test
		if parent := p.parent(name); parent != nil {
			parent.parent = true
		}
	}
	return test
}

func (p *packageTally) parent(name string) *testTally {
	if i := strings.LastIndex(name, "/"); i >= 0 {
		return p.tests[name[:i]]
	}
	return nil
}

func (t *tally) end(p *packageTally, e event, test *testTally) {
	name := e.Package + "." + e.Test
	switch {
	case e.Action == "fail":
		if parent := p.parent(e.Test); parent != nil {
			parent.childFailed = true
		}
		if test.childFailed {
			fmt.Fprint(t.w, test.output)
			return
		}
		p.failed = true
		p.count[1]++
		t.fail(name, test.output)
	case test.parent:
	case e.Action == "skip":
		p.count[2]++
		t.skipped++
		t.skips = append(t.skips, skip{name, reason(test.output)})
	default:
		p.count[0]++
		t.passed++
	}
}

func (t *tally) fail(name, output string) {
	t.failed++
	t.failures = append(t.failures, name)
	fmt.Fprintf(t.w, "FAIL %s\n%s", name, output)
}

func (t *tally) packageEvent(p *packageTally, e event) {
	switch e.Action {
	case "output":
		p.output += e.Output
	case "fail":
		t.packageFailed(p, e)
		t.packageEnded(p, e)
	case "pass":
		t.packageEnded(p, e)
	}
}

// packageFailed names the tests that never ended; the run was stopped in one of them.
func (t *tally) packageFailed(p *packageTally, e event) {
	output := t.builds[e.FailedBuild]
	open := slices.Sorted(maps.Keys(p.tests))
	for _, name := range open {
		if !p.tests[name].parent {
			output += fmt.Sprintf("%s did not end:\n%s", name, p.tests[name].output)
		}
	}
	if !p.failed || len(open) > 0 {
		p.count[1]++
		t.fail(e.Package, output+p.output)
	}
}

func (t *tally) packageEnded(p *packageTally, e event) {
	if p.count == [3]int{} {
		return
	}
	line := fmt.Sprintf("%-60s %s  %.1f s", e.Package, counts(p.count[0], p.count[1], p.count[2]), e.Elapsed)
	t.ran = append(t.ran, line)
	fmt.Fprintln(t.w, line)
}

// finish prints what ran, what was skipped and why, what failed, and the counts.
func (t *tally) finish() {
	fmt.Fprintf(t.w, "\nRan, by package:\n")
	for _, line := range slices.Sorted(slices.Values(t.ran)) {
		fmt.Fprintln(t.w, "  "+line)
	}
	for _, what := range slices.Sorted(maps.Keys(t.met)) {
		fmt.Fprintf(t.w, "\nThe machine has %s, which %d tests needed.", what, t.met[what])
	}
	if len(t.met) > 0 {
		fmt.Fprintln(t.w)
	}
	if len(t.skips) > 0 {
		fmt.Fprintf(t.w, "\nSkipped:\n")
	}
	for _, s := range t.skips {
		fmt.Fprintf(t.w, "  %s: %s\n", s.name, s.reason)
	}
	if len(t.failures) > 0 {
		fmt.Fprintf(t.w, "\nFailed:\n")
	}
	for _, name := range t.failures {
		fmt.Fprintln(t.w, "  "+name)
	}
	fmt.Fprintf(t.w, "\n%s\n", counts(t.passed, t.failed, t.skipped))
}

func counts(passed, failed, skipped int) string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", passed, failed, skipped)
}

var place = regexp.MustCompile(`^\s*[\w./-]+\.go:\d+: `)

// reason is the last thing that a skipped test said.
func reason(output string) string {
	said := "no reason given"
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		if words := strings.TrimSpace(line); words == "" || strings.HasPrefix(words, "---") || strings.HasPrefix(words, "===") {
			continue
		}
		said = strings.TrimSpace(place.ReplaceAllString(line, ""))
	}
	return said
}
