package lookupspec

import "github.com/genlock-go/genlock/spec"

// Answers stick, and nobody waits twice: an ask waits in one stretch, from its first word to its first answer.
var answersStick = []spec.Property{
	spec.Step{Name: "MissSticks", Except: []string{"TellStored"},
		Doc:   "A holder told miss is told miss until it ends or a store is told.",
		Holds: implies(all(held(other), hears(other, miss), after(held(other))), after(hears(other, miss)))},
	spec.Step{Name: "NobodyWaitsTwice",
		Doc:   "A holder that could have an answer never waits again.",
		Holds: implies(all(held(other), hasAnswer(other), after(held(other))), after(hasAnswer(other)))},
	spec.Step{Name: "AnswerIsRepeated", On: "AskFor",
		Doc: "Asked again at once, a request hears the same.",
		Holds: all(
			implies(toldIs(retry), after(hears(request, retry))),
			implies(toldIs(hit), after(hears(request, hit))),
			implies(toldIs(miss), after(hears(request, miss))))},
}

// toldIs: the ask of this step is told the verdict.
func toldIs(verdict spec.Value[Verdict]) spec.Bool {
	return spec.Replies(ask.At(key, Ask{request, down}), verdict)
}

// One deadline an ask: time ends waiting, and touches nothing else.
var oneDeadline = []spec.Property{
	spec.Always{Name: "DeadlineIsNoticed",
		Doc:   "The deadline of a request that waits moves the entry, whether its probe was sent or not.",
		Holds: implies(waits, spec.Moves(expire.At(key, Expire{request})))},
	spec.Step{Name: "DeadlineAnswers", On: "DeadlinePasses",
		Doc:   "A request whose deadline has passed waits no longer.",
		Holds: implies(held(request), after(hasAnswer(request)))},
	spec.Step{Name: "DeadlineTouchesOnlyTheAsker", On: "DeadlinePasses",
		Doc: "When a deadline passes the probe goes on, and the others wait for it.",
		Holds: all(not(fresh), keeps(is(Pending)), keeps(is(InFlight)),
			implies(not(other.Eq(request)), keeps(all(held(other), hears(other, retry)))))},
	spec.Step{Name: "DeadlineSparesAnswers", On: "DeadlinePasses",
		Doc:   "Time touches no answer that is there.",
		Holds: implies(not(is(waiting)), not(changes))},
	spec.LeadsTo{Name: "EveryAskIsAnswered",
		Doc:  "No request waits for ever.",
		From: waits, To: not(waits)},
}

// A tier that is down answers at once, starts nothing, and remembers what it said.
var downTier = []spec.Property{
	spec.Step{Name: "DownAnswersAtOnce", On: "AskFor",
		Doc:   "Who asks a tier that is down does not wait.",
		Holds: implies(down, after(hasAnswer(request)))},
	spec.Step{Name: "DownStartsNothing", On: "AskFor",
		Doc: "A tier that is down starts no probe: who would need one is told miss.",
		Holds: implies(all(down, is(Absent, Failed)),
			all(becomes(Failed), after(hears(request, miss))))},
}

// An ask makes a holder and, where nothing is known, starts a lookup; it changes nothing else.
var askedOnce = []spec.Property{
	spec.Always{Name: "AskIsNoticed",
		Doc:   "Whoever asks becomes a holder, also of a tier that is down: what it is told is remembered.",
		Holds: implies(not(anyOf(held(other), is(Closed))), spec.Moves(ask.At(key, Ask{other, down})))},
	spec.Step{Name: "AskerHolds", On: "AskFor",
		Doc:   "Where asking changes something, the asker holds the key.",
		Holds: after(held(request))},
	spec.Step{Name: "AskHurtsNobody", On: "AskFor",
		Doc:   "Who hears hit still does when another has asked.",
		Holds: implies(not(other.Eq(request)), keeps(all(held(other), hears(other, hit))))},
	spec.Step{Name: "AskMovesOnlyWhatIsUnknown", On: "AskFor",
		Doc:   "An ask leaves phase and generation alone, unless nothing is known of the key.",
		Holds: implies(not(is(Absent, Failed)), all(not(fresh), phaseStays))},
	spec.Step{Name: "NewcomerStartsAfresh", On: "AskFor",
		Doc: "Where nothing is known, a newcomer's ask starts a probe under a fresh generation.",
		Holds: implies(all(is(Absent, Failed), not(held(request)), not(down)),
			all(becomes(Pending), fresh))},
}

var phaseStays = all(keeps(is(Pending)), keeps(is(InFlight)), keeps(is(Hit)), keeps(is(Miss)))
