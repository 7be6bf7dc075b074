// Package jobspec declares the life of a job, a load or a store of some blocks, and the world around it.
//
// A job is submitted and waits in a queue (Queued). Workers take its blocks one by one and copy them (Running) until all
// are done or something stops it; then its end waits to be polled (Ended). Four rules carry everything else:
//
// The buffer of a job, the memory its blocks are copied to or from, is the job's from the moment it is submitted until no
// copy runs any more, whatever becomes of the request behind it. Giving up, a deadline and a shutdown stop a job: no
// further block is started. They end no copy, and they free nothing.
//
// A job is reported once. Where its deadline passes while copies run (Overdue) it is reported as failed, and it goes on
// holding its buffer (Held) until the last copy ends; that end decides nothing any more and only gives the buffer back.
//
// Untried is not failed: of a block whose turn never came, or whose copy was called off, nothing was learnt.
//
// A generation is drawn for each job and names it. What is queued, what runs, and what callers hold carries it and comes
// back with it; under any other generation it changes nothing, so the record of a job can be used again.
//
// Read the cells as a table, one block an event: in these phases, under this condition, the job does this.
package jobspec

import "github.com/genlock-go/genlock/spec"

type (
	Record  spec.Sort // what a job is kept in, one after another
	Ending  spec.Enum // of a copy
	Outcome spec.Enum // of a block
	Cause   spec.Enum // why not all of a job was done
)

var (
	good = spec.Word[Ending]("good")
	bad  = spec.Word[Ending]("bad")
	cut  = spec.Word[Ending]("cut") // called off, and so it ended

	untried = spec.Word[Outcome]("untried") // nothing was learnt about the block
	arrived = spec.Word[Outcome]("arrived")
	failed  = spec.Word[Outcome]("failed") // it was tried, and is not there

	none    = spec.Word[Cause]("none")
	failure = spec.Word[Cause]("failure") // of a block
	givenUp = spec.Word[Cause]("givenUp")
	expired = spec.Word[Cause]("expired")
	closed  = spec.Word[Cause]("closed")
)

// The phases of a job.
const (
	Absent   spec.Phase = "Absent"
	Queued   spec.Phase = "Queued"
	Running  spec.Phase = "Running"
	Overdue  spec.Phase = "Overdue"
	Held     spec.Phase = "Held"
	Ended    spec.Phase = "Ended"
	Spent    spec.Phase = "Spent"
	Dirty    spec.Phase = "Dirty"
	Cleaning spec.Phase = "Cleaning"
	Closed   spec.Phase = "Closed"
)

var (
	vacant     = spec.Named("Vacant", Absent, Closed)
	late       = spec.Named("Late", Overdue, Held)
	finished   = spec.Named("Finished", Ended, Spent)
	tidied     = spec.Named("Tidied", Dirty, Cleaning)
	unreported = spec.Named("Unreported", Queued, Running, Overdue, Ended)
	owning     = spec.Named("Owning", unreported, Held, Spent) // the buffer is the job's
	present    = spec.Named("Present", owning, tidied)
)

// Tries is how often it is tried to remove what a job has left behind.
const Tries = 3

// most is how many blocks a job of the model may have.
const most = 3

// Events, each with its arguments.
type (
	Submit struct{ Blocks spec.Value[spec.Nat] }
	Start  struct{ Gen spec.Value[spec.Token] }
	End    struct {
		Gen    spec.Value[spec.Token]
		Ending spec.Value[Ending]
		Left   spec.Value[bool]
	}
	GiveUp  struct{ Gen spec.Value[spec.Token] }
	Expire  struct{ Gen spec.Value[spec.Token] }
	Poll    struct{ Gen spec.Value[spec.Token] }
	Release struct{ Gen spec.Value[spec.Token] }
	Clean   struct{ Gen spec.Value[spec.Token] }
	Cleaned struct {
		Gen spec.Value[spec.Token]
		Ok  spec.Value[bool]
	}
	Shut struct{}
)

// Messages under way.
type (
	Ticket struct {
		Job spec.Value[Record]
		Gen spec.Value[spec.Token]
	}
	Notice struct {
		Job   spec.Value[Record]
		Gen   spec.Value[spec.Token]
		Cause spec.Value[Cause]
	}
)

// Variables: one handle, one thing, wherever it travels.
var (
	job    = spec.Var[Record]("record")
	gen    = spec.Var[spec.Token]("gen") // the generation that a message or an event carries
	blocks = spec.UpTo("blocks", most)   // of a job that is submitted
	ending = spec.Var[Ending]("ending")
	left   = spec.Var[bool]("left") // the copy left something behind that must be removed
	ok     = spec.Var[bool]("ok")
	why    = spec.Var[Cause]("why")
)

