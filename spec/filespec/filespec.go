// Package filespec declares what the books of a directory know of the file of one stored block, and the world around it.
//
// The books bound the bytes of a directory: every file counts, and every store that runs, from before it writes its first
// byte. What does not fit makes the least recently used file go. Four rules carry everything else:
//
// Who looks at a file has pinned it, a load and a scan alike. What it saw it says when it lets go: the file is there, it is
// gone, it is bad, or nothing was learnt.
//
// What is pinned, or is being stored, is not evicted.
//
// No unlink runs beside a store of the same name. So a store never loses the file that it has just published to an unlink
// that was meant for the one before, and removals and stores are told in the order in which they happened.
//
// A generation is drawn whenever what is known of the file changes. A look carries the one that it began under: what it
// saw under an older one says nothing about the file that is there now.
//
// Read the cells as a table, one block an event: in these phases, under this condition, the books do this.
package filespec

import "github.com/genlock-go/genlock/spec"

// Name is a sort: the name of a file, which is made of the key of its block.
type Name spec.Sort

// The phases of a file in the books.
const (
	Absent   spec.Phase = "Absent"
	Pending  spec.Phase = "Pending"
	Stored   spec.Phase = "Stored"
	Removing spec.Phase = "Removing"
)

var (
	counted = spec.Named("Counted", Stored, Removing) // the bytes of a file count
	settled = spec.Named("Settled", Pending, Stored)  // no unlink runs
	present = spec.Named("Present", Pending, Stored, Removing)
)

// Events, each with its arguments.
type (
	Reserve   struct{}
	Published struct{ Good spec.Value[bool] }
	Pin       struct{}
	Unpin     struct{}
	Found     struct{ Gen spec.Value[spec.Token] }
	Lost      struct{ Gen spec.Value[spec.Token] }
	Condemn   struct{ Gen spec.Value[spec.Token] }
	Evict     struct{}
	Removed   struct{ Good spec.Value[bool] }
	Forget    struct{}
)

// Messages under way.
type (
	File struct{ Name spec.Value[Name] }
	Look struct {
		Name spec.Value[Name]
		Gen  spec.Value[spec.Token]
	}
	Sight struct {
		Name  spec.Value[Name]
		Gen   spec.Value[spec.Token]
		There spec.Value[bool]
	}
	Change struct {
		Name  spec.Value[Name]
		There spec.Value[bool]
	}
)

// Variables: one handle, one thing, wherever it travels.
var (
	name  = spec.Var[Name]("name")
	gen   = spec.Var[spec.Token]("gen") // the generation that a look began under
	good  = spec.Var[bool]("good")      // what was tried has been done
	there = spec.Var[bool]("there")
)

// The machine: one entry a name.
var (
	file = spec.Each(name, "file", Absent, Pending, Stored, Removing).
		Doc("What the books know of the file of one block, and who works on it.").
		Means(Absent, "no file is counted, and nobody works on it").
		Means(Pending, "no file is counted; stores, loads or scans work on it").
		Means(Stored, "a file is counted").
		Means(Removing, "a file is counted, and its unlink runs; no store does")
	generation = spec.TokenOf(file, "generation", "of what is known of the file; a look that began under another one is stale")
	stores     = spec.CountTo(file, "stores", "stores of it that run, each with bytes reserved", 2)
	pins       = spec.CountTo(file, "pins", "looks at it that run", 2)
)

var (
	reserve   = spec.On(file, Reserve{}).Doc("A store begins: there is room for its bytes, and they are reserved.")
	published = spec.On(file, Published{good}).Doc("A store has ended: its file stands under the name, or nothing of it is left.")
	pin       = spec.On(file, Pin{}).Doc("A look begins: of a load, or of a scan.")
	unpin     = spec.On(file, Unpin{}).Doc("A look has ended, and nothing was learnt.")
	found     = spec.On(file, Found{gen}).Doc("A look has ended: the file is there.")
	lost      = spec.On(file, Lost{gen}).Doc("A look has ended: there is no such file.")
	condemn   = spec.On(file, Condemn{gen}).Doc("A look has ended: the file is there and is bad.")
	evict     = spec.On(file, Evict{}).Doc("Room is needed, and this is the file that was not used for longest.")
	removed   = spec.On(file, Removed{good}).Doc("An unlink has ended: the file is gone, or it stands where it stood.")
	forget    = spec.On(file, Forget{}).Doc("The directory is somebody else's to bound, and the books are full.")
)

