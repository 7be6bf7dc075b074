package healthspec

import "github.com/genlock-go/genlock/spec"

// serves: something may be started.
var serves = tiers.In(tier, Up)

var properties = []spec.Property{
	spec.Always{Name: "PlacesBelongToStuckCalls", Doc: "As many places are lent as stuck calls have been replaced.",
		Holds: taken.At(tier).Eq(spec.NumberOf(call, calls.In(call, Replaced)))},
	spec.Always{Name: "BoundedReplacements", Doc: "No more calls are replaced than there are places.",
		Holds: not(inAll.Less(spec.NumberOf(call, calls.In(call, Replaced))))},
	spec.Always{Name: "OneTestAtATime", Doc: "A test that hangs keeps any other from being started.",
		Holds: spec.AtMost(testing.Count(Test{Tier: tier}), 1)},
	spec.Always{Name: "TestIsStarted", Doc: "A tier that is down and has no test can be tested.",
		Holds: implies(all(tiers.In(tier, Down), not(testRuns)), spec.Moves(testDue.At(tier, TestDue{spec.False})))},
	spec.Always{Name: "ReplacedWorkersEnd", Doc: "The worker of a call ends just if another one has taken over.",
		Holds: implies(not(calls.In(call, Idle)),
			spec.Replies(returns.At(call, Return{}), ends).Eq(calls.In(call, Replaced)))},

	spec.Step{Name: "NothingStartsWhileDown", Doc: "A tier that does not serve starts no call and no worker.",
		Holds: implies(not(serves), all(
			implies(calls.In(call, Idle), spec.After(calls.In(call, Idle))),
			not(taken.At(tier).Less(spec.After(taken.At(tier))))))},
	spec.Step{Name: "NoPlaceMeansDown", Doc: "A call that is late and finds no place takes the tier down.", On: "Overdue",
		Holds: implies(all(serves, not(hasRoom)), spec.After(tiers.In(tier, Down)))},
	spec.Step{Name: "PlaceIsLent", Doc: "A call that is late while the tier has a place is replaced.", On: "Overdue",
		Holds: implies(all(serves, hasRoom), spec.After(calls.In(call, Replaced)))},
	spec.Step{Name: "DownOnlyWithoutPlaces", Doc: "A tier that has places left does not go down.",
		Holds: implies(all(serves, spec.After(tiers.In(tier, failing))), not(hasRoom))},
	spec.Step{Name: "OnlyTestsBringBack", Doc: "Nothing but the end of a test brings a tier back.", Except: []string{"HearTest"},
		Holds: implies(tiers.In(tier, failing, Closed), not(spec.After(serves)))},
	spec.Step{Name: "OnlyGoodTestsBringBack", Doc: "A test that failed, or was given up, does not bring its tier back.",
		On:    "HearTest",
		Holds: implies(all(not(serves), spec.After(serves)), all(passed, gen.Eq(trial.At(tier))))},
	spec.Step{Name: "GivenUpTestsCountForNothing", Doc: "The end of a test that was given up changes no tier.", On: "HearTest",
		Holds: implies(not(gen.Eq(trial.At(tier))), not(tiers.Changes(tier)))},
	spec.Step{Name: "GivenUpIsStale", Doc: "No test that was given up has the generation of those that count.", On: "GiveUpTest",
		Holds: not(spec.After(testing.Has(Test{tier, trial.At(tier)})))},
	spec.Step{Name: "ClosedStaysClosed", Doc: "Nothing opens a tier again.",
		Holds: implies(tiers.In(tier, Closed), spec.After(tiers.In(tier, Closed)))},

	spec.LeadsTo{Name: "ServesAgain", Doc: "A tier whose storage answers again serves again.",
		From: all(tiers.In(tier, failing), not(hangs.At(tier))),
		To:   anyOf(serves, tiers.In(tier, Closed), hangs.At(tier))},

	spec.Sometimes{Name: "ServesBesideStuckCalls", Doc: "All places are lent and the tier serves.",
		Holds: all(serves, not(hasRoom))},
	spec.Sometimes{Name: "StaleEnd", Doc: "A success is not yet heard, of a test that was given up, while another one runs.",
		Holds: all(ended.Has(End{tier, gen, spec.True}), not(gen.Eq(trial.At(tier))), tiers.In(tier, Testing))},
	spec.Sometimes{Name: "LastTestHangs", Doc: "The tier is down and cannot be tested.",
		Holds: all(tiers.In(tier, Down), testRuns)},
}
