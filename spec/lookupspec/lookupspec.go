// Package lookupspec declares the life of a key's lookup in a secondary tier, and the world around it.
//
// A request asks a tier whether it holds a key. Nobody may wait for the answer on the spot, so the entry of the key is
// created Pending, its probe is sent at the end of the scheduler's step (InFlight), and a worker's answer, drained at
// the start of a later step, makes it a Hit or a Miss. Three rules carry everything else:
//
// A generation is drawn for each probe and each told change. What was started under an entry (a probe, a load) carries
// its generation and comes back with it; under any other generation it changes nothing. So a late answer cannot reach
// another request's entry, and a load that fails late cannot touch a newer lookup.
//
// A request that was told miss is refused from then on: it hears miss until it ends or a store of the key is told. A
// deadline refuses the one request that asked in time to be late; a failed probe or load refuses all holders.
//
// Failed is not Miss: looking or loading failed, nothing is known, and the next newcomer looks again.
//
// Read the cells as a table, one block an event: in these phases, under this condition, the entry does this.
package lookupspec

import "github.com/genlock-go/genlock/spec"

type (
	Key     spec.Sort // of a block
	Request spec.Sort // one incarnation of a request: a handle, never an id that may return
	Verdict spec.Enum // what a request hears
)

var (
	retry = spec.Word[Verdict]("retry") // not known yet; ask again in the next step
	hit   = spec.Word[Verdict]("hit")
	miss  = spec.Word[Verdict]("miss")
)

// The phases of an entry.
const (
	Absent   spec.Phase = "Absent"
	Pending  spec.Phase = "Pending"
	InFlight spec.Phase = "InFlight"
	Hit      spec.Phase = "Hit"
	Miss     spec.Phase = "Miss"
	Failed   spec.Phase = "Failed"
	Closed   spec.Phase = "Closed"
)

var (
	present  = spec.Named("Present", Pending, InFlight, Hit, Miss, Failed)
	resolved = spec.Named("Resolved", Hit, Miss, Failed)
	waiting  = spec.Named("Waiting", Pending, InFlight)
	sent     = spec.Named("Sent", InFlight, resolved)
	unprobed = spec.Named("Unprobed", Pending, resolved) // no probe of this generation runs that others could share
	gone     = spec.Named("Gone", Absent, Closed)
)

// Events, each with its arguments.
type (
	Ask struct {
		Request spec.Value[Request]
		Down    spec.Value[bool]
	}
	Flush   struct{ Gen spec.Value[spec.Token] }
	Deliver struct {
		Gen   spec.Value[spec.Token]
		Found spec.Value[bool]
	}
	ProbeFailed struct{ Gen spec.Value[spec.Token] }
	Expire      struct{ Request spec.Value[Request] }
	Load        struct{ Request spec.Value[Request] }
	Loaded      struct {
		Request spec.Value[Request]
		Gen     spec.Value[spec.Token]
	}
	MarkMiss struct{ Gen spec.Value[spec.Token] }
	Cleanup  struct{ Request spec.Value[Request] }
	Stored   struct{}
	Deleted  struct{}
	Age      struct{}
	Shut     struct{}
)

// Messages under way.
type (
	Probe struct {
		Key spec.Value[Key]
		Gen spec.Value[spec.Token]
	}
	Answer struct {
		Key   spec.Value[Key]
		Gen   spec.Value[spec.Token]
		Found spec.Value[bool]
	}
	Promotion struct {
		Key     spec.Value[Key]
		Request spec.Value[Request]
		Gen     spec.Value[spec.Token]
	}
	Change struct {
		Key   spec.Value[Key]
		There spec.Value[bool]
	}
)

// Variables: one handle, one thing, wherever it travels.
var (
	key     = spec.Var[Key]("key")
	request = spec.Var[Request]("request")
	gen     = spec.Var[spec.Token]("gen") // the generation that a message or an event carries
	found   = spec.Var[bool]("found")
	there   = spec.Var[bool]("there")
	down    = spec.Var[bool]("down") // the tier starts no probe now
)