// most is how much is begun in the world of the model.
const most = 4

var (
	storing   = spec.Bag(File{name}, "storing", "stores that write their temporary files")
	renamed   = spec.Bag(File{name}, "renamed", "stores that have published, and have not said so yet")
	looking   = spec.Bag(Look{name, gen}, "looking", "looks under way")
	saw       = spec.Bag(Sight{name, gen, there}, "saw", "looks that have seen, and have not said so yet")
	unlinking = spec.Bag(File{name}, "unlinking", "unlinks under way")
	aside     = spec.Bag(File{name}, "aside", "unlinks that have taken the file away, and have not said so yet")
	told      = spec.Queue(Change{name, there}, 2, "told", "the log of changes that nobody has heard yet").Each(name)

	onDisk = spec.Fact[bool](name, "onDisk", "the file stands under its name")
	heard  = spec.Fact[bool](name, "heard", "the last change that was heard: the block was stored")
	begun  = spec.FactUpTo(name, "begun", "how much was begun", most)
)

var (
	do, fire, vars           = spec.Do, spec.Fire, spec.Vars
	all, not, anyOf, implies = spec.All, spec.Not, spec.AnyOf, spec.Implies
)

// Conditions that cells look at.
var (
	same     = spec.Define("same", gen.Eq(generation)) // nothing has changed since the look began
	unstored = spec.Define("unstored", stores.Eq(spec.N(0)))
	unpinned = spec.Define("unpinned", pins.Eq(spec.N(0)))
	one      = spec.Define("one", pins.Eq(spec.N(1)))
	sole     = spec.Define("sole", stores.Eq(spec.N(1)))
)

// Conditions that are named for what they mean.
var (
	idle  = all(unstored, unpinned)
	ender = all(one, unstored)  // the look that ends is the last work on the name
	maker = all(sole, unpinned) // the store that ends is
	more  = all(not(unpinned), not(ender))
)

// What several cells do alike.
var (
	letGo  = do(pins.Dec())
	giveUp = do(stores.Dec())
	unlink = do(pins.Dec(), unlinking.Send(File{name}))
	admit  = do(stores.Inc(), storing.Send(File{name}))
	look   = do(pins.Inc(), looking.Send(Look{name, generation}))
	gone   = told.Send(Change{name, spec.False})
)

