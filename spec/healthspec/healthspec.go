// Package healthspec declares when a tier is up, and what becomes of calls that its storage does not answer.
//
// A call of the storage holds a thread until it returns, and nobody can end it. So a call that is past its deadline is
// lent one of a number of places: another worker takes over, and its own worker ends once the call returns. When a call
// is late and no place is left, the tier goes down: nothing is started but one test at a time, and the tier serves again
// when a test has succeeded. Two rules carry the rest:
//
// A place is lent for as long as its call is stuck. So no more threads hang than there are places and workers.
//
// A test that is past its deadline is given up, and may go on hanging: then no other one is started beside it. Each test
// carries a generation, and another one is drawn when it is given up, and when the tier goes down again. So the end of a
// test that was given up counts for nothing, whatever happens meanwhile.
package healthspec

import "github.com/genlock-go/genlock/spec"

type (
	Tier  spec.Sort // whose storage may hang
	Call  spec.Sort // of the storage, by a worker
	Place spec.Sort // for a stuck call
	Loan  spec.Enum // what a late call hears that needs a place
	Way   spec.Enum // what becomes of a worker whose call has returned
)

var (
	refused = spec.Word[Loan]("refused")
	lent    = spec.Word[Loan]("lent")

	stays = spec.Word[Way]("stays") // for its next call
	ends  = spec.Word[Way]("ends")  // another worker has taken over
)

// The phases of a tier, and of a call.
const (
	New     spec.Phase = "New"
	Up      spec.Phase = "Up"
	Down    spec.Phase = "Down"
	Testing spec.Phase = "Testing"
	Closed  spec.Phase = "Closed"

	Idle     spec.Phase = "Idle"
	Running  spec.Phase = "Running"
	Replaced spec.Phase = "Replaced"
	Held     spec.Phase = "Held"
)

var (
	failing  = spec.Named("Failing", Down, Testing)
	open     = spec.Named("Open", Up, failing)
	untested = spec.Named("Untested", Up, Down)
	opened   = spec.Named("Opened", open, Closed)
	absent   = spec.Named("Absent", New, Closed)
	kept     = spec.Named("Kept", Running, Held) // its worker has not been replaced
)

// Events of a tier, each with its arguments.
type (
	Open     struct{}
	Borrow   struct{ Places spec.Value[spec.Nat] }
	GiveBack struct{}
	TestDue  struct{ Busy spec.Value[bool] }
	TestEnds struct {
		Gen    spec.Value[spec.Token]
		Passed spec.Value[bool]
	}
	TestLate struct{}
	Shut     struct{}
)

// Events of a call.
type (
	Start  struct{}
	Late   struct{ Loan spec.Value[Loan] }
	Return struct{}
)

// Messages under way.
type (
	Test struct {
		Tier spec.Value[Tier]
		Gen  spec.Value[spec.Token]
	}
	End struct {
		Tier   spec.Value[Tier]
		Gen    spec.Value[spec.Token]
		Passed spec.Value[bool]
	}
)

// Variables: one handle, one thing, wherever it travels.
var (
	tier   = spec.Var[Tier]("tier")
	call   = spec.Var[Call]("call")
	place  = spec.Var[Place]("place")
	loan   = spec.Var[Loan]("loan")
	gen    = spec.Var[spec.Token]("gen") // the generation that a test carries
	passed = spec.Var[bool]("passed")
	busy   = spec.Var[bool]("busy") // the call of some test has not returned
	places = spec.UpTo("places", 2) // how many there are; no instance has more
)

// The machines: one entry a tier, and one a call.
var (
	tiers = spec.Each(tier, "tiers", New, Up, Down, Testing, Closed).
		Doc("Whether a tier serves, and how many of its calls are stuck.").
		Means(New, "not yet opened").
		Means(Up, "it serves").
		Means(Down, "a call was late and found no place: nothing is started").
		Means(Testing, "down, and a test is waited for").
		Means(Closed, "shut down")
	taken = spec.CountOf[Call](tiers, "taken", "places lent to stuck calls")
	trial = spec.TokenOf(tiers, "trial", "the generation of the tests that count")

	its   = spec.Of(tier, call)
	calls = spec.Each(its, "calls", Idle, Running, Replaced, Held).
		Doc("A worker's call of the storage.").
		Means(Idle, "the worker has no call").
		Means(Running, "in the storage").
		Means(Replaced, "stuck, and another worker has taken over").
		Means(Held, "stuck without a place: it holds its worker")
)

