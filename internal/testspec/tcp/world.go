package tcp

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// What several actions ask and do.
var (
	apart   = not(local.Eq(remote))
	quiet   = wires.In(local, Quiet)
	arrival = receive.At(local, Receive{kind})
	answer  = spec.ReplyOf[Kind](arrival)
	taken   = takes.At(local, Take{spec.AtMost(network.Count(Segment{To: local}), 1)})
)

// unlike holds where a segment is not the one that was sent last to the other end: nothing is sent twice in a row.
func unlike(k spec.Value[Kind]) spec.Bool { return not(tail.At(remote).Eq(k)) }

func sends(k spec.Value[Kind]) spec.Firing { return puts.At(remote, Put{k}) }

var actions = []spec.Action{
	{Name: "Connect", By: "user", Doc: "One end calls the other, which waits for it.",
		For: vars(local, remote), When: all(apart, spec.Forall(peer, fresh)),
		Fire: fire(openActively.At(local, OpenActively{}), openPassively.At(remote, OpenPassively{}), sends(syn)),
		Do:   do(block.At(local).Becomes(spec.True), block.At(remote).Becomes(spec.True))},
	{Name: "CloseEarly", By: "user", Doc: "The user thinks better of it.",
		For: vars(local), When: ends.In(local, early),
		Fire: fire(closes.At(local, Close{})), Do: do(block.At(local).Becomes(spec.False))},
	{Name: "Close", By: "user", Doc: "The user has no more to say.",
		For: vars(local, remote), When: all(apart, ends.In(local, open), unlike(fin)),
		Fire: fire(closes.At(local, Close{}), sends(fin))},

	{Name: "Arrive", By: "network", Doc: "The oldest segment arrives, and is answered.", Fair: spec.Weak,
		For: vars(remote), Take: network, When: all(apart, spec.Moves(arrival), spec.AnyOf(answer.Eq(nothing), unlike(answer))),
		Fire: fire(arrival, taken, sends(answer))},
	{Name: "ResetArrives", By: "network", Doc: "The other end has given up.", Fair: spec.Weak,
		For: vars(listens), Take: network, When: is(rst), Fire: fire(hearReset.At(local, HearReset{listens}), taken)},
	{Name: "GiveUp", By: "user", Doc: "An end gives the connection up.",
		For: vars(local, remote), When: all(apart, block.At(local), unlike(rst)),
		Fire: fire(reset.At(local, Reset{}), sends(rst))},
	{Name: "Expire", By: "clock", Doc: "Twice the longest life of a segment has passed.", Fair: spec.Weak,
		For: vars(local), When: all(ends.In(local, TimeWait), block.At(local)),
		Fire: fire(timeout.At(local, Timeout{})), Do: do(block.At(local).Becomes(spec.False))},
}

var (
	peer  = spec.Var[Peer]("peer")
	fresh = all(ends.In(peer, Closed), not(block.At(peer)), wires.In(peer, Quiet))
)

// System is the two ends of one connection.
var System = spec.System{
	Name: "TCP",
	Doc: "The states of a TCP connection. Left out: data, sequence numbers, segments that are lost or sent again, and " +
		"acknowledgements of a FIN that travel with the next one.",
	Cells:   slices.Concat(connection, wire),
	Actions: actions,
	Done:    spec.Forall(peer, ends.In(peer, Closed)),
	Properties: []spec.Property{
		spec.Always{Name: "Agreement", Doc: "Once nothing is under way, both ends are established or none.",
			Holds: spec.Implies(all(quiet, wires.In(remote, Quiet)),
				ends.In(local, Established).Eq(ends.In(remote, Established)))},
		spec.Sometimes{Name: "BothEstablished", Doc: "The handshake has succeeded.",
			Holds: spec.Forall(peer, ends.In(peer, Established))},
		spec.Sometimes{Name: "BothClosing", Doc: "Both ends have closed at once.",
			Holds: spec.Forall(peer, ends.In(peer, Closing))},
	},
	Instances: []spec.Instance{{Name: "two", Sizes: spec.Sizes(spec.Size[Peer](2))}},
	KnownBugs: []spec.Edit{
		{Name: "twoWayHandshake", Doc: "The caller does not acknowledge.", Breaks: "Agreement",
			Found: []spec.Found{{Instance: "two", Length: 3}},
			Changes: []spec.Change{spec.ReplaceCells(
				spec.Cell{In: SynSent, On: receive, When: is(syn), To: SynReceived, Reply: synAck},
				spec.Cell{In: SynSent, On: receive, When: is(synAck), To: Established, Reply: nothing},
				spec.Cell{In: SynSent, On: receive, When: not(spec.AnyOf(is(syn), is(synAck))), Reject: unexpected})}},
	},
}
