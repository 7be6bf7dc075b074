// Package order declares an order that is paid over a network which may answer late, or be asked twice.
//
// Each attempt to pay carries a token of its own. Money that arrives under an attempt which no longer counts is sent
// back; so the customer pays once, however often the shop has lost patience.
package order

import "github.com/genlock-go/genlock/spec"

// Order is the sort of orders.
type Order spec.Sort

const (
	New       spec.Phase = "New"
	Paying    spec.Phase = "Paying"
	Paid      spec.Phase = "Paid"
	Shipped   spec.Phase = "Shipped"
	Cancelled spec.Phase = "Cancelled"
)

type (
	Pay     struct{}
	Confirm struct {
		Attempt spec.Value[spec.Token]
		Ok      spec.Value[bool]
	}
	GiveUp   struct{ Attempt spec.Value[spec.Token] }
	Cancel   struct{}
	Dispatch struct{}
)

type (
	// Charge asks the gateway to take or to return the price of an order.
	Charge struct {
		Order   spec.Value[Order]
		Attempt spec.Value[spec.Token]
	}
	// Receipt says what became of a charge.
	Receipt struct {
		Order   spec.Value[Order]
		Attempt spec.Value[spec.Token]
		Ok      spec.Value[bool]
	}
)

var (
	order   = spec.Var[Order]("order")
	attempt = spec.Var[spec.Token]("attempt")
	ok      = spec.Var[bool]("ok")

	orders  = spec.Each(order, "orders", New, Paying, Paid, Shipped, Cancelled).Doc("An order.")
	current = spec.TokenOf(orders, "current", "the attempt that counts")

	pay      = spec.On(orders, Pay{}).Doc("The customer pays.")
	confirm  = spec.On(orders, Confirm{attempt, ok}).Doc("The gateway has answered.")
	giveUp   = spec.On(orders, GiveUp{attempt}).Doc("The shop waits no longer for an attempt.")
	cancel   = spec.On(orders, Cancel{}).Doc("The customer cancels.")
	dispatch = spec.On(orders, Dispatch{}).Doc("The goods leave.")

	charges = spec.Bag(Charge{order, attempt}, "charges", "on their way to the gateway")
	answers = spec.Bag(Receipt{order, attempt, ok}, "answers", "on their way back")
	refunds = spec.Bag(Charge{order, attempt}, "refunds", "money to be sent back")
	taken   = spec.FactUpTo(order, "taken", "how often the gateway holds the price of the order", 2)
)

var (
	do, fire, vars = spec.Do, spec.Fire, spec.Vars
	all, not       = spec.All, spec.Not

	same    = spec.Define("same", attempt.Eq(current))
	settled = spec.Named("Settled", Paid, Shipped)
	asked   = spec.Named("Asked", Paying, settled)
	owed    = spec.Named("Owed", New, Cancelled) // whatever arrives is sent back
)

