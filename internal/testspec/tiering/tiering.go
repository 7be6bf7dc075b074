// Package tiering declares four machines in one world: slots of primary memory, the jobs that fill them from a secondary
// tier, the tier's entries, and the views that requests have of keys. One step may concern all of them.
//
// A request asks for a key. The slot that holds the key answers, or a free slot is promised to it; a promise becomes a
// job; the end of the job is polled, and only then its slot moves on. What the request was told is its view of the key,
// one for each pair of request and key, and an answer (hit or miss) is final until the request finishes.
//
// Three rules carry the rest. A slot on which a copy runs is freed by the end of the copy and by nothing else, whatever
// becomes of the request. A hit is a pin, so what a request was told stays readable. A failure counts only against the
// entry under which its job was started.
package tiering

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

type (
	Key     spec.Sort // of a block
	Request spec.Sort // one that asks for blocks
	Slot    spec.Sort // room for one block in primary memory
	Job     spec.Sort // the record of a load from the secondary tier
	Result  spec.Enum // of a load
	Answer  spec.Enum // to a request
)

var (
	untried = spec.Word[Result]("untried") // cut short; says nothing about the block
	good    = spec.Word[Result]("good")
	bad     = spec.Word[Result]("bad")

	wait = spec.Word[Answer]("wait") // ask again
	hit  = spec.Word[Answer]("hit")
	miss = spec.Word[Answer]("miss")
)

// Phases, machine by machine.
const (
	Free     spec.Phase = "Free"
	Reserved spec.Phase = "Reserved"
	Loading  spec.Phase = "Loading"
	Ready    spec.Phase = "Ready"
	Draining spec.Phase = "Draining"

	Idle    spec.Phase = "Idle"
	Queued  spec.Phase = "Queued"
	Running spec.Phase = "Running"
	Ended   spec.Phase = "Ended"

	Gone  spec.Phase = "Gone"
	There spec.Phase = "There"

	No   spec.Phase = "No"
	Wait spec.Phase = "Wait"
	Hit  spec.Phase = "Hit"
	Miss spec.Phase = "Miss"
)

// Variables.
var (
	key     = spec.Var[Key]("key")
	request = spec.Var[Request]("request")
	slot    = spec.Var[Slot]("slot")
	job     = spec.Var[Job]("job")
	result  = spec.Var[Result]("result")
	answer  = spec.Var[Answer]("answer")
	awaited = spec.Var[bool]("awaited") // the owner of the job waits for the block
	reads   = spec.Var[bool]("reads")   // the request holds a pin on the slot
	counts  = spec.Var[bool]("counts")  // the load has failed, under the entry's present state
	stored  = spec.Var[bool]("stored")
	view    = spec.Of(request, key)
)

// Machines and what their entries carry.
var (
	slotOf = spec.Each(slot, "slots", Free, Reserved, Loading, Ready, Draining).
		Doc("Room for one block in primary memory.").
		Means(Reserved, "promised to a request, the load not yet submitted").
		Means(Loading, "a job fills it").
		Means(Ready, "readable").
		Means(Draining, "detached from its key; a job still writes to it")
	bound = spec.OptionOf[Key](slotOf, "bound", "the key whose block it holds or awaits")
	asker = spec.OptionOf[Request](slotOf, "asker", "whose promotion is not yet sent")
	pins  = spec.CountOf[Request](slotOf, "pins", "hits on it that are not yet let go")

	jobOf = spec.Each(job, "jobs", Idle, Queued, Running, Ended).
		Doc("A load from the secondary tier.").
		Means(Ended, "its result is posted, not yet polled")
	target  = spec.OptionOf[Slot](jobOf, "target", "the slot that it fills")
	owner   = spec.OptionOf[Request](jobOf, "owner", "who hears of it; nobody once that request has finished")
	current = spec.FieldOf[bool](jobOf, "current", "the entry of its key has not been renewed since it was started")
	outcome = spec.FieldOf[Result](jobOf, "outcome", "its result, once it has ended")

	entryOf = spec.Each(key, "entries", Gone, There).
		Doc("What the secondary tier knows of a key.")

	viewOf = spec.Each(view, "views", No, Wait, Hit, Miss).
		Doc("What a request was told of a key.").
		Means(No, "it has not asked").
		Means(Hit, "the block is readable, and pinned for it")
)

