package tiers

import (
	"context"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A Tier is a secondary tier as a scheduler sees it. One goroutine owns it and calls all of its methods, but for Wake's
// channel, which anybody may wait on. No method waits for the storage, except Drain and Shutdown, until their contexts end.
//
// In each of its steps the owner calls BeginStep, then what it needs, then EndStep. Secondary is a Tier over any Backend.
type Tier[K, R comparable] interface {
	// Name is what errors, logs and metrics call it.
	Name() string
	Capabilities() Capabilities

	// BeginStep begins a step: it tells what the storage did since the last one, answers among them, at most budget of each
	// kind, and judges deadlines by now. It returns whether more may wait. A step with a budget below 1 tells nothing, and so
	// reports no job.
	BeginStep(now time.Time, budget int) (more bool)
	// EndStep ends a step: what was asked in it is sent, at most budget probes. It returns whether more may wait.
	EndStep(now time.Time, budget int) (more bool)
	// Wake is a channel that gets a value when something waits for BeginStep. A deadline that passes is no such thing: the next
	// step finds it, so steps do not end while something is under way.
	Wake() <-chan struct{}

	// Begin, Lookup and Finish are those of lookup.Manager: a request begins, asks for keys, and ends.
	Begin(id R) (lookup.Handle, error)
	Lookup(request lookup.Handle, key K) (lookup.Verdict, error)
	Finish(request lookup.Handle) error

	// SubmitLoad starts a load of blocks that the request heard hit for, all or none of them. A key that is no hit for the
	// request (any more), or whose load it has under way, is an ErrNoHit: none is started.
	SubmitLoad(request lookup.Handle, blocks []Block[K]) (JobID, error)
	// SubmitStore starts a store. It and SubmitLoad are an ErrBusy where too many jobs are under way, or have ended and were
	// not asked for by Poll.
	SubmitStore(blocks []Block[K]) (JobID, error)
	// GiveUp says that nobody wants the job any more. It is still reported, once, and keeps its slots until it is. A job that
	// was reported, or never submitted, is an ErrJob.
	GiveUp(job JobID) error
	// Poll appends the results of jobs that ended. Each job is reported exactly once, whatever becomes of its request.
	Poll(into []Result[K]) []Result[K]
	// Released appends the jobs whose result was Held and whose copies have ended since: each exactly once.
	Released(into []JobID) []JobID
	// Touch says that blocks were used.
	Touch(keys []K)

	// Stats counts what happened so far.
	Stats() Stats
	// Ready is nil while the tier serves, and else says why it does not.
	Ready() error
	// Drain waits until no copy touches primary memory. It starts nothing and ends nothing.
	Drain(ctx context.Context) error
	// Shutdown ends the tier: what is queued is reported as failed, what runs by its real end. Every ask hears miss from
	// then on, every submit ErrClosed. It waits for what runs until ctx ends, names what is stuck then, and may be called
	// again. Poll reports what is left to report.
	Shutdown(ctx context.Context) error
}