// The machine: one entry a record.
var (
	entry = spec.Each(job, "entry", Absent, Queued, Running, Overdue, Held, Ended, Spent, Dirty, Cleaning, Closed).
		Blank(Closed).
		Doc("A load or a store of some blocks.").
		Means(Absent, "no job is on the record").
		Means(Queued, "blocks wait for workers, and no copy runs").
		Means(Running, "copies run").
		Means(Overdue, "its deadline passed while copies ran; its failure waits to be polled").
		Means(Held, "reported, though copies still run on its buffer").
		Means(Ended, "its end waits to be polled").
		Means(Spent, "reported, and its last copy has ended: the release of its buffer waits to be polled").
		Means(Dirty, "reported and released; what it left behind waits to be removed").
		Means(Cleaning, "what it left behind is being removed").
		Means(Closed, "no job is on the record, nor ever will be")
	generation = spec.TokenOf(entry, "generation", "names the job; what carries another one is none of its affairs")
	waiting    = spec.CountTo(entry, "waiting", "blocks that were not started", most)
	copies     = spec.CountTo(entry, "copies", "copies that run", most)
	cause      = spec.FieldOf[Cause](entry, "cause", "why not all was done: the first reason; none: nothing has stopped it")
	remains    = spec.FieldOf[bool](entry, "remains", "something was left behind that must be removed")
	tries      = spec.CountTo(entry, "tries", "how often that was tried", Tries)
	closing    = spec.FieldOf[bool](entry, "closing", "the tier shuts down")
)

var (
	submit   = spec.On(entry, Submit{blocks}).Doc("A caller wants blocks copied.")
	start    = spec.On(entry, Start{gen}).Doc("A worker takes one block of the job.")
	end      = spec.On(entry, End{gen, ending, left}).Doc("The copy of one block ends.")
	giveUp   = spec.On(entry, GiveUp{gen}).Doc("The caller does not want the job any more.")
	expire   = spec.On(entry, Expire{gen}).Doc("The deadline of the job has passed.")
	poll     = spec.On(entry, Poll{gen}).Doc("The caller asks what has ended.")
	release  = spec.On(entry, Release{gen}).Doc("The caller asks which buffers came back.")
	clean    = spec.On(entry, Clean{gen}).Doc("A worker sets about removing what the job left behind.")
	cleaned  = spec.On(entry, Cleaned{gen, ok}).Doc("The worker has removed it, or not.")
	shutDown = spec.On(entry, Shut{}).Doc("The tier shuts down.")
)

// Nobody takes from the last four: what was told stays told, and is told once.
var (
	queue    = spec.Bag(Ticket{job, gen}, "queue", "jobs with blocks that wait for a worker")
	copying  = spec.Bag(Ticket{job, gen}, "copying", "copies with the workers")
	ended    = spec.Bag(Ticket{job, gen}, "ended", "ends, and passed deadlines, that wait to be polled")
	spent    = spec.Bag(Ticket{job, gen}, "spent", "releases that wait to be polled")
	dirty    = spec.Bag(Ticket{job, gen}, "dirty", "jobs with something to remove")
	cleaning = spec.Bag(Ticket{job, gen}, "cleaning", "clean-ups with the workers")
	named    = spec.Bag(Ticket{job, gen}, "named", "jobs whose names callers hold, for ever")
	reported = spec.Bag(Notice{job, gen, why}, "reported", "what callers were told")
	returned = spec.Bag(Ticket{job, gen}, "returned", "buffers that callers have back")
	forsaken = spec.Bag(Ticket{job, gen}, "forsaken", "jobs that left something behind which could not be removed")
)

var (
	do, fire, vars           = spec.Do, spec.Fire, spec.Vars
	all, not, anyOf, implies = spec.All, spec.Not, spec.AnyOf, spec.Implies
)

// System is the job in its world.
var System = spec.System{
	Name: "Job",
	Doc: "The life of a load or a store. Modelled: blocks that several workers copy, copies that end well, badly, late or " +
		"never, callers that give up at any moment, deadlines, what failed copies leave behind, shutdown. Left out: the " +
		"bytes, clocks (a deadline may pass at any time), the order of the queue, how many workers there are, and a tier " +
		"that is down (a copy need never start).",
	Cells:      cells,
	Actions:    actions,
	Properties: properties,
	Instances:  instances,
	KnownBugs:  knownBugs,
}
