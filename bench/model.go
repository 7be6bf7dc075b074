package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/tlc"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// modelBars measures the interpreter on the lookup's largest instance: states generated a second on one core, invariants
// only, with TLC on the same instance beside it, and then the fast engine beside the same run of TLC.
func modelBars(r run) ([]Bar, error) {
	const instance = "six"
	sys, err := spec.Resolve(lookupspec.System)
	if err != nil {
		return nil, err
	}
	ours, err := interpret(sys, instance)
	if err != nil {
		return nil, err
	}
	bars := []Bar{
		atLeast("model: states generated a CPU second, "+instance, rate(ours), 1e6),
		figureOnly("model: bytes a state, "+instance, ours.BytesPerState),
	}
	peer, why, err := runTLC(r, sys, instance)
	if err != nil {
		return nil, err
	}
	quick, err := fastBars(r, sys, instance, peer)
	if err != nil {
		return nil, err
	}
	bars = append(bars, quick...)
	if peer == nil {
		r.note("TLC on %s: %s", instance, why)
		return bars, nil
	}
	if peer.Distinct != ours.Distinct || peer.Generated != ours.Generated {
		return nil, fmt.Errorf("the engines disagree: %d/%d and %d/%d", ours.Distinct, ours.Generated, peer.Distinct, peer.Generated)
	}
	bars[0] = bars[0].beside(rate(peer))
	return bars, nil
}

// interpret explores on one core.
func interpret(sys *ast.System, instance string) (*model.Report, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	report, err := model.Explore(context.Background(), sys, model.Options{Instance: instance})
	if err == nil && report.Result != model.Holds {
		err = fmt.Errorf("instance %s: %s %s", instance, report.Result, report.Property)
	}
	return report, err
}

// rate is states generated a second of CPU time, for a machine that others use gives less than a core; of the clock where
// the system does not tell.
func rate(r *model.Report) float64 {
	if r.CPUSeconds > 0 {
		return float64(r.Generated) / r.CPUSeconds
	}
	return float64(r.Generated) / r.Seconds
}

// tlcTime bounds the peer's run.
const tlcTime = 10 * time.Minute

// runTLC explores the same instance with TLC, or says why it was not run.
func runTLC(r run, sys *ast.System, instance string) (report *model.Report, why string, err error) {
	if r.short {
		return nil, "takes minutes, not run with -short", nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), tlcTime)
	defer cancel()
	report, err = tlc.Explore(ctx, sys, model.Options{Instance: instance})
	switch {
	case errors.Is(err, tlc.ErrNoJava), errors.Is(err, tlc.ErrNoJar):
		return nil, err.Error(), nil
	case err == nil && report.Result != model.Holds:
		return nil, fmt.Sprintf("%s %s", report.Result, report.Reason), nil
	}
	return report, "", err
}