// The machine: one entry a key.
var (
	entry = spec.Each(key, "entry", Absent, Pending, InFlight, Hit, Miss, Failed, Closed).
		Blank(Closed).
		Doc("What the tier knows of one key, and who asked for it.").
		Means(Absent, "nobody holds the key").
		Means(Pending, "asked, its probe not yet sent").
		Means(InFlight, "a probe runs, however late; it may outlive its holders (an orphan)").
		Means(Hit, "the block is there").
		Means(Miss, "the block is not there").
		Means(Failed, "looking or loading failed: holders are told miss, a newcomer looks again").
		Means(Closed, "shut down")
	generation = spec.TokenOf(entry, "generation", "the entry's own; what is under way under another one is stale")
	holders    = spec.SetOf[Request](entry, "holders", "the requests that asked for the key and have not ended")
	refused    = spec.MarkOn(holders, "refused", "told miss, until a store of the key is told")
	loaders    = spec.MarkOn(holders, "loaders", "its load of this generation runs")
)

var (
	ask         = spec.On(entry, Ask{request, down}).Doc("A request asks for the key.")
	flush       = spec.On(entry, Flush{gen}).Doc("The step ends: what was asked under this generation is sent.")
	deliver     = spec.On(entry, Deliver{gen, found}).Doc("A probe's answer is drained.")
	probeFailed = spec.On(entry, ProbeFailed{gen}).Doc("A probe's failure is drained.")
	expire      = spec.On(entry, Expire{request}).Doc("The deadline of a request's ask has passed.")
	load        = spec.On(entry, Load{request}).Doc("A request that heard hit starts its load.")
	loaded      = spec.On(entry, Loaded{request, gen}).Doc("A load has ended well.")
	markMiss    = spec.On(entry, MarkMiss{gen}).Doc("A load that was started under this generation has failed.")
	cleanup     = spec.On(entry, Cleanup{request}).Doc("A request has ended, whatever it still waited for.")
	stored      = spec.On(entry, Stored{}).Doc("A store of the key is told.")
	deleted     = spec.On(entry, Deleted{}).Doc("A deletion of the key is told.")
	age         = spec.On(entry, Age{}).Doc("A miss has grown old.")
	shut        = spec.On(entry, Shut{}).Doc("The tier shuts down.")
)

var (
	asked    = spec.Bag(Probe{key, gen}, "asked", "probes gathered, not yet flushed")
	probing  = spec.Bag(Probe{key, gen}, "probing", "probes with the workers")
	loading  = spec.Bag(Promotion{key, request, gen}, "loading", "loads under way")
	answered = spec.Bag(Answer{key, gen, found}, "answered", "answers posted, not yet drained")
	broken   = spec.Bag(Probe{key, gen}, "broken", "probes that failed, not yet drained")
	told     = spec.Queue(Change{key, there}, 2, "told", "changes of the storage not yet told").Each(key)
	onDisk   = spec.Fact[bool](key, "onDisk", "the storage really holds the block")
)

var (
	do, fire, vars           = spec.Do, spec.Fire, spec.Vars
	all, not, anyOf, implies = spec.All, spec.Not, spec.AnyOf, spec.Implies
)

// Conditions that cells look at.
var (
	same    = spec.Define("same", gen.Eq(generation)) // issued under the entry's own generation
	orphan  = spec.Define("orphan", holders.Empty())
	holds   = spec.Define("holds", holders.Has(request))
	refuses = spec.Define("refuses", refused.Has(request))
	loads   = spec.Define("loads", loaders.Has(request))
	last    = spec.Define("last", holders.Without(request).Empty())
)

// What several cells do alike.
var (
	begin  = do(generation.Fresh(), holders.Add(request), asked.Send(Probe{key, generation}))
	hold   = do(holders.Add(request))
	refuse = do(holders.Add(request), refused.Mark(request))
	giveUp = do(refused.MarkAll(), loaders.UnmarkAll())
	letGo  = do(holders.Remove(request))
)

