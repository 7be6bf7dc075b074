// Package lease declares leases with fencing tokens, and a storage that may hear from a client whose lease is long over.
//
// A lease ends by time, and a client may be too slow to notice. So each lease carries a token that is younger than all
// before it, each write carries the token of its lease, and the storage refuses what is older than the youngest it has
// seen.
package lease

import "github.com/genlock-go/genlock/spec"

type (
	Resource spec.Sort
	Client   spec.Sort
	Answer   spec.Enum // to a client that asks for a lease
)

var (
	denied  = spec.Word[Answer]("denied")
	granted = spec.Word[Answer]("granted")
)

const (
	Free spec.Phase = "Free"
	Held spec.Phase = "Held"
)

type (
	Acquire struct{ Client spec.Value[Client] }
	Release struct{ Token spec.Value[spec.Token] }
	Expire  struct{}
)

// Stamped is a message about a resource that carries the token of a lease.
type Stamped struct {
	Resource spec.Value[Resource]
	Token    spec.Value[spec.Token]
}

var (
	resource = spec.Var[Resource]("resource")
	client   = spec.Var[Client]("client")
	token    = spec.Var[spec.Token]("token")

	leases = spec.Each(resource, "leases", Free, Held).Doc("Who may write to a resource.")
	fence  = spec.TokenOf(leases, "fence", "the token of the lease that runs")
	holder = spec.OptionOf[Client](leases, "holder", "whose lease runs")

	acquire = spec.On(leases, Acquire{client}).Doc("A client asks for the lease.")
	release = spec.On(leases, Release{token}).Doc("A client gives its lease back.")
	expire  = spec.On(leases, Expire{}).Doc("The lease has run out.")

	believed = spec.Bag(Stamped{resource, token}, "believed", "leases that some client believes it holds")
	writing  = spec.Bag(Stamped{resource, token}, "writing", "writes on their way to the storage, however slowly")
	newest   = spec.Fact[spec.Token](resource, "newest", "the youngest token that the storage has seen")
)

var (
	do, fire, vars = spec.Do, spec.Fire, spec.Vars
	all, not       = spec.All, spec.Not

	own = spec.Define("own", token.Eq(fence))
	old = spec.Define("old", token.Less(newest.At(resource)))
)

// System is the lease service, its clients and the storage that they share.
var System = spec.System{
	Name: "Lease",
	Doc:  "Leases with fencing tokens. Left out: clocks (a lease may run out at any time) and what is written.",
	Cells: []spec.Cell{
		{In: Free, On: acquire, Do: do(fence.Fresh(), holder.Becomes(client), believed.Send(Stamped{resource, fence})), To: Held, Reply: granted},
		{In: Held, On: acquire, When: holder.Is(client), Reply: granted},
		{In: Held, On: acquire, When: not(holder.Is(client)), Ignore: "another holds it", Reply: denied},

		{In: Free, On: release, Ignore: "it ran out before"},
		{In: Held, On: release, When: own, To: Free},
		{In: Held, On: release, When: not(own), Ignore: "another holds it by now"},

		{In: Free, On: expire, Ignore: "nobody holds it"},
		{In: Held, On: expire, To: Free},
	},
	Actions: []spec.Action{
		{Name: "Ask", By: "client", For: vars(resource, client), Fire: fire(acquire.At(resource, Acquire{client}))},
		{Name: "Write", By: "client", Peek: believed, When: not(writing.Has(Stamped{resource, token})),
			Do: do(writing.Send(Stamped{resource, token}))},
		{Name: "GiveBack", By: "client", Take: believed, Fire: fire(release.At(resource, Release{token}))},
		{Name: "TimePasses", By: "clock", Fair: spec.Weak, For: vars(resource), Fire: fire(expire.At(resource, Expire{}))},
		{Name: "WriteLands", By: "storage", Fair: spec.Weak, Take: writing, When: not(old), Do: do(newest.At(resource).Becomes(token))},
		{Name: "WriteRefused", By: "storage", Fair: spec.Weak, Take: writing, When: old},
	},
	Properties: []spec.Property{
		spec.Always{Name: "HeldBySomebody", Doc: "A lease that runs has a holder and a token.",
			Holds: leases.In(resource, Free).Eq(holder.At(resource).None())},
		spec.Step{Name: "NoLateWrite", Doc: "Nobody overwrites what a later holder wrote.", On: "WriteLands",
			Holds: not(token.Less(newest.At(resource)))},
		spec.LeadsTo{Name: "EveryLeaseEnds", Doc: "No lease runs for ever.",
			From: leases.In(resource, Held), To: leases.In(resource, Free)},
		spec.Sometimes{Name: "ZombieWrites", Doc: "A write of an older lease is under way while a younger one runs.",
			Holds: all(writing.Has(Stamped{resource, token}), leases.In(resource, Held), token.Less(fence.At(resource)))},
	},
	Instances: []spec.Instance{
		{Name: "one", Sizes: spec.Sizes(spec.Size[Resource](1), spec.Size[Client](2)), Tokens: 2},
		{Name: "twoResources", Sizes: spec.Sizes(spec.Size[Resource](2), spec.Size[Client](1)), Tokens: 2},
	},
	KnownBugs: []spec.Edit{
		{Name: "trustingStorage", Doc: "The storage ignores the token.", Breaks: "NoLateWrite", Found: []spec.Found{{Instance: "one", Length: 7}},
			Changes: []spec.Change{spec.SetWhen("WriteLands", nil)}},
		{Name: "stoppedClock", Doc: "Nothing makes a lease run out.", Breaks: "EveryLeaseEnds", Found: []spec.Found{{Instance: "one"}},
			Changes: []spec.Change{spec.SetFair("TimePasses", spec.Unfair)}},
	},
}