var cells = []spec.Cell{
	{In: Absent, On: reserve, Do: do(generation.Fresh(), admit), To: Pending},
	{In: Pending, On: reserve, Do: admit},
	{In: Stored, On: reserve, Do: admit}, // it will be replaced; the file that is there counts until then
	{In: Removing, On: reserve, Ignore: "the unlink could take the file that this store would publish"},

	{In: Absent, On: published, Reject: "no store runs"},
	{In: settled, On: published, When: unstored, Reject: "no store runs"},
	{In: settled, On: published, When: all(not(unstored), good),
		Do: do(stores.Dec(), generation.Fresh(), told.Send(Change{name, spec.True})), To: Stored},
	{In: Pending, On: published, When: all(maker, not(good)), To: Absent},
	{In: Pending, On: published, When: all(not(unstored), not(maker), not(good)), Do: giveUp},
	{In: Stored, On: published, When: all(not(unstored), not(good)), Do: giveUp}, // the file that was there still is
	{In: Removing, On: published, Reject: "no store runs beside an unlink"},

	{In: Absent, On: pin, Do: do(generation.Fresh(), look), To: Pending},
	{In: settled, On: pin, Do: look},
	{In: Removing, On: pin, Ignore: "it will be gone"},

	{In: Absent, On: unpin, Reject: "no look runs"},
	{In: present, On: unpin, When: unpinned, Reject: "no look runs"},
	{In: Pending, On: unpin, When: ender, To: Absent},
	{In: Pending, On: unpin, When: more, Do: letGo},
	{In: counted, On: unpin, When: not(unpinned), Do: letGo},

	{In: Absent, On: found, Reject: "no look runs"},
	{In: present, On: found, When: unpinned, Reject: "no look runs"},
	{In: Pending, On: found, When: all(not(unpinned), same), Do: do(pins.Dec(), generation.Fresh()), To: Stored},
	{In: Pending, On: found, When: all(ender, not(same)), To: Absent}, // it was seen, and lost since
	{In: Pending, On: found, When: all(more, not(same)), Do: letGo},
	{In: counted, On: found, When: not(unpinned), Do: letGo},

	{In: Absent, On: lost, Reject: "no look runs"},
	{In: present, On: lost, When: unpinned, Reject: "no look runs"},
	{In: Pending, On: lost, When: ender, To: Absent},
	{In: Pending, On: lost, When: more, Do: letGo},
	{In: Stored, On: lost, When: all(ender, same), Do: do(gone), To: Absent},
	{In: Stored, On: lost, When: all(more, same), Do: do(pins.Dec(), generation.Fresh(), gone), To: Pending},
	{In: Stored, On: lost, When: all(not(unpinned), not(same)), Do: letGo}, // it looked before the file was there
	{In: Removing, On: lost, When: not(unpinned), Do: letGo},

	{In: Absent, On: condemn, Reject: "no look runs"},
	{In: present, On: condemn, When: unpinned, Reject: "no look runs"},
	{In: settled, On: condemn, When: all(not(unpinned), same, unstored), Do: unlink, To: Removing},
	{In: Pending, On: condemn, When: all(ender, not(same)), To: Absent},
	{In: Pending, On: condemn, When: all(more, not(all(same, unstored))), Do: letGo},
	{In: Stored, On: condemn, When: all(not(unpinned), not(all(same, unstored))), Do: letGo}, // it is another file, or will be
	{In: Removing, On: condemn, When: not(unpinned), Do: letGo},

	{In: spec.In(Absent, Pending), On: evict, Ignore: "no file is counted"},
	{In: Stored, On: evict, When: idle, Do: do(unlinking.Send(File{name})), To: Removing},
	{In: Stored, On: evict, When: not(idle), Ignore: "it is read, or about to be replaced"},
	{In: Removing, On: evict, Ignore: "it will be gone"},

	{In: spec.In(Absent, settled), On: removed, Reject: "no unlink runs"},
	{In: Removing, On: removed, When: all(good, unpinned), Do: do(gone), To: Absent},
	{In: Removing, On: removed, When: all(good, not(unpinned)), Do: do(generation.Fresh(), gone), To: Pending},
	{In: Removing, On: removed, When: not(good), Do: do(generation.Fresh()), To: Stored}, // who looked meanwhile may have missed it

	{In: spec.In(Absent, Pending), On: forget, Ignore: "no file is counted"},
	{In: Stored, On: forget, When: idle, To: Absent},
	{In: Stored, On: forget, When: not(idle), Ignore: "it is read, or about to be replaced"},
	{In: Removing, On: forget, Ignore: "it will be gone"},
}

// System is the life of a file in the books, in its world.
var System = spec.System{
	Name: "File",
	Doc: "The file of one stored block as the books know it that bound the bytes of a directory. Modelled: stores that race, " +
		"loads and scans that look, evictions, unlinks that fail or put the file back, other processes that add and remove " +
		"files. Left out: how many bytes a file has and which file goes first (the books add up and keep an order), what is in " +
		"a file (a look that saw one may find it bad), and a crash (the books are made anew by a scan).",
	Cells:      cells,
	Actions:    actions,
	Done:       done,
	Properties: properties,
	Instances:  instances,
	KnownBugs:  knownBugs,
}
