package filespec

import "github.com/genlock-go/genlock/spec"

// What actions look at.
var (
	open      = spec.AtMost(begun.At(name), most-1)
	closed    = begun.At(name).Eq(spec.N(most))
	roomToSay = spec.Define("roomToSay", spec.AtMost(told.Count(Change{Name: name}), 1))

	done = spec.Define("done", spec.Forall(name, all(closed, quiet, not(told.Has(Change{Name: name})))))
)

// quiet: nobody works on the name.
var quiet = anyOf(file.In(name, Absent), all(file.In(name, Stored), stores.At(name).Eq(spec.N(0)), pins.At(name).Eq(spec.N(0))))

var actions = []spec.Action{
	{Name: "BeginStore", By: "worker", Doc: "A store of the block begins.",
		For: vars(name), When: all(open, spec.AtMost(stores.At(name), 1)), Fire: fire(reserve.At(name, Reserve{})), Do: do(begun.At(name).Inc())},
	{Name: "Publish", By: "worker", Doc: "A store renames its temporary file.",
		Fair: spec.Weak, Take: storing, Do: do(onDisk.At(name).Becomes(spec.True), renamed.Send(File{name}))},
	{Name: "TellPublished", By: "worker", Doc: "A store that has published says so.",
		Fair: spec.Weak, Take: renamed, When: roomToSay, Fire: fire(published.At(name, Published{spec.True}))},
	{Name: "StoreFails", By: "worker", Doc: "A store ends with nothing under the name, and says so.",
		Take: storing, Fire: fire(published.At(name, Published{spec.False}))},

	{Name: "BeginLook", By: "worker", Doc: "A load or a scan begins to look at the file.",
		For: vars(name), When: all(open, spec.AtMost(pins.At(name), 1)), Fire: fire(pin.At(name, Pin{})), Do: do(begun.At(name).Inc())},
	{Name: "See", By: "worker", Doc: "A look sees whether the file is there.",
		Fair: spec.Weak, Take: looking, Do: do(saw.Send(Sight{name, gen, onDisk.At(name)}))},
	{Name: "LookFails", By: "worker", Doc: "A look ends without having seen anything.",
		Take: looking, Fire: fire(unpin.At(name, Unpin{}))},
	{Name: "TellThere", By: "worker", Doc: "A look says that it saw the file.",
		Fair: spec.Weak, Take: saw, When: there, Fire: fire(found.At(name, Found{gen}))},
	{Name: "TellBad", By: "worker", Doc: "A look says that it saw the file, and that it is bad.",
		Take: saw, When: there, Fire: fire(condemn.At(name, Condemn{gen}))},
	{Name: "TellGone", By: "worker", Doc: "A look says that it saw no file.",
		Fair: spec.Weak, Take: saw, When: all(not(there), roomToSay), Fire: fire(lost.At(name, Lost{gen}))},

	{Name: "MakeRoom", By: "worker", Doc: "A store of another block needs the room.",
		For: vars(name), When: open, Fire: fire(evict.At(name, Evict{})), Do: do(begun.At(name).Inc())},
	{Name: "TakeAway", By: "worker", Doc: "An unlink takes the file away.",
		Fair: spec.Weak, Take: unlinking, Do: do(onDisk.At(name).Becomes(spec.False), aside.Send(File{name}))},
	{Name: "TellRemoved", By: "worker", Doc: "An unlink says that the file is gone.",
		Fair: spec.Weak, Take: aside, When: roomToSay, Fire: fire(removed.At(name, Removed{spec.True}))},
	{Name: "PutBack", By: "worker", Doc: "An unlink sees that it took another file away than the bad one, and puts it back.",
		Take: aside, Do: do(onDisk.At(name).Becomes(spec.True)), Fire: fire(removed.At(name, Removed{spec.False}))},
	{Name: "UnlinkFails", By: "worker", Doc: "An unlink fails, and the file stays.",
		Take: unlinking, Fire: fire(removed.At(name, Removed{spec.False}))},
	{Name: "OutgrowBooks", By: "worker", Doc: "The books of somebody who does not bound the directory are full.", Optional: true,
		For: vars(name), Fire: fire(forget.At(name, Forget{}))},

	{Name: "Hear", By: "tier", Doc: "The next change is heard.",
		Fair: spec.Weak, Take: told, Do: do(heard.At(name).Becomes(there))},
	{Name: "Appear", By: "others", Doc: "Another process stores the block.",
		For: vars(name), When: not(onDisk.At(name)), Do: do(onDisk.At(name).Becomes(spec.True))},
	{Name: "Disappear", By: "others", Doc: "Another process removes the file.",
		For: vars(name), When: onDisk.At(name), Do: do(onDisk.At(name).Becomes(spec.False))},
}
