// Package tcp declares the states of a TCP connection (RFC 9293, figure 5) at both of its ends, and the segments between
// them.
//
// It follows the TLA+ module of that name among the TLA+ examples: one end opens actively and the other passively, nothing
// is sent twice in a row, and either may reset at any time. That module counts 1,182 states, and so does this one.
package tcp

import "github.com/genlock-go/genlock/spec"

type (
	Peer spec.Sort
	Kind spec.Enum // of a segment
)

var (
	nothing  = spec.Word[Kind]("nothing") // is sent
	syn      = spec.Word[Kind]("syn")
	synAck   = spec.Word[Kind]("synAck")
	ack      = spec.Word[Kind]("ack")
	fin      = spec.Word[Kind]("fin")
	ackOfFin = spec.Word[Kind]("ackOfFin")
	rst      = spec.Word[Kind]("rst")
)

const (
	Closed      spec.Phase = "Closed"
	Listen      spec.Phase = "Listen"
	SynSent     spec.Phase = "SynSent"
	SynReceived spec.Phase = "SynReceived"
	Established spec.Phase = "Established"
	FinWait1    spec.Phase = "FinWait1"
	FinWait2    spec.Phase = "FinWait2"
	Closing     spec.Phase = "Closing"
	CloseWait   spec.Phase = "CloseWait"
	LastAck     spec.Phase = "LastAck"
	TimeWait    spec.Phase = "TimeWait"

	Quiet spec.Phase = "Quiet"
	Busy  spec.Phase = "Busy"
)

type (
	OpenActively  struct{}
	OpenPassively struct{}
	Close         struct{}
	Receive       struct{ Kind spec.Value[Kind] }
	Reset         struct{}
	HearReset     struct{ Listens spec.Value[bool] }
	Timeout       struct{}

	Put  struct{ Kind spec.Value[Kind] }
	Take struct{ Last spec.Value[bool] }

	Segment struct {
		To   spec.Value[Peer]
		Kind spec.Value[Kind]
	}
)

var (
	local   = spec.Var[Peer]("local")
	remote  = spec.Var[Peer]("remote")
	kind    = spec.Var[Kind]("kind")
	listens = spec.Var[bool]("listens") // and does not close
	last    = spec.Var[bool]("last")    // it was the only one under way

	ends = spec.Each(local, "ends", Closed, Listen, SynSent, SynReceived, Established,
		FinWait1, FinWait2, Closing, CloseWait, LastAck, TimeWait).
		Doc("One end of the connection.")

	openActively  = spec.On(ends, OpenActively{}).Doc("The user calls.")
	openPassively = spec.On(ends, OpenPassively{}).Doc("The user waits for a call.")
	closes        = spec.On(ends, Close{}).Doc("The user has no more to say.")
	receive       = spec.On(ends, Receive{kind}).Doc("A segment arrives.")
	reset         = spec.On(ends, Reset{}).Doc("It gives the connection up, and says so.")
	hearReset     = spec.On(ends, HearReset{listens}).Doc("The other end has given up.")
	timeout       = spec.On(ends, Timeout{}).Doc("Nothing that is under way can still arrive.")

	// A queue does not tell what was put in last; the wire remembers it.
	wires = spec.Each(local, "wires", Quiet, Busy).Doc("What is under way to one end.")
	tail  = spec.FieldOf[Kind](wires, "tail", "the youngest segment")
	puts  = spec.On(wires, Put{kind}).Doc("A segment is sent.")
	takes = spec.On(wires, Take{last}).Doc("A segment has arrived.")

	network = spec.Queue(Segment{local, kind}, 4, "network", "segments under way to an end").Each(local)
	block   = spec.Fact[bool](local, "block", "the end has a control block")
)

var (
	do, fire, vars, all, not = spec.Do, spec.Fire, spec.Vars, spec.All, spec.Not

	early   = spec.Named("Early", Listen, SynSent)
	open    = spec.Named("Open", SynReceived, Established, CloseWait)
	leaving = spec.Named("Leaving", FinWait1, FinWait2, Closing, LastAck, TimeWait)
	some    = spec.In(early, open, leaving)
)

func is(k spec.Term[Kind]) spec.Bool { return kind.Eq(k) }

const (
	unexpected = "a segment waits until it is expected"
	isOpen     = "opened before"
)

var connection = []spec.Cell{
	{In: Closed, On: openActively, To: SynSent},
	{In: some, On: openActively, Reject: isOpen},
	{In: Closed, On: openPassively, To: Listen},
	{In: some, On: openPassively, Reject: isOpen},

	{In: early, On: closes, To: Closed},
	{In: spec.In(SynReceived, Established), On: closes, To: FinWait1},
	{In: CloseWait, On: closes, To: LastAck},
	{In: spec.In(Closed, leaving), On: closes, Reject: "closed before"},

	{In: early, On: receive, When: is(syn), To: SynReceived, Reply: synAck},
	{In: SynSent, On: receive, When: is(synAck), To: Established, Reply: ack},
	{In: SynReceived, On: receive, When: is(ack), To: Established, Reply: nothing},
	{In: Established, On: receive, When: is(fin), To: CloseWait, Reply: ackOfFin},
	{In: FinWait1, On: receive, When: is(fin), To: Closing, Reply: ackOfFin},
	{In: FinWait1, On: receive, When: is(ackOfFin), To: FinWait2, Reply: nothing},
	{In: FinWait2, On: receive, When: is(fin), To: TimeWait, Reply: ackOfFin},
	{In: Closing, On: receive, When: is(ackOfFin), To: TimeWait, Reply: nothing},
	{In: LastAck, On: receive, When: is(ackOfFin), To: Closed, Reply: nothing},

	{In: Listen, On: receive, When: not(is(syn)), Reject: unexpected},
	{In: SynSent, On: receive, When: not(spec.AnyOf(is(syn), is(synAck))), Reject: unexpected},
	{In: SynReceived, On: receive, When: not(is(ack)), Reject: unexpected},
	{In: spec.In(Established, FinWait2), On: receive, When: not(is(fin)), Reject: unexpected},
	{In: FinWait1, On: receive, When: not(spec.AnyOf(is(fin), is(ackOfFin))), Reject: unexpected},
	{In: spec.In(Closing, LastAck), On: receive, When: not(is(ackOfFin)), Reject: unexpected},
	{In: spec.In(Closed, CloseWait, TimeWait), On: receive, Reject: unexpected},

	{In: spec.In(Closed, some), On: reset, To: TimeWait},
	{In: spec.In(Closed, some), On: hearReset, When: listens, To: Listen},
	{In: spec.In(Closed, some), On: hearReset, When: not(listens), To: Closed},

	{In: TimeWait, On: timeout, To: Closed},
	{In: spec.In(Closed, early, open, FinWait1, FinWait2, Closing, LastAck), On: timeout, Reject: "nothing is waited for"},
}

var wire = []spec.Cell{
	{In: spec.In(Quiet, Busy), On: puts, When: not(is(nothing)),
		Do: do(tail.Becomes(kind), network.Send(Segment{local, kind})), To: Busy},
	{In: spec.In(Quiet, Busy), On: puts, When: is(nothing), Ignore: "nothing is sent"},
	{In: Busy, On: takes, When: last, To: Quiet},
	{In: Busy, On: takes, When: not(last), Ignore: "the youngest is still under way"},
	{In: Quiet, On: takes, Reject: "nothing was under way"},
}
