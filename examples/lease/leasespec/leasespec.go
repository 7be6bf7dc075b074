// Package leasespec declares leases with fencing tokens, and a storage that hears from clients whose lease is over.
//
// A lease ends by time, and a client may be too slow to notice: it was paused, or its write was. So each lease carries a
// token that is younger than all before it, each write carries the token of its lease, and the storage refuses a write
// that is older than the youngest it has seen.
package leasespec

import "github.com/genlock-go/genlock/spec"

//go:generate go run -tags genlock_bare ../internal/leases generate

type (
	Resource spec.Sort // what a lease is of
	Client   spec.Sort
	Answer   spec.Enum // to a client that asks for a lease
	Verdict  spec.Enum // on a write
)

var (
	denied  = spec.Word[Answer]("denied")
	granted = spec.Word[Answer]("granted")
	refused = spec.Word[Verdict]("refused")
	stored  = spec.Word[Verdict]("stored")
)

// The phases of a lease, and of what the storage holds of a resource.
const (
	Free spec.Phase = "Free"
	Held spec.Phase = "Held"

	Empty   spec.Phase = "Empty"
	Written spec.Phase = "Written"
)

// Events, and the messages that clients and storage exchange.
type (
	Acquire struct{ Client spec.Value[Client] }
	Release struct{ Token spec.Value[spec.Token] }
	Expire  struct{}
	Write   struct{ Token spec.Value[spec.Token] }

	Stamped struct {
		Resource spec.Value[Resource]
		Token    spec.Value[spec.Token]
	}
)

var (
	resource = spec.Var[Resource]("resource")
	client   = spec.Var[Client]("client")
	token    = spec.Var[spec.Token]("token")

	leases = spec.Each(resource, "leases", Free, Held).Doc("Who may write to a resource.")
	fence  = spec.TokenOf(leases, "fence", "the token of the lease that runs")
	holder = spec.OptionOf[Client](leases, "holder", "whose lease runs")

	storage = spec.Each(resource, "storage", Empty, Written).Doc("What was written last to a resource.")
	newest  = spec.TokenOf(storage, "newest", "the youngest token that a write came with")

	acquire = spec.On(leases, Acquire{client}).Doc("A client asks for the lease.")
	release = spec.On(leases, Release{token}).Doc("A client gives its lease back.")
	expire  = spec.On(leases, Expire{}).Doc("The lease has run out.")
	write   = spec.On(storage, Write{token}).Doc("A write arrives.")

	believed = spec.Bag(Stamped{resource, token}, "believed", "leases that some client believes it holds")
	writing  = spec.Bag(Stamped{resource, token}, "writing", "writes on their way to the storage, however slowly")

	own  = spec.Define("own", token.Eq(fence))
	late = spec.Define("late", token.Less(newest))
)

var do, fire, vars, all, not = spec.Do, spec.Fire, spec.Vars, spec.All, spec.Not

// System is the lease service, its clients, and the storage that they share.
var System = spec.System{
	Name: "Lease",
	Doc:  "Leases with fencing tokens. Left out: clocks (a lease may run out at any time) and what is written.",
	Cells: []spec.Cell{
		{In: Free, On: acquire, To: Held, Reply: granted,
			Do: do(fence.Fresh(), holder.Becomes(client), believed.Send(Stamped{resource, fence}))},
		{In: Held, On: acquire, When: holder.Is(client), Reply: granted},
		{In: Held, On: acquire, When: not(holder.Is(client)), Ignore: "another holds it", Reply: denied},

		{In: Free, On: release, Ignore: "it ran out before"},
		{In: Held, On: release, When: own, To: Free},
		{In: Held, On: release, When: not(own), Ignore: "another holds it by now"},

		{In: Free, On: expire, Ignore: "nobody holds it"},
		{In: Held, On: expire, To: Free},

		{In: Empty, On: write, Do: do(newest.Becomes(token)), To: Written, Reply: stored},
		{In: Written, On: write, When: not(late), Do: do(newest.Becomes(token)), Reply: stored},
		{In: Written, On: write, When: late, Ignore: "a later holder has written", Reply: refused},
	},
	Actions: []spec.Action{
		{Name: "Ask", By: "client", For: vars(resource, client), Fire: fire(acquire.At(resource, Acquire{client}))},
		{Name: "Send", By: "client", Peek: believed, When: not(writing.Has(Stamped{resource, token})),
			Do: do(writing.Send(Stamped{resource, token}))},
		{Name: "GiveBack", By: "client", Take: believed, Fire: fire(release.At(resource, Release{token}))},
		{Name: "TimePasses", By: "clock", Fair: spec.Weak, For: vars(resource), Fire: fire(expire.At(resource, Expire{}))},
		{Name: "Arrive", By: "storage", Fair: spec.Weak, Take: writing, Fire: fire(write.At(resource, Write{token}))},
	},
	Properties: properties,
	Instances:  instances,
	KnownBugs:  knownBugs,
}
