// Package ferry declares boats, quays and cars that wait. It means nothing: it says each thing that a spec can say and
// that TLA+, or TLC, could take otherwise than it is meant. Conditions that are true in several ways at once, names for
// them, queues of all kinds, replies that are arguments, events at many entries of two machines in one step.
package ferry

import "github.com/genlock-go/genlock/spec"

type (
	Car  spec.Sort
	Quay spec.Sort

	Light spec.Enum

	Dock  struct{ Car spec.Value[Car] }
	Board struct {
		Car   spec.Value[Car]
		Light spec.Value[Light]
	}
	Leave struct{ Hurry spec.Value[bool] }
	Queue struct{}
	Ride  struct{ Light spec.Value[Light] }

	Call struct {
		Quay spec.Value[Quay]
		Car  spec.Value[Car]
	}
	Note struct{ Car spec.Value[Car] }
	Slip struct {
		Car   spec.Value[Car]
		Light spec.Value[Light]
	}
)

var (
	red   = spec.Word[Light]("red")
	green = spec.Word[Light]("green")

	car   = spec.Var[Car]("car")
	car2  = spec.Var[Car]("car2")
	quay  = spec.Var[Quay]("quay")
	quay2 = spec.Var[Quay]("quay2")
	quay3 = spec.Var[Quay]("quay3")
	light = spec.Var[Light]("light")
	hurry = spec.Var[bool]("hurry")
	level = spec.UpTo("level", 1)
	ride  = spec.Of(car, quay)
)

var (
	boats  = spec.Each(quay, "boats", "Away", "Docked", "Full", "Sunk").Blank("Sunk").Doc("A boat at each quay.")
	aboard = spec.CountTo(boats, "aboard", "how many cars", 2)
	lane   = spec.SetOf[Car](boats, "lane", "who may board")
	paid   = spec.MarkOn(lane, "paid", "who has paid")
	lamp   = spec.FieldOf[Light](boats, "lamp", "at the gangway")
	bound  = spec.FieldOf[bool](boats, "bound", "it may leave")
	last   = spec.OptionOf[Car](boats, "last", "who boarded last")

	rides = spec.Each(ride, "rides", "Off", "Waiting", "On")

	horn  = spec.Queue(Call{quay, car}, 2, "horn", "who is called, at each quay").Each(quay)
	log   = spec.Queue(Note{car}, 2, "log", "who was called")
	slips = spec.Bag(Slip{car, light}, "slips", "what was paid")

	tide = spec.FactUpTo(quay, "tide", "how high it is", 1)
	toll = spec.Fact[bool](ride, "toll", "it is asked for")
)

var (
	dock   = spec.On(boats, Dock{car})
	board  = spec.On(boats, Board{car, light})
	leave  = spec.On(boats, Leave{hurry})
	queue  = spec.On(rides, Queue{})
	ridden = spec.On(rides, Ride{light})
)

var (
	do, all, anyOf, not, implies = spec.Do, spec.All, spec.AnyOf, spec.Not, spec.Implies

	inLane = spec.Define("inLane", lane.Has(car))
	room   = spec.Define("room", aboard.Less(spec.N(2)))
	bright = spec.Define("bright", anyOf(light.Eq(green), paid.Has(car)))

	// A disjunction under a name, true in several ways at once.
	calm = spec.Define("calm", anyOf(tide.At(quay).Eq(spec.N(0)), tide.At(quay).Less(spec.N(1)), not(boats.In(quay, spec.Phase("Full")))))
	busy = spec.Define("busy", spec.Exists(quay3, boats.In(quay3, spec.Phase("Full"))))
	// It is about the variable of a ForEach.
	waits = spec.Define("waits", rides.In(ride, spec.Phase("Waiting")))
	there = spec.Define("there", rides.In(spec.Of(car, quay2), spec.Phase("Waiting")))
)

var cells = []spec.Cell{
	{In: spec.Phase("Away"), On: dock, Do: do(lane.Add(car), paid.Mark(car), slips.Send(Slip{car, red})), To: "Docked"},
	{In: spec.In(spec.Phase("Docked"), spec.Phase("Full")), On: dock, When: inLane, Do: do(paid.MarkAll(), lane.Remove(car), last.Clear())},
	{In: spec.In(spec.Phase("Docked"), spec.Phase("Full")), On: dock, When: not(inLane), Do: do(lane.Add(car), last.Becomes(car), lamp.Becomes(green))},
	{In: spec.Phase("Sunk"), On: dock, Ignore: "it is gone"},

	{In: spec.Phase("Docked"), On: board, When: all(room, bright), Do: do(aboard.Inc(), bound.Becomes(lane.Has(car)), horn.Send(Call{quay, car}), log.Send(Note{car})), Reply: green},
	{In: spec.Phase("Docked"), On: board, When: all(room, not(bright)), Reply: red, Ignore: "it is dark"},
	{In: spec.Phase("Docked"), On: board, When: not(room), To: "Full", Reply: red},
	{In: spec.In(spec.Phase("Away"), spec.Phase("Full"), spec.Phase("Sunk")), On: board, Reply: red, Ignore: "no boat"},

	{In: spec.In(spec.Phase("Docked"), spec.Phase("Full")), On: leave, When: not(hurry), To: "Away"},
	{In: spec.In(spec.Phase("Docked"), spec.Phase("Full")), On: leave, When: hurry, Do: do(lane.Clear()), To: "Sunk"},
	{In: spec.In(spec.Phase("Away"), spec.Phase("Sunk")), On: leave, Ignore: "no boat"},

	{In: spec.Phase("Off"), On: queue, To: "Waiting"},
	{In: spec.In(spec.Phase("Waiting"), spec.Phase("On")), On: queue, Ignore: "it waits"},

	{In: spec.In(spec.Phase("Off"), spec.Phase("Waiting")), On: ridden, When: light.Eq(green), To: "On"},
	{In: spec.In(spec.Phase("Off"), spec.Phase("Waiting")), On: ridden, When: light.Eq(red), To: "Off"},
	{In: spec.Phase("On"), On: ridden, To: "Off"},
}