var (
	opens    = spec.On(tiers, Open{}).Doc("The tier opens.")
	borrow   = spec.On(tiers, Borrow{places}).Doc("A call is late and asks for a place.")
	giveBack = spec.On(tiers, GiveBack{}).Doc("A call that was lent a place has returned.")
	testDue  = spec.On(tiers, TestDue{busy}).Doc("It is time for a test.")
	testEnds = spec.On(tiers, TestEnds{gen, passed}).Doc("The end of a test is heard.")
	testLate = spec.On(tiers, TestLate{}).Doc("The deadline of the test has passed.")
	shut     = spec.On(tiers, Shut{}).Doc("The tier shuts down.")

	start   = spec.On(calls, Start{}).Doc("A worker calls the storage.")
	late    = spec.On(calls, Late{loan}).Doc("The deadline of the call has passed.")
	returns = spec.On(calls, Return{}).Doc("The call returns, however late.")
)

var (
	testing = spec.Bag(Test{tier, gen}, "testing", "calls of tests that have not returned")
	ended   = spec.Bag(End{tier, gen, passed}, "ended", "ends of tests not yet heard")
	hangs   = spec.Fact[bool](tier, "hangs", "the storage does not answer")
	wasShut = spec.Fact[bool](tier, "wasShut", "its owner has shut the tier down")
)

var (
	do, fire, vars           = spec.Do, spec.Fire, spec.Vars
	all, not, anyOf, implies = spec.All, spec.Not, spec.AnyOf, spec.Implies
)

// Conditions that cells look at.
var (
	room = spec.Define("room", taken.Less(places))
	none = spec.Define("none", taken.Eq(spec.N(0)))
	same = spec.Define("same", gen.Eq(trial))
)

var cells = []spec.Cell{
	{In: New, On: opens, To: Up},
	{In: opened, On: opens, Reject: "a tier is opened once"},

	{In: Up, On: borrow, When: room, Do: do(taken.Inc()), Reply: lent},
	{In: Up, On: borrow, When: not(room), Do: do(trial.Fresh()), To: Down, Reply: refused},
	{In: failing, On: borrow, Ignore: "nothing is started", Reply: refused},
	{In: absent, On: borrow, Ignore: "not open", Reply: refused},

	{In: opened, On: giveBack, When: not(none), Do: do(taken.Dec())},
	{In: opened, On: giveBack, When: none, Reject: "no place is lent"},
	{In: New, On: giveBack, Reject: "no place is lent"},

	{In: Up, On: testDue, Ignore: "it serves"},
	{In: Down, On: testDue, When: not(busy), Do: do(testing.Send(Test{tier, trial})), To: Testing},
	{In: Down, On: testDue, When: busy, Ignore: "a test that was given up hangs on"},
	{In: Testing, On: testDue, Ignore: "a test runs"},
	{In: absent, On: testDue, Ignore: "not open"},

	{In: Testing, On: testEnds, When: all(same, passed), To: Up},
	{In: Testing, On: testEnds, When: all(same, not(passed)), To: Down},
	{In: Testing, On: testEnds, When: not(same), Ignore: "it was given up"},
	{In: untested, On: testEnds, Ignore: "it was given up"},
	{In: Closed, On: testEnds, Ignore: "shut down"},
	{In: New, On: testEnds, Reject: "no test was started"},

	{In: Testing, On: testLate, Do: do(trial.Fresh()), To: Down},
	{In: spec.In(untested, absent), On: testLate, Ignore: "no test is waited for"},

	{In: spec.In(New, open), On: shut, To: Closed},
	{In: Closed, On: shut, Ignore: "shut down before"},

	{In: Idle, On: start, To: Running},
	{In: spec.In(kept, Replaced), On: start, Reject: "a worker has one call at a time"},

	{In: kept, On: late, When: loan.Eq(lent), To: Replaced},
	{In: kept, On: late, When: loan.Eq(refused), To: Held},
	{In: Idle, On: late, Reject: "it has returned"},
	{In: Replaced, On: late, Reject: "it has been replaced"},

	{In: kept, On: returns, To: Idle, Reply: stays},
	{In: Replaced, On: returns, To: Idle, Reply: ends},
	{In: Idle, On: returns, Reject: "a call returns once"},
}