// Events of slots.
type (
	Ask struct {
		Key     spec.Value[Key]
		Request spec.Value[Request]
	}
	Submit struct{}
	Settle struct {
		Result  spec.Value[Result]
		Awaited spec.Value[bool]
	}
	Evict struct{}
	Leave struct {
		Request spec.Value[Request]
		Reads   spec.Value[bool]
	}
	ResetSlot struct{}
)

// Events of jobs.
type (
	Enqueue struct {
		Slot    spec.Value[Slot]
		Request spec.Value[Request]
	}
	Start    struct{}
	End      struct{ Result spec.Value[Result] }
	Collect  struct{}
	Disown   struct{ Request spec.Value[Request] }
	Outdate  struct{}
	ResetJob struct{}
)

// Events of entries.
type (
	Change struct{ Stored spec.Value[bool] }
	Fault  struct{ Counts spec.Value[bool] }
)

// Events of views.
type (
	Tell      struct{ Answer spec.Value[Answer] }
	Judge     struct{ Result spec.Value[Result] }
	Expire    struct{}
	Drop      struct{}
	ResetView struct{}
)

var (
	ask       = spec.On(slotOf, Ask{key, request}).Doc("A request asks for the key that it holds, or gets it free.")
	submit    = spec.On(slotOf, Submit{}).Doc("Its load is handed to a job.")
	settle    = spec.On(slotOf, Settle{result, awaited}).Doc("The end of its job is polled.")
	evict     = spec.On(slotOf, Evict{}).Doc("Room is wanted.")
	leave     = spec.On(slotOf, Leave{request, reads}).Doc("A request has finished.")
	resetSlot = spec.On(slotOf, ResetSlot{}).Doc("Primary memory is reset.")

	enqueue  = spec.On(jobOf, Enqueue{slot, request}).Doc("A load is submitted.")
	start    = spec.On(jobOf, Start{}).Doc("A worker takes it.")
	end      = spec.On(jobOf, End{result}).Doc("The worker posts its result.")
	collect  = spec.On(jobOf, Collect{}).Doc("The scheduler polls its end.")
	disown   = spec.On(jobOf, Disown{request}).Doc("A request has finished.")
	outdate  = spec.On(jobOf, Outdate{}).Doc("The entry of its key is renewed.")
	resetJob = spec.On(jobOf, ResetJob{}).Doc("Primary memory is reset.")

	change = spec.On(entryOf, Change{stored}).Doc("A store or a deletion of the block is told.")
	fault  = spec.On(entryOf, Fault{counts}).Doc("The end of a load from it is polled.")

	tell      = spec.On(viewOf, Tell{answer}).Doc("The request is answered.")
	judge     = spec.On(viewOf, Judge{result}).Doc("The load that it owns has ended.")
	expire    = spec.On(viewOf, Expire{}).Doc("The request's deadline for the key has passed.")
	drop      = spec.On(viewOf, Drop{}).Doc("The request has finished.")
	resetView = spec.On(viewOf, ResetView{}).Doc("Primary memory is reset.")
)

var (
	do, fire, vars           = spec.Do, spec.Fire, spec.Vars
	all, not, anyOf, implies = spec.All, spec.Not, spec.AnyOf, spec.Implies
)

// System is the four machines in their world.
var System = spec.System{
	Name: "Tiering",
	Doc: "Slots of primary memory, load jobs, the secondary tier's entries, and what requests are told. Left out: the " +
		"bytes, stores from the device, the expiry of jobs, and clocks (a deadline may pass at any time).",
	Cells:      slices.Concat(slotCells, jobCells, entryCells, viewCells),
	Actions:    actions,
	Properties: properties,
	Instances: []spec.Instance{
		{Name: "one", Doc: "One of everything.", Sizes: sizes(1, 1, 1, 1)},
		{Name: "twoRequests", Doc: "A request may join another's load.", Sizes: sizes(1, 2, 1, 1)},
		{Name: "twoKeys", Doc: "Two keys compete for one job.", Sizes: sizes(2, 1, 2, 1)},
	},
	KnownBugs: knownBugs,
}

func sizes(keys, requests, slots, jobs int) []spec.SortSize {
	return spec.Sizes(spec.Size[Key](keys), spec.Size[Request](requests), spec.Size[Slot](slots), spec.Size[Job](jobs))
}
