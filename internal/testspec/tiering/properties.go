package tiering

import "github.com/genlock-go/genlock/spec"

// A second value where a property compares two.
var (
	slot2 = spec.Var[Slot]("slot2")
	job2  = spec.Var[Job]("job2")
	key2  = spec.Var[Key]("key2")
	view2 = spec.Of(request, key2)
)

// occupied: a copy runs on the slot, or its end is not yet polled.
var occupied = slotOf.In(slot, Loading, Draining)

var properties = []spec.Property{
	spec.Always{Name: "OneSlotPerKey", Doc: "A key has at most one slot.",
		Holds: implies(all(holdsKey, bound.At(slot2).Is(key)), slot.Eq(slot2))},
	spec.Always{Name: "KeyWhileHolding", Doc: "A slot has a key exactly while it holds or awaits a block.",
		Holds: bound.At(slot).None().Eq(slotOf.In(slot, Free, Draining))},
	spec.Always{Name: "JobOwnsItsSlot", Doc: "Until the end of its job is polled nobody else moves a slot on.",
		Holds: implies(fills, occupied)},
	spec.Always{Name: "OneJobPerSlot", Doc: "Two jobs never write to one slot.",
		Holds: implies(all(fills, target.At(job2).Is(slot)), job.Eq(job2))},
	spec.Always{Name: "NoLeak", Doc: "What is neither free nor ready has somebody who will move it on.",
		Holds: all(implies(occupied, spec.Exists(job, fills)),
			implies(slotOf.In(slot, Reserved), not(asker.At(slot).None())))},
	spec.Always{Name: "HitIsReadable", Doc: "What a request was told to be there is there.",
		Holds: implies(viewOf.In(view, Hit), spec.Exists(slot, all(holdsKey, slotOf.In(slot, Ready))))},
	spec.Always{Name: "UnsentIsWanted", Doc: "A promotion not yet sent belongs to a request that has not finished.",
		Holds: implies(all(asker.At(slot).Is(request), holdsKey), viewOf.In(view, Wait, Miss))},
	spec.Always{Name: "PinsAreHits", Doc: "A slot counts one pin for each request that was told hit.",
		Holds: implies(holdsKey, pins.At(slot).Eq(spec.NumberOf(request, viewOf.In(view, Hit))))},
	spec.Always{Name: "FinishedOwnsNothing", Doc: "Who has not asked owns no load.",
		Holds: implies(all(owner.At(job).Is(request), fills, holdsKey), not(viewOf.In(view, No)))},

	spec.Step{Name: "MissIsFinal", Doc: "A miss stays until the request finishes.", Except: []string{"Finish"},
		Holds: implies(viewOf.In(view, Miss), spec.After(viewOf.In(view, Miss)))},
	spec.Step{Name: "HitIsFinal", Doc: "A hit stays until the request finishes or memory is reset.", Except: []string{"Finish", "Reset"},
		Holds: implies(viewOf.In(view, Hit), spec.After(viewOf.In(view, Hit)))},
	spec.Step{Name: "FreedByItsJobOnly", Doc: "A slot under a copy is freed by the end of the copy.", Except: []string{"Poll", "Retire"},
		Holds: implies(occupied, spec.After(occupied))},
	spec.Step{Name: "ErrorIsNeverReady", Doc: "Only a good load makes a block readable.", On: "Poll",
		Holds: implies(spec.After(slotOf.In(slot, Ready)), outcome.At(job).Eq(good))},
	spec.Step{Name: "DetachedIsFreed", Doc: "A late success is not bound again.", On: "Retire",
		Holds: spec.After(slotOf.In(slot, Free))},
	spec.Step{Name: "OnlyTriedIsMissed", Doc: "A load that was cut short is no miss.", On: "Poll",
		Holds: implies(all(viewOf.In(view, Wait), spec.After(viewOf.In(view, Miss))), outcome.At(job).Eq(bad))},
	spec.Step{Name: "FailureIsTold", Doc: "The owner of a failed load does not go on waiting.", On: "Poll",
		Holds: implies(all(outcome.At(job).Eq(bad), owner.At(job).Is(request)), not(spec.After(viewOf.In(view, Wait))))},
	spec.Step{Name: "NoForeignResult", Doc: "The end of a load is news for its owner and its key only.", On: "Poll",
		Holds: implies(viewOf.Changes(view2), all(owner.At(job).Is(request), key.Eq(key2)))},
	spec.Step{Name: "FailureIsFelt", Doc: "After a failure that counts the entry is no hit.", On: "Poll",
		Holds: implies(failed, not(spec.After(known)))},
	spec.Step{Name: "MarkOnlyItsOwn", Doc: "A failure counts only against the entry it was started under.", On: "Poll",
		Holds: implies(not(failed), spec.After(known).Eq(known))},
	spec.Step{Name: "PinnedStays", Doc: "Only a readable block that nobody will read makes room.", On: "MakeRoom",
		Holds: implies(slotOf.Changes(slot), all(slotOf.In(slot, Ready), pins.At(slot).Eq(spec.N(0))))},
	spec.Step{Name: "DeadlineTouchesOneView", Doc: "A deadline frees nothing.", On: "DeadlinePasses",
		Holds: all(not(slotOf.Changes(slot)), not(jobOf.Changes(job)))},

	spec.LeadsTo{Name: "AnsweredByDeadline", Doc: "Nobody waits for ever, even if no job ever ends.",
		From: viewOf.In(view, Wait), To: not(viewOf.In(view, Wait))},

	spec.Sometimes{Name: "LateSuccess", Doc: "A load ends well on a detached slot.",
		Holds: all(slotOf.In(slot, Draining), fills, outcome.At(job).Eq(good))},
	spec.Sometimes{Name: "OwnerGone", Doc: "A load runs for nobody.",
		Holds: all(jobOf.In(job, Running), owner.At(job).None())},
	spec.Sometimes{Name: "ReadyForNobody", Doc: "A block is readable, and evictable.",
		Holds: all(slotOf.In(slot, Ready), pins.At(slot).Eq(spec.N(0)))},
	spec.Sometimes{Name: "LateFailure", Doc: "A load has failed under an entry that was renewed.",
		Holds: all(jobOf.In(job, Ended), not(current.At(job)), outcome.At(job).Eq(bad), fills, holdsKey, known)},
}
