package jobspec

import "github.com/genlock-go/genlock/spec"

var actions = []spec.Action{
	{Name: "SubmitJob", By: "caller", Doc: "A caller wants some blocks copied, or none.",
		For: vars(job, blocks), When: entry.In(job, vacant), Fire: fire(submit.At(job, Submit{blocks}))},
	{Name: "GiveJobUp", By: "caller", Doc: "A caller gives a job up that it once submitted, at any moment.",
		Peek: named, Fire: fire(giveUp.At(job, GiveUp{gen}))},
	{Name: "PollEnd", By: "caller", Doc: "A caller hears of an end, or of a deadline that passed.",
		Fair: spec.Weak, Take: ended, Fire: fire(poll.At(job, Poll{gen}))},
	{Name: "PollRelease", By: "caller", Doc: "A caller hears that a buffer is its own again.",
		Fair: spec.Weak, Take: spent, Fire: fire(release.At(job, Release{gen}))},
	{Name: "Shutdown", By: "caller", Doc: "The tier shuts down.",
		Fire: fire(shutDown.At(job, Shut{}).ForEach(job))},

	{Name: "DeadlinePasses", By: "clock", Doc: "The deadline of a job passes, however long ago it ended.",
		Fair: spec.Weak, Peek: named, Fire: fire(expire.At(job, Expire{gen}))},

	{Name: "StartCopy", By: "worker", Doc: "A worker takes the next block of a job.",
		Take: queue, Fire: fire(start.At(job, Start{gen}))},
	{Name: "CopyEnds", By: "worker", Doc: "A copy ends, well or badly, however late; one that was called off may end for that.",
		Take: copying, For: vars(ending, left), When: all(implies(isGood, not(left)), implies(isCut, not(cause.At(job).Eq(none)))),
		Fire: fire(end.At(job, End{gen, ending, left}))},
	{Name: "StartCleanUp", By: "worker", Doc: "A worker sets about removing what a job left behind.",
		Fair: spec.Weak, Take: dirty, Fire: fire(clean.At(job, Clean{gen}))},
	{Name: "CleanUpEnds", By: "worker", Doc: "The worker has removed it, or not.",
		Fair: spec.WeakAny, Take: cleaning, For: vars(ok), Fire: fire(cleaned.At(job, Cleaned{gen, ok}))},
}

// The worlds in which the job is explored, the daily one first.
var instances = []spec.Instance{
	{Name: "daily", Doc: "One record, two jobs on it: the check to run after every edit.", Sizes: records(1), Tokens: 2,
		Checks: spec.SafetyOnly},
	{Name: "tiny", Doc: "One job, also in the long run.", Sizes: records(1), Tokens: 1},
	{Name: "pair", Doc: "Two records: the tier shuts down on both.", Sizes: records(2), Tokens: 2, Checks: spec.InvariantsOnly,
		With: []string{"ShutdownIsWhole"}, Without: []string{"GiveJobUp", "DeadlinePasses", "StartCleanUp"}},
	{Name: "ends", Doc: "Every copy ends: then every buffer comes back.", Sizes: records(1), Tokens: 1,
		With: []string{"EveryBufferComesBack"}, Fair: map[string]spec.Fairness{"CopyEnds": spec.WeakAny}},
}

func records(n int) []spec.SortSize { return spec.Sizes(spec.Size[Record](n)) }
