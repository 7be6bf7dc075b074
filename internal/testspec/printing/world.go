package printing

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

var actions = []spec.Action{
	{Name: "Send", By: "user", For: vars(user, printer, hurry),
		When: all(tickets.In(ticket, Unsent), spec.AtMost(orders.Count(Order{Printer: printer}), spool-1)),
		Fire: fire(submit.At(ticket, Submit{})), Do: do(orders.Send(Order{printer, user, hurry}))},
	{Name: "RushHour", By: "user", Doc: "Everybody who waits wants to be first.", Optional: true,
		For: vars(printer), When: printers.In(printer, Busy), Fire: fire(promote.At(printer, Promote{}))},

	{Name: "PowerUp", By: "operator", Fair: spec.Weak, For: vars(printer), When: printers.In(printer, Off),
		Fire: fire(switchOn.At(printer, SwitchOn{}))},
	{Name: "AddPaper", By: "operator", Fair: spec.Weak, For: vars(printer),
		When: all(printers.In(printer, on), sheets.At(printer).Less(spec.N(tray))),
		Fire: fire(refill.At(printer, Refill{}))},

	{Name: "Arrive", By: "printer", Fair: spec.Weak, Take: orders, When: printers.In(printer, on),
		Fire: fire(accept.At(printer, Accept{user, hurry}), admit.At(ticket, Admit{}))},
	{Name: "Pick", By: "printer", Doc: "It serves whom it likes, but it serves somebody.", Fair: spec.WeakAny,
		For: vars(printer, user), When: waiting.At(printer).Has(user), Fire: fire(serve.At(printer, Serve{user}))},
	{Name: "Finish", By: "printer", Fair: spec.Weak, For: vars(printer, user), When: serves.At(printer).Is(user),
		Fire: fire(eject.At(printer, Eject{}), fulfil.At(ticket, Fulfil{})), Do: do(printed.At(printer).Inc())},
}

var properties = []spec.Property{
	spec.Always{Name: "NothingLost", Doc: "An order that has arrived waits at the printer or is being printed.",
		Holds: tickets.In(ticket, Waiting).Eq(spec.AnyOf(waiting.At(printer).Has(user), serves.At(printer).Is(user)))},
	spec.Always{Name: "PaperIsTickets", Doc: "Each printed sheet is somebody's.",
		Holds: printed.At(printer).Eq(spec.NumberOf(user, tickets.In(ticket, Printed)))},
	spec.Step{Name: "UrgentFirst", Doc: "Nobody is served before an urgent order.", On: "Pick",
		Holds: spec.Implies(printers.Changes(printer),
			spec.AnyOf(urgent.At(printer).Has(user), urgent.At(printer).Empty()))},
	spec.Step{Name: "OrderIsKept", Doc: "What is printed stays printed.",
		Holds: spec.Implies(tickets.In(ticket, Printed), spec.After(tickets.In(ticket, Printed)))},
	spec.LeadsTo{Name: "EveryOrderIsPrinted", Doc: "What was sent is printed in the end.",
		From: tickets.In(ticket, Spooled), To: tickets.In(ticket, Printed)},
	spec.Finitely{Name: "OneOrderEach", Doc: "A user sends to a printer only so often.", Action: "Send"},
	spec.Sometimes{Name: "Crowd", Doc: "An order waits while an urgent one does.",
		Holds: all(waiting.At(printer).Has(user), not(urgent.At(printer).Has(user)), not(urgent.At(printer).Empty()))},
}

// System is users, printers and the operator who fills them. Without its Done it deadlocks once all is printed and the
// trays are full.
var System = spec.System{
	Name:       "Printing",
	Doc:        "Printers that users send orders to. Left out: paper jams, and orders of several sheets.",
	Cells:      slices.Concat(printerCells, ticketCells),
	Actions:    actions,
	Done:       spec.Forall(user, spec.Forall(printer, tickets.In(ticket, Printed))),
	Properties: properties,
	Instances: []spec.Instance{
		{Name: "one", Sizes: sizes(1, 1)},
		{Name: "rush", Doc: "Two users in a hurry.", Sizes: sizes(2, 1), With: []string{"RushHour"}},
		{Name: "twoPrinters", Sizes: sizes(1, 2)},
	},
	KnownBugs: []spec.Edit{
		{Name: "unfairTurn", Doc: "An order is begun before an urgent one.", Breaks: "UrgentFirst",
			Found:   []spec.Found{{Instance: "rush", Length: 7}},
			Changes: []spec.Change{spec.Assume(serve, turn, true)}},
		{Name: "overfullTray", Doc: "The operator puts in more than the tray holds.", Breaks: "TypeOK",
			Found: []spec.Found{{Instance: "one", Length: 4}},
			Changes: []spec.Change{spec.ReplaceCells(
				spec.Cell{In: spec.In(Idle, Busy), On: refill, Do: do(sheets.Inc())}),
				spec.SetWhen("AddPaper", printers.In(printer, on))}},
		{Name: "lazyPrinter", Doc: "Nothing makes the printer serve anybody.", Breaks: "EveryOrderIsPrinted",
			Found:   []spec.Found{{Instance: "one"}},
			Changes: []spec.Change{spec.SetFair("Pick", spec.Unfair)}},
	},
}

func sizes(users, printers int) []spec.SortSize {
	return spec.Sizes(spec.Size[User](users), spec.Size[Printer](printers))
}
