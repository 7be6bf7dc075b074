package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/genlock-go/genlock/internal/tlc"
	"github.com/genlock-go/genlock/model"
)

// A disagreement is a system of which two engines say different things.
type disagreement struct {
	*specimen
	what string
}

// Error names the difference and shows the system.
func (d *disagreement) Error() string {
	return fmt.Sprintf("agree: system %d, judged %v: %s\n\n%s", d.number, d.only, d.what, d.text())
}

// specimens are the next n, from a number on, that are worth a run of TLC.
func specimens(ctx context.Context, from, n int) ([]*specimen, error) {
	var list []*specimen
	for ; len(list) < n; from++ {
		s := numbered(from)
		worth, err := s.interpret(ctx)
		if err != nil {
			return nil, err
		}
		if worth {
			list = append(list, s)
		}
	}
	return list, nil
}

// heap is more than TLC needs for maxStates.
const heap = 256 << 20

// compareAll has TLC explore all specimens, several at a time; the error is that of the first that differs.
func compareAll(ctx context.Context, tool tlc.Tool, list []*specimen) error {
	errs := make([]error, len(list))
	runner := tlc.Runner{Tool: tool, Heap: heap, Short: true}
	var group sync.WaitGroup
	next := make(chan int)
	for range workers() {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range next {
				errs[i] = compare(ctx, runner, list[i])
			}
		}()
	}
	for i := range list {
		next <- i
	}
	close(next)
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// compare has TLC explore a specimen; the error is a *disagreement where it says something else.
func compare(ctx context.Context, runner tlc.Runner, s *specimen) error {
	theirs, err := runner.Explore(ctx, s.system, model.Options{Only: s.only})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return &disagreement{s, fmt.Sprintf("TLC fails: %v", err)}
	}
	ours := s.ours
	if ours.Result == model.Safety && theirs.Result == model.Safety && ours.Property != theirs.Property {
		if ours, err = s.judgedBy(ctx, theirs.Property); err != nil {
			return err
		}
	}
	if what := difference(ours, theirs); what != "" {
		return &disagreement{s, what}
	}
	return nil
}

// judgedBy is the interpreter's verdict on one property: of several that break in as many steps each engine names the one
// that it comes upon first, and they take actions in different orders.
func (s *specimen) judgedBy(ctx context.Context, property string) (*model.Report, error) {
	r, err := model.Explore(ctx, s.system, model.Options{Only: []string{property}})
	if err != nil {
		return nil, err
	}
	if r.Trace == nil || r.Trace.Len() != s.ours.Trace.Len() {
		return s.ours, nil
	}
	return r, nil
}

// difference compares verdicts; the lengths of shortest traces where there are any; and counts where both saw all states.
// Of a fault in the long run TLC does not tell the depth.
func difference(a, b *model.Report) string {
	if a.Result != b.Result || a.Property != b.Property && a.Result != model.Deadlock {
		return fmt.Sprintf("%s says %s %s, %s says %s %s", a.Engine, a.Result, a.Property, b.Engine, b.Result, b.Property)
	}
	switch a.Result {
	case model.Safety, model.Deadlock:
		if a.Trace.Len() != b.Trace.Len() {
			return fmt.Sprintf("%s breaks in %d steps with %s, in %d with %s", a.Property, a.Trace.Len(), a.Engine, b.Trace.Len(), b.Engine)
		}
	default:
		if a.Distinct != b.Distinct || a.Generated != b.Generated || a.Result == model.Holds && a.Depth != b.Depth {
			return fmt.Sprintf("%d distinct, %d generated, depth %d with %s; %d, %d, %d with %s",
				a.Distinct, a.Generated, a.Depth, a.Engine, b.Distinct, b.Generated, b.Depth, b.Engine)
		}
	}
	return ""
}

// tally says how often each verdict was reached.
func tally(list []*specimen) string {
	count := map[string]int{}
	for _, s := range list {
		count[strings.TrimSpace(string(s.ours.Result)+" "+s.ours.Property)]++
	}
	var parts []string
	for verdict, n := range count {
		parts = append(parts, fmt.Sprintf("%d %s", n, verdict))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}
