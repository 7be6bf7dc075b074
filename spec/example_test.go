package spec_test

import (
	"fmt"

	"github.com/genlock-go/genlock/spec"
)

type (
	Gate spec.Sort
	Open struct{ Locked spec.Value[bool] }
)

var (
	gate   = spec.Var[Gate]("gate")
	locked = spec.Var[bool]("locked")
	gates  = spec.Each(gate, "gates", "Closed", "Opened")
	open   = spec.On(gates, Open{locked})
)

var gateway = spec.System{
	Name: "Gateway",
	Cells: []spec.Cell{
		{In: spec.Phase("Closed"), On: open, When: spec.Not(locked), To: "Opened"},
		{In: spec.Phase("Closed"), On: open, When: locked, Ignore: "it is locked"},
		{In: spec.Phase("Opened"), On: open, Ignore: "open already"},
	},
	Actions: []spec.Action{
		{Name: "Push", By: "visitor", For: spec.Vars(gate, locked), Fire: spec.Fire(open.At(gate, Open{locked}))},
	},
	Instances: []spec.Instance{{Name: "one", Sizes: spec.Sizes(spec.Size[Gate](1))}},
}

// A forgotten cell is named by its event, its phase and its guard, with an example of the values that meet no cell.
func ExampleValidate() {
	fmt.Println("complete:", spec.Validate(gateway))

	holed := gateway
	holed.Cells = gateway.Cells[:1]
	err := spec.Validate(holed)
	for _, f := range err.(*spec.Invalid).Faults {
		f.Pos = spec.Pos{} // the file and line of the event
		fmt.Println(f)
	}
	// Output:
	// complete: <nil>
	// Open in Closed under locked (gates): no cell applies; for example locked = true
	// Open in Opened (gates): no cell applies; for example locked = false
}

// A known bug is an edit of cells and actions: here the gate forgets to look at its lock.
func ExampleEdit() {
	bug := spec.Edit{
		Name:    "lockIgnored",
		Doc:     "A locked gate opens.",
		Changes: []spec.Change{spec.Assume(open, locked, false)},
	}

	edited, err := gateway.With(bug)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(gateway.Cells), "cells, edited", len(edited.Cells))

	_, err = gateway.With(spec.Edit{Name: "idle", Changes: []spec.Change{spec.SetFair("Push", spec.Unfair)}})
	fmt.Println(err)
	// Output:
	// 3 cells, edited 2
	// spec: edit does not fit: idle: SetFair Push changes nothing
}