var cells = []spec.Cell{
	{In: Absent, On: ask, When: not(down), Do: begin, To: Pending, Reply: retry},
	{In: Absent, On: ask, When: down, Do: refuse, To: Failed, Reply: miss},
	{In: waiting, On: ask, When: all(not(refuses), not(down)), Do: hold, Reply: retry},
	{In: waiting, On: ask, When: all(not(refuses), down), Do: refuse, Reply: miss},
	{In: Hit, On: ask, When: not(refuses), Do: hold, Reply: hit},
	{In: Miss, On: ask, When: not(refuses), Do: hold, Reply: miss},
	{In: Failed, On: ask, When: all(not(refuses), not(down)), Do: begin, To: Pending, Reply: retry},
	{In: Failed, On: ask, When: all(not(refuses), down), Do: refuse, Reply: miss},
	{In: present, On: ask, When: refuses, Reply: miss},
	{In: Closed, On: ask, Reply: miss},

	{In: gone, On: flush, Ignore: "its holders left before the step ended"},
	{In: present, On: flush, When: not(same), Ignore: "asked under an older generation"},
	{In: Pending, On: flush, When: same, Do: do(probing.Send(Probe{key, generation})), To: InFlight},
	{In: sent, On: flush, When: same, Reject: "a generation is sent once"},

	{In: gone, On: deliver, Ignore: "nobody waits"},
	{In: present, On: deliver, When: not(same), Ignore: "an answer of an older generation"},
	{In: Pending, On: deliver, When: same, Reject: "nothing was sent under this generation"},
	{In: InFlight, On: deliver, When: all(same, not(orphan), found), To: Hit},
	{In: InFlight, On: deliver, When: all(same, not(orphan), not(found)), To: Miss},
	{In: InFlight, On: deliver, When: all(same, orphan), To: Absent},
	{In: resolved, On: deliver, When: same, Ignore: "answered before"},

	{In: gone, On: probeFailed, Ignore: "nobody waits"},
	{In: present, On: probeFailed, When: not(same), Ignore: "a failure of an older generation"},
	{In: Pending, On: probeFailed, When: same, Reject: "nothing was sent under this generation"},
	{In: InFlight, On: probeFailed, When: all(same, not(orphan)), Do: do(refused.MarkAll()), To: Failed},
	{In: InFlight, On: probeFailed, When: all(same, orphan), To: Absent},
	{In: resolved, On: probeFailed, When: same, Ignore: "answered before"},

	{In: spec.In(gone, resolved), On: expire, Ignore: "nobody waits"},
	{In: waiting, On: expire, When: not(holds), Ignore: "the request is gone"},
	{In: waiting, On: expire, When: holds, Do: do(refused.Mark(request))}, // the probe goes on, the others wait for it

	{In: spec.In(gone, waiting, Miss, Failed), On: load, Ignore: "not a hit"},
	{In: Hit, On: load, When: not(holds), Ignore: "the request is gone"},
	{In: Hit, On: load, When: all(holds, refuses), Ignore: "the request was told miss"},
	{In: Hit, On: load, When: all(holds, not(refuses), loads), Ignore: "its load is under way"},
	{In: Hit, On: load, When: all(holds, not(refuses), not(loads)),
		Do: do(loaders.Mark(request), loading.Send(Promotion{key, request, generation}))},

	{In: gone, On: loaded, Ignore: "nobody holds the block"},
	{In: present, On: loaded, When: not(same), Ignore: "a load of an older generation"},
	{In: spec.In(waiting, Miss), On: loaded, When: same, Reject: "no load is started before a hit"},
	{In: Hit, On: loaded, When: same, Do: do(loaders.Unmark(request))},
	{In: Failed, On: loaded, When: same, Ignore: "the load of another has failed"},

	// A load that fails late: of an older generation it changes nothing, whatever the entry is by now.
	{In: gone, On: markMiss, Ignore: "nobody holds the block"},
	{In: present, On: markMiss, When: not(same), Ignore: "the failure of an older load"},
	{In: spec.In(waiting, Miss), On: markMiss, When: same, Reject: "no load is started before a hit"},
	{In: Hit, On: markMiss, When: same, Do: giveUp, To: Failed},
	{In: Failed, On: markMiss, When: same, Ignore: "failed before"},

	{In: gone, On: cleanup, Ignore: "the request holds nothing here"},
	{In: present, On: cleanup, When: not(holds), Ignore: "the request holds nothing here"},
	{In: InFlight, On: cleanup, When: holds, Do: letGo}, // a newcomer may share the probe
	{In: unprobed, On: cleanup, When: all(holds, not(last)), Do: letGo},
	{In: unprobed, On: cleanup, When: all(holds, last), To: Absent},

	{In: gone, On: stored, Ignore: "nothing is remembered of a key that nobody holds"},
	{In: present, On: stored, When: not(orphan),
		Do: do(generation.Fresh(), refused.UnmarkAll(), loaders.UnmarkAll()), To: Hit},
	{In: InFlight, On: stored, When: orphan, To: Absent}, // the running probe may have looked before
	{In: unprobed, On: stored, When: orphan, Reject: "only a running probe outlives its holders"},

	{In: gone, On: deleted, Ignore: "nothing is remembered of a key that nobody holds"},
	{In: Miss, On: deleted, Ignore: "a miss already, and nothing of its generation is under way"},
	{In: spec.In(waiting, Hit, Failed), On: deleted, When: not(orphan),
		Do: do(generation.Fresh(), loaders.UnmarkAll()), To: Miss},
	{In: InFlight, On: deleted, When: orphan, To: Absent},
	{In: spec.In(Pending, Hit, Failed), On: deleted, When: orphan, Reject: "only a running probe outlives its holders"},

	{In: spec.In(gone, waiting, Hit, Failed), On: age, Ignore: "not a miss"},
	{In: Miss, On: age, Do: do(refused.MarkAll()), To: Failed}, // its holders were told miss, and stay so

	{In: Closed, On: shut, Ignore: "shut down before"},
	{In: spec.In(Absent, present), On: shut, To: Closed},
}