var actions = []spec.Action{
	{Name: "Arrive", For: spec.Vars(car, quay), Doc: "Waits for calm water: a name for a disjunction.",
		When: all(calm, spec.AtMost(slips.Count(Slip{Car: car}), 1)), Fire: spec.Fire(dock.At(quay, Dock{car}))},
	{Name: "Enter", By: "driver", For: spec.Vars(car, quay, light), Doc: "The reply of one event is the argument of another.",
		When: all(
			implies(spec.Exists(quay2, boats.In(quay2, spec.Phase("Full"))), light.Eq(red)),
			spec.AtMost(horn.Count(Call{Quay: quay}), 1), spec.AtMost(log.Count(Note{}), 1),
			spec.AtMost(horn.Count(Call{Car: car}), 1),
			not(not(anyOf(light.Eq(red), slips.Has(Slip{Car: car}))))),
		Fire: spec.Fire(board.At(quay, Board{car, light}),
			ridden.At(ride, Ride{spec.ReplyOf[Light](board.At(quay, Board{car, light}))}))},
	{Name: "Answer", By: "driver", Take: horn, Fire: spec.Fire(queue.At(ride, Queue{})),
		Do: do(toll.At(ride).Becomes(anyOf(busy, not(toll.At(ride)))))},
	{Name: "Read", By: "driver", Take: log, When: anyOf(toll.At(spec.Of(car, quay)), calm), For: spec.Vars(quay),
		Fire: spec.Fire(ridden.At(spec.Of(car, quay2), Ride{red}).ForEach(quay2).Where(there))},
	{Name: "Sail", By: "captain", For: spec.Vars(quay, hurry, quay2),
		When: all(quay.Eq(quay2).Eq(not(busy)), implies(hurry, boats.In(quay, spec.Phase("Full")))),
		Fire: spec.Fire(leave.At(quay, Leave{hurry}),
			ridden.At(ride, Ride{green}).ForEach(car).Where(all(waits, not(busy)))),
		Do: do(tide.At(quay).Becomes(tide.At(quay2)))},
	{Name: "Lose", By: "wind", Take: slips, When: all(toll.At(spec.Of(car, quay)), light.Eq(red)), For: spec.Vars(quay)},
	{Name: "Turn", By: "moon", For: spec.Vars(quay, level), When: not(tide.At(quay).Eq(level)),
		Do: do(tide.At(quay).Becomes(level))},
	{Name: "Storm", By: "wind", Doc: "Two events, each wherever it is due.",
		Fire: spec.Fire(leave.At(quay, Leave{spec.True}).ForEach(quay).Where(all(boats.In(quay, spec.Phase("Full")), not(calm))),
			ridden.At(ride, Ride{green}).ForEach(car, quay).Where(waits))},
	{Name: "Peep", By: "gull", Optional: true, Peek: slips, When: spec.NumberOf(quay2, boats.In(quay2, spec.Phase("Sunk"))).Eq(spec.N(1)),
		Do: do(toll.At(spec.Of(car, quay)).Becomes(spec.True)), For: spec.Vars(quay)},
}

// System is the ferry in its world.
var System = spec.System{
	Name: "Ferry", Doc: "Boats, quays, and cars that wait.", Cells: cells, Actions: actions,
	Done: anyOf(spec.Forall(quay, boats.In(quay, spec.Phase("Sunk"))), spec.Exists(quay, boats.In(quay, spec.Phase("Sunk")))),
	Properties: []spec.Property{
		spec.Always{Name: "FewCalls", Holds: spec.AtMost(spec.Sum(horn.Count(Call{}), log.Count(Note{car})), 4)},
		spec.Step{Name: "SinkingIsFinal", Holds: implies(boats.In(quay, spec.Phase("Sunk")), spec.After(boats.In(quay, spec.Phase("Sunk"))))},
		spec.Step{Name: "CalmStays", On: "Answer", Holds: all(implies(calm, spec.After(calm)), not(spec.After(not(boats.In(quay, spec.Phase("Docked"), spec.Phase("Away"), spec.Phase("Full"), spec.Phase("Sunk"))))))},
		spec.LeadsTo{Name: "CarsGetOff", From: rides.In(ride, spec.Phase("On")), To: anyOf(not(rides.In(ride, spec.Phase("On"))), spec.True)},
		spec.Always{Name: "LampsAreBound", Holds: implies(all(bound.At(quay), last.At(quay).Is(car)), anyOf(last.At(quay).Is(car), lamp.At(quay).Eq(green)))},
		spec.Always{Name: "NoBoatSinks", Doc: "It does.", Optional: true, Holds: not(boats.In(quay, spec.Phase("Sunk")))},
		spec.Sometimes{Name: "BothDark", Holds: spec.Moves(board.At(quay, Board{car2, red}))},
	},
	Instances: []spec.Instance{
		{Name: "one", Sizes: spec.Sizes(spec.Size[Car](1), spec.Size[Quay](1))},
		{Name: "gull", Sizes: spec.Sizes(spec.Size[Car](1), spec.Size[Quay](1)), With: []string{"Peep"}, Without: []string{"Turn"}},
		{Name: "sinks", Sizes: spec.Sizes(spec.Size[Car](1), spec.Size[Quay](1)), With: []string{"NoBoatSinks"}},
	},
}
