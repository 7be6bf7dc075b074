// Package printing declares printers that users send orders to.
//
// Orders of one printer arrive in the order in which they were sent. The printer then serves whom it likes, urgent
// orders first, as long as it has paper. A user sends one order to each printer; when all are printed, all is done.
package printing

import "github.com/genlock-go/genlock/spec"

type (
	User    spec.Sort
	Printer spec.Sort
)

const (
	Off  spec.Phase = "Off"
	Idle spec.Phase = "Idle"
	Busy spec.Phase = "Busy"

	Unsent  spec.Phase = "Unsent"
	Spooled spec.Phase = "Spooled"
	Waiting spec.Phase = "Waiting"
	Printed spec.Phase = "Printed"
)

// Events of printers.
type (
	SwitchOn struct{}
	Accept   struct {
		User  spec.Value[User]
		Hurry spec.Value[bool]
	}
	Serve   struct{ User spec.Value[User] }
	Eject   struct{}
	Refill  struct{}
	Promote struct{}
)

// Events of tickets.
type (
	Submit struct{}
	Admit  struct{}
	Fulfil struct{}
)

// Order is the message by which a user asks a printer.
type Order struct {
	Printer spec.Value[Printer]
	User    spec.Value[User]
	Hurry   spec.Value[bool]
}

var (
	user    = spec.Var[User]("user")
	printer = spec.Var[Printer]("printer")
	hurry   = spec.Var[bool]("hurry")
	ticket  = spec.Of(user, printer)

	printers = spec.Each(printer, "printers", Off, Idle, Busy).Doc("A printer.")
	waiting  = spec.SetOf[User](printers, "waiting", "whose orders have arrived and are not yet served")
	urgent   = spec.MarkOn(waiting, "urgent", "to be served before the others")
	serves   = spec.OptionOf[User](printers, "serves", "whose order is being printed")
	sheets   = spec.CountTo(printers, "sheets", "paper in the tray", tray)

	tickets = spec.Each(ticket, "tickets", Unsent, Spooled, Waiting, Printed).Doc("What became of a user's order.")

	orders  = spec.Queue(Order{printer, user, hurry}, spool, "orders", "on their way to the printer").Each(printer)
	printed = spec.FactUpTo(printer, "printed", "what lies in the output tray", tray)
)

const (
	tray  = 2 // sheets
	spool = 2 // orders
)

var (
	switchOn = spec.On(printers, SwitchOn{}).Doc("It is switched on.")
	accept   = spec.On(printers, Accept{user, hurry}).Doc("An order arrives.")
	serve    = spec.On(printers, Serve{user}).Doc("A user's order is begun.")
	eject    = spec.On(printers, Eject{}).Doc("A sheet is printed.")
	refill   = spec.On(printers, Refill{}).Doc("A sheet is put into the tray.")
	promote  = spec.On(printers, Promote{}).Doc("Everybody is in a hurry.")

	submit = spec.On(tickets, Submit{}).Doc("The order is sent.")
	admit  = spec.On(tickets, Admit{}).Doc("The order has arrived.")
	fulfil = spec.On(tickets, Fulfil{}).Doc("The order is printed.")
)

var (
	do, fire, vars = spec.Do, spec.Fire, spec.Vars
	all, not       = spec.All, spec.Not

	on     = spec.Named("On", Idle, Busy)
	waits  = spec.Define("waits", waiting.Has(user))
	turn   = spec.Define("turn", spec.AnyOf(urgent.Has(user), urgent.Empty()))
	empty  = spec.Define("empty", sheets.Eq(spec.N(0)))
	filled = spec.Define("filled", sheets.Eq(spec.N(tray)))
)

var printerCells = []spec.Cell{
	{In: Off, On: switchOn, To: Idle},
	{In: on, On: switchOn, Reject: "it is switched on once"},

	{In: on, On: accept, When: hurry, Do: do(waiting.Add(user), urgent.Mark(user))},
	{In: on, On: accept, When: not(hurry), Do: do(waiting.Add(user))},
	{In: Off, On: accept, Reject: "it takes no orders while it is off"},

	{In: Idle, On: serve, When: all(waits, turn, not(empty)),
		Do: do(waiting.Remove(user), serves.Becomes(user), sheets.Dec()), To: Busy},
	{In: Idle, On: serve, When: all(waits, turn, empty), Ignore: "out of paper"},
	{In: Idle, On: serve, When: all(waits, not(turn)), Ignore: "an urgent order comes first"},
	{In: Idle, On: serve, When: not(waits), Reject: "only an order that waits is begun"},
	{In: spec.In(Off, Busy), On: serve, Ignore: "not ready"},

	{In: Busy, On: eject, Do: do(serves.Clear()), To: Idle},
	{In: spec.In(Off, Idle), On: eject, Reject: "nothing is being printed"},

	{In: on, On: refill, When: not(filled), Do: do(sheets.Inc())},
	{In: on, On: refill, When: filled, Reject: "nobody fills a full tray"},
	{In: Off, On: refill, Reject: "the tray is locked while it is off"},

	{In: on, On: promote, Do: do(urgent.MarkAll())},
	{In: Off, On: promote, Reject: "nobody waits while it is off"},
}

var ticketCells = []spec.Cell{
	{In: Unsent, On: submit, To: Spooled},
	{In: spec.In(Spooled, Waiting, Printed), On: submit, Reject: "one order to each printer"},

	{In: Spooled, On: admit, To: Waiting},
	{In: spec.In(Unsent, Waiting, Printed), On: admit, Reject: "an order arrives once"},

	{In: Waiting, On: fulfil, To: Printed},
	{In: spec.In(Unsent, Spooled, Printed), On: fulfil, Reject: "only what waits is printed"},
}
