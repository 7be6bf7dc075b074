package healthspec

import "github.com/genlock-go/genlock/spec"

// What actions and properties say of the world.
var (
	inAll    = spec.NumberOf(place, spec.True) // how many places there are
	hasRoom  = spec.Define("hasRoom", taken.At(tier).Less(inAll))
	testRuns = spec.Define("testRuns", spec.Exists(gen, testing.Has(Test{tier, gen})))

	asking = borrow.At(tier, Borrow{inAll})
	answer = late.At(its, Late{spec.ReplyOf[Loan](asking)})
)

var actions = []spec.Action{
	{Name: "OpenTier", By: "owner", Doc: "The tier opens.",
		For: vars(tier), When: tiers.In(tier, New), Fire: fire(opens.At(tier, Open{}))},
	{Name: "Begin", By: "worker", Doc: "A worker calls the storage, as long as the tier serves.",
		For: vars(tier, call), When: all(tiers.In(tier, Up), calls.In(its, Idle)), Fire: fire(start.At(its, Start{}))},
	{Name: "Overdue", By: "owner", Doc: "A call is late: it is lent a place, or holds its worker.",
		For: vars(tier, call), When: calls.In(its, Running), Fire: fire(asking, answer)},
	{Name: "Relieve", By: "owner", Doc: "A place is free, and a call that found none is lent it.",
		For: vars(tier, call), When: all(calls.In(its, Held), hasRoom), Fire: fire(asking, answer)},
	{Name: "ComeBack", By: "storage", Doc: "A call returns, and its worker goes on.",
		For: vars(tier, call), When: calls.In(its, kept), Fire: fire(returns.At(its, Return{}))},
	{Name: "Resurface", By: "storage", Doc: "A call returns whose worker was replaced: the place is free.",
		For: vars(tier, call), When: calls.In(its, Replaced),
		Fire: fire(returns.At(its, Return{}), giveBack.At(tier, GiveBack{}))},

	{Name: "TimeToTest", By: "owner", Doc: "A test is due.",
		Fair: spec.Weak, For: vars(tier), Fire: fire(testDue.At(tier, TestDue{testRuns}))},
	{Name: "HearTest", By: "owner", Doc: "The owner hears how a test has ended.",
		Fair: spec.Weak, Take: ended, Fire: fire(testEnds.At(tier, TestEnds{gen, passed}))},
	{Name: "GiveUpTest", By: "owner", Doc: "A test is late. While the storage answers, none is.",
		For: vars(tier), When: hangs.At(tier), Fire: fire(testLate.At(tier, TestLate{}))},
	{Name: "Shutdown", By: "owner", Doc: "The tier shuts down.",
		For: vars(tier), Fire: fire(shut.At(tier, Shut{})), Do: do(wasShut.At(tier).Becomes(spec.True))},

	{Name: "PassTest", By: "storage", Doc: "A test succeeds, however late.",
		Fair: spec.Weak, Take: testing, When: not(hangs.At(tier)), Do: do(ended.Send(End{tier, gen, spec.True}))},
	{Name: "FailTest", By: "storage", Doc: "A test fails; it may as well hang.",
		Take: testing, When: hangs.At(tier), Do: do(ended.Send(End{tier, gen, spec.False}))},
	{Name: "Hang", By: "storage", Doc: "The storage stops to answer.",
		For: vars(tier), When: not(hangs.At(tier)), Do: do(hangs.At(tier).Becomes(spec.True))},
	{Name: "Recover", By: "storage", Doc: "The storage answers again.",
		For: vars(tier), When: hangs.At(tier), Do: do(hangs.At(tier).Becomes(spec.False))},
}