// System is orders, their shop and the payment gateway.
var System = spec.System{
	Name: "Payment",
	Doc:  "Orders that are paid over a slow network. Left out: prices, and refunds that fail.",
	Cells: []spec.Cell{
		{In: New, On: pay, Do: do(current.Fresh(), charges.Send(Charge{order, current})), To: Paying},
		{In: spec.In(asked, Cancelled), On: pay, Ignore: "asked twice"},

		{In: Paying, On: confirm, When: all(same, ok), To: Paid},
		{In: Paying, On: confirm, When: all(same, not(ok)), To: New},
		{In: settled, On: confirm, When: same, Reject: "an attempt is answered once"},
		{In: asked, On: confirm, When: all(not(same), ok), Do: do(refunds.Send(Charge{order, attempt}))},
		{In: asked, On: confirm, When: all(not(same), not(ok)), Ignore: "an attempt given up has failed"},
		{In: owed, On: confirm, When: ok, Do: do(refunds.Send(Charge{order, attempt}))},
		{In: owed, On: confirm, When: not(ok), Ignore: "an attempt given up has failed"},

		{In: Paying, On: giveUp, When: same, To: New},
		{In: Paying, On: giveUp, When: not(same), Ignore: "an older attempt"},
		{In: spec.In(owed, settled), On: giveUp, Ignore: "nobody waits"},

		{In: spec.In(New, Paying), On: cancel, To: Cancelled},
		{In: Paid, On: cancel, Do: do(refunds.Send(Charge{order, current})), To: Cancelled},
		{In: spec.In(Shipped, Cancelled), On: cancel, Ignore: "too late"},

		{In: Paid, On: dispatch, To: Shipped},
		{In: spec.In(owed, Paying, Shipped), On: dispatch, Ignore: "nothing to send"},
	},
	Actions: []spec.Action{
		{Name: "ClickPay", By: "customer", For: vars(order), Fire: fire(pay.At(order, Pay{}))},
		{Name: "ClickCancel", By: "customer", For: vars(order), Fire: fire(cancel.At(order, Cancel{}))},
		{Name: "Pack", By: "shop", Fair: spec.Weak, For: vars(order), Fire: fire(dispatch.At(order, Dispatch{}))},
		{Name: "Hear", By: "shop", Fair: spec.Weak, Take: answers, Fire: fire(confirm.At(order, Confirm{attempt, ok}))},
		{Name: "LosePatience", By: "shop", Peek: charges, Fire: fire(giveUp.At(order, GiveUp{attempt}))},
		{Name: "TakeMoney", By: "gateway", Fair: spec.Weak, Take: charges,
			Do: do(taken.At(order).Inc(), answers.Send(Receipt{order, attempt, spec.True}))},
		{Name: "Decline", By: "gateway", Take: charges, Do: do(answers.Send(Receipt{order, attempt, spec.False}))},
		{Name: "Refund", By: "gateway", Fair: spec.Weak, Take: refunds, Do: do(taken.At(order).Dec())},
	},
	Properties: []spec.Property{
		spec.Always{Name: "NothingShippedUnpaid", Doc: "Goods leave only when money is held.",
			Holds: spec.Implies(orders.In(order, Shipped), not(taken.At(order).Eq(spec.N(0))))},
		spec.Always{Name: "NoMoneyKept", Doc: "Once nothing is under way, the price is held once if the order is paid, and else not at all.",
			Holds: spec.Implies(quiet, spec.AnyOf(
				all(orders.In(order, settled), taken.At(order).Eq(spec.N(1))),
				all(not(orders.In(order, settled)), taken.At(order).Eq(spec.N(0)))))},
		spec.LeadsTo{Name: "EveryPaymentIsDecided", Doc: "Nobody pays for ever.",
			From: orders.In(order, Paying), To: not(orders.In(order, Paying))},
		spec.Sometimes{Name: "PaidTwice", Doc: "Two attempts have taken the price of one order.",
			Holds: taken.At(order).Eq(spec.N(2))},
	},
	Instances: []spec.Instance{
		{Name: "one", Sizes: spec.Sizes(spec.Size[Order](1)), Tokens: 2},
		{Name: "two", Sizes: spec.Sizes(spec.Size[Order](2)), Tokens: 2},
	},
	KnownBugs: []spec.Edit{
		{Name: "anyAttemptCounts", Doc: "An answer counts whatever attempt it is of.", Breaks: "NoRejectedCell",
			Found:   []spec.Found{{Instance: "one", Length: 7}},
			Changes: []spec.Change{spec.Assume(confirm, same, true)}},
		{Name: "cancelKeeps", Doc: "A paid order that is cancelled is not paid back.", Breaks: "NoMoneyKept",
			Found:   []spec.Found{{Instance: "one", Length: 4}},
			Changes: []spec.Change{spec.ReplaceCells(spec.Cell{In: Paid, On: cancel, To: Cancelled})}},
	},
}

var quiet = spec.AtMost(spec.Sum(answers.Count(Receipt{Order: order}), refunds.Count(Charge{Order: order})), 0)
