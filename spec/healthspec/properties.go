package healthspec

import "github.com/genlock-go/genlock/spec"

// serves: something may be started.
var serves = tiers.In(tier, Up)

var properties = []spec.Property{
	spec.Always{Name: "PlacesBelongToStuckCalls", Doc: "As many places are lent as stuck calls have been replaced.",
		Holds: taken.At(tier).Eq(spec.NumberOf(call, calls.In(its, Replaced)))},
	spec.Always{Name: "BoundedReplacements", Doc: "No more calls are replaced than there are places.",
		Holds: not(inAll.Less(spec.NumberOf(call, calls.In(its, Replaced))))},
	spec.Always{Name: "OneTestAtATime", Doc: "A test that hangs keeps any other from being started.",
		Holds: spec.AtMost(testing.Count(Test{Tier: tier}), 1)},
	spec.Always{Name: "TestIsStarted", Doc: "A tier that is down and has no test can be tested.",
		Holds: implies(all(tiers.In(tier, Down), not(testRuns)), spec.Moves(testDue.At(tier, TestDue{spec.False})))},
	spec.Always{Name: "ReplacedWorkersEnd", Doc: "The worker of a call ends just if another one has taken over.",
		Holds: implies(not(calls.In(its, Idle)),
			spec.Replies(returns.At(its, Return{}), ends).Eq(calls.In(its, Replaced)))},
	spec.Always{Name: "ClosedIsShutDown", Doc: "A tier is closed from its shutdown on, and only then.",
		Holds: tiers.In(tier, Closed).Eq(wasShut.At(tier))},

	spec.Step{Name: "NothingStartsWhileDown", Doc: "A tier that does not serve starts no call and no worker.",
		Holds: implies(not(serves), all(
			implies(calls.In(its, Idle), spec.After(calls.In(its, Idle))),
			not(taken.At(tier).Less(spec.After(taken.At(tier))))))},
	spec.Step{Name: "NoPlaceMeansDown", Doc: "A call that is late and finds no place takes the tier down.", On: "Overdue",
		Holds: implies(all(serves, not(hasRoom)), spec.After(tiers.In(tier, Down)))},
	spec.Step{Name: "PlaceIsLent", Doc: "A call that is late while the tier has a place is replaced.", On: "Overdue",
		Holds: implies(all(serves, hasRoom), spec.After(calls.In(its, Replaced)))},
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
	spec.Step{Name: "HeldCallsDoNotInsist", Doc: "A call that found no place asks again only for one that is free.", On: "Relieve",
		Holds: implies(serves, all(spec.After(serves), spec.After(calls.In(its, Replaced))))},
	spec.Step{Name: "TestIsAwaited", Doc: "A test is waited for until it ends or is late.",
		Except: []string{"HearTest", "GiveUpTest", "Shutdown"},
		Holds:  implies(tiers.In(tier, Testing), spec.After(tiers.In(tier, Testing)))},
	spec.Step{Name: "TestsKeepTheirGeneration", Doc: "What counts as a test changes only where one is given up.",
		Except: []string{"GiveUpTest"},
		Holds:  implies(tiers.In(tier, failing), spec.After(trial.At(tier)).Eq(trial.At(tier)))},
	spec.Step{Name: "ReturnedIsDone", Doc: "A call that has returned leaves nothing behind.", On: "ComeBack",
		Holds: spec.After(calls.In(its, Idle))},
	spec.Step{Name: "ReplacedIsDone", Doc: "So does one that was replaced.", On: "Resurface",
		Holds: spec.After(calls.In(its, Idle))},

	spec.Step{Name: "SuccessIsAnAnswer", Doc: "No test succeeds while the storage does not answer.", On: "PassTest",
		Holds: not(hangs.At(tier))},
	spec.Step{Name: "LateOnlyIfItHangs", Doc: "While the storage answers no test is late.", On: "GiveUpTest",
		Holds: hangs.At(tier)},

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