var (
	key2 = spec.Var[Key]("key2")

	// A handle is begun once and names one incarnation. The model has few of them, so one that has ended may ask again,
	// but only once no load that counts still carries it: that is how a finite model says "never".
	begun     = spec.Define("begun", spec.Exists(key2, holders.At(key2).Has(request)))
	carried   = spec.Define("carried", spec.Exists(key2, loading.Has(Promotion{key2, request, generation.At(key2)})))
	roomToSay = spec.Define("roomToSay", spec.AtMost(told.Count(Change{Key: key}), 1))
)

var actions = []spec.Action{
	{Name: "AskFor", By: "scheduler", Doc: "A request asks the tier for a key; the tier may be down.",
		For: vars(request, key, down), When: anyOf(begun, not(carried)),
		Fire: fire(ask.At(key, Ask{request, down}))},
	{Name: "Flush", By: "scheduler", Doc: "At the end of a step a probe that was asked goes to the workers.",
		Fair: spec.Weak, Take: asked, Fire: fire(flush.At(key, Flush{gen}))},
	{Name: "Drain", By: "scheduler", Doc: "At the start of a step an answer is taken in.",
		Fair: spec.Weak, Take: answered, Fire: fire(deliver.At(key, Deliver{gen, found}))},
	{Name: "DrainFailure", By: "scheduler", Doc: "At the start of a step the failure of a probe is taken in.",
		Fair: spec.Weak, Take: broken, Fire: fire(probeFailed.At(key, ProbeFailed{gen}))},
	{Name: "DeadlinePasses", By: "clock", Doc: "A request asks after its deadline.",
		Fair: spec.Weak, For: vars(key, request), Fire: fire(expire.At(key, Expire{request}))},
	{Name: "Promote", By: "scheduler", Doc: "A request that heard hit has the block loaded.",
		For: vars(key, request), Fire: fire(load.At(key, Load{request}))},
	{Name: "Finish", By: "scheduler", Doc: "A request ends, at any moment, and lets all its keys go.",
		For: vars(request), Fire: fire(cleanup.At(key, Cleanup{request}).ForEach(key))},
	{Name: "Shutdown", By: "scheduler", Doc: "The tier shuts down.",
		Fire: fire(shut.At(key, Shut{}).ForEach(key))},

	{Name: "TellStored", By: "tier", Doc: "The tier says that its store of a key has completed.",
		Take: told, When: there, Fire: fire(stored.At(key, Stored{}))},
	{Name: "TellDeleted", By: "tier", Doc: "The tier says that it has deleted a key.",
		Take: told, When: not(there), Fire: fire(deleted.At(key, Deleted{}))},
	{Name: "MissAges", By: "clock", Doc: "A newcomer finds a miss that was decided long ago.",
		Fair: spec.Weak, For: vars(key), Fire: fire(age.At(key, Age{}))},

	{Name: "Probe", By: "worker", Doc: "A probe ends: it saw whether the block was there.",
		Take: probing, Do: do(answered.Send(Answer{key, gen, onDisk.At(key)}))},
	{Name: "ProbeFails", By: "worker", Doc: "A probe ends without having seen anything.",
		Take: probing, Do: do(broken.Send(Probe{key, gen}))},
	{Name: "LoadSucceeds", By: "worker", Doc: "A load ends well, which needs the block.",
		Take: loading, When: onDisk.At(key), Fire: fire(loaded.At(key, Loaded{request, gen}))},
	{Name: "LoadFails", By: "worker", Doc: "A load fails, for whatever reason and however late.",
		Take: loading, Fire: fire(markMiss.At(key, MarkMiss{gen}))},

	{Name: "Store", By: "storage", Doc: "The tier stores a block; it will say so.",
		For: vars(key), When: all(not(onDisk.At(key)), roomToSay),
		Do: do(onDisk.At(key).Becomes(spec.True), told.Send(Change{key, spec.True}))},
	{Name: "Evict", By: "storage", Doc: "The tier deletes a block; it will say so.",
		For: vars(key), When: all(onDisk.At(key), roomToSay),
		Do: do(onDisk.At(key).Becomes(spec.False), told.Send(Change{key, spec.False}))},
	{Name: "Lose", By: "storage", Doc: "A block is lost, and nobody tells.",
		For: vars(key), When: onDisk.At(key), Do: do(onDisk.At(key).Becomes(spec.False))},
	{Name: "Appear", By: "storage", Doc: "Another process stores a block, and nobody tells.", Optional: true,
		For: vars(key), When: not(onDisk.At(key)), Do: do(onDisk.At(key).Becomes(spec.True))},
	{Name: "AnswerEarly", By: "worker", Doc: "A worker answers and goes on to answer again.", Optional: true,
		Peek: probing, When: not(answered.Has(Answer{Key: key, Gen: gen})),
		Do: do(answered.Send(Answer{key, gen, onDisk.At(key)}))},
	{Name: "FailEarly", By: "worker", Doc: "A worker reports a failure and goes on to answer again.", Optional: true,
		Peek: probing, When: not(broken.Has(Probe{key, gen})), Do: do(broken.Send(Probe{key, gen}))},
}

// System is the lookup lifecycle in its world.
var System = spec.System{
	Name: "Lookup",
	Doc: "The life of a key's lookup in one secondary tier. Modelled: asks, probes, loads, told changes, deadlines, " +
		"requests that end at any moment, storage that loses blocks without a word, shutdown. Left out: the bytes of " +
		"a block, clocks (a deadline may pass at any time), and how many workers there are (probes end in any order).",
	Cells:      cells,
	Actions:    actions,
	Properties: properties,
	Instances:  instances,
	KnownBugs:  knownBugs,
}
