// Package lamps declares lamps, each with a switch: the smallest system there is.
package lamps

import "github.com/genlock-go/genlock/spec"

// Lamp is the sort of lamps.
type Lamp spec.Sort

// Press is the event of a switch that is pressed.
type Press struct{}

const (
	Off spec.Phase = "Off"
	On  spec.Phase = "On"
)

var (
	lamp  = spec.Var[Lamp]("lamp")
	lamps = spec.Each(lamp, "lamps", Off, On).Doc("A lamp.")
	press = spec.On(lamps, Press{}).Doc("Its switch is pressed.")
)

// System is lamps and somebody who presses their switches.
var System = spec.System{
	Name: "Lamps",
	Doc:  "Lamps, each with a switch.",
	Cells: []spec.Cell{
		{In: Off, On: press, To: On},
		{In: On, On: press, To: Off},
	},
	Actions: []spec.Action{
		{Name: "Click", By: "user", For: spec.Vars(lamp), Fire: spec.Fire(press.At(lamp, Press{}))},
	},
	Properties: []spec.Property{
		spec.Step{Name: "OneAtATime", Doc: "A click is about one lamp.", On: "Click",
			Holds: spec.Implies(lamps.Changes(other), other.Eq(lamp))},
		spec.Sometimes{Name: "Bright", Doc: "All lamps are on.", Holds: spec.Forall(lamp, lamps.In(lamp, On))},
	},
	Instances: []spec.Instance{
		{Name: "one", Sizes: spec.Sizes(spec.Size[Lamp](1))},
		{Name: "three", Sizes: spec.Sizes(spec.Size[Lamp](3))},
	},
}

var other = spec.Var[Lamp]("other")
