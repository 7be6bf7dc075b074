// Command faulty is a command over specs of which each has one fault, for the tests of package cli.
package main

import (
	"os"

	"github.com/genlock-go/genlock/cli"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/spec"
)

func main() {
	os.Exit(cli.Main(
		cli.Spec{System: lease.System},
		cli.Spec{System: fuse("Gaps", func(s *spec.System) { s.Cells = s.Cells[1:] })},
		cli.Spec{System: fuse("Stuck", func(s *spec.System) { s.Done = nil })},
		cli.Spec{System: fuse("Idle", func(s *spec.System) {
			s.Properties = append(s.Properties, spec.Sometimes{Name: "HalfBlown", Doc: "One is blown, another is not.",
				Holds: spec.All(fuses.In(one, Blown), fuses.In(other, Whole))})
		})},
		cli.Spec{System: fuse("Lax", func(s *spec.System) { s.KnownBugs = []spec.Edit{healing(3)} })},
		cli.Spec{System: fuse("Strict", func(s *spec.System) { s.KnownBugs = []spec.Edit{healing(2)} })},
		cli.Spec{System: fuse("Huge", func(s *spec.System) { s.Instances[0].Sizes = spec.Sizes(spec.Size[Fuse](26)) })},
	))
}

// Fuse is the sort of fuses.
type Fuse spec.Sort

// Overload is the event of a fuse that blows.
type Overload struct{}

const (
	Whole spec.Phase = "Whole"
	Blown spec.Phase = "Blown"
)

var (
	one      = spec.Var[Fuse]("one")
	other    = spec.Var[Fuse]("other")
	fuses    = spec.Each(one, "fuses", Whole, Blown)
	overload = spec.On(fuses, Overload{})
)

// fuse is a system of fuses that each blow once, changed.
func fuse(name string, change func(*spec.System)) spec.System {
	s := spec.System{
		Name: name,
		Doc:  "Fuses.",
		Cells: []spec.Cell{
			{In: Whole, On: overload, To: Blown},
			{In: Blown, On: overload, Reject: "no current runs through it"},
		},
		Actions: []spec.Action{
			{Name: "Blow", By: "current", For: spec.Vars(one), When: fuses.In(one, Whole), Fire: spec.Fire(overload.At(one, Overload{}))},
		},
		Done: spec.Forall(one, fuses.In(one, Blown)),
		Properties: []spec.Property{
			spec.Step{Name: "Blows", Doc: "A fuse under load blows.", On: "Blow", Holds: spec.After(fuses.In(one, Blown))},
		},
		Instances: []spec.Instance{{Name: "only", Sizes: spec.Sizes(spec.Size[Fuse](1))}},
	}
	change(&s)
	return s
}

// healing is a bug that shows itself in two steps, whatever it says of itself.
func healing(length int) spec.Edit {
	return spec.Edit{Name: "healing", Doc: "A blown fuse is whole after the next overload.", Breaks: "Blows",
		Found: []spec.Found{{Instance: "only", Length: length}},
		Changes: []spec.Change{
			spec.SetWhen("Blow", nil),
			spec.ReplaceCells(spec.Cell{In: Blown, On: overload, To: Whole}),
		}}
}
