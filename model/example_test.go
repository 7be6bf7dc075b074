package model_test

import (
	"context"
	"fmt"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

func ExampleExplore() {
	system := lampsWorld(2, func(s *spec.System) {
		s.Properties = []spec.Property{spec.Always{Name: "NotBoth", Doc: "There is current for one lamp.",
			Holds: spec.AtMost(spec.NumberOf(lamp, lamps.In(lamp, On)), 1)}}
	})
	report, err := model.Explore(context.Background(), spec.Link(system), model.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Result)
	fmt.Print(report.Trace.Text())
	// Output:
	// safety
	// Lamps, instance some: NotBoth breaks after 2 steps
	//   There is current for one lamp.
	//
	//   0  Init
	//   1  Click(lamp1)  user
	//        lamps[lamp1]: Press: Off → On
	//   2  Click(lamp2)  user
	//        lamps[lamp2]: Press: Off → On
}

func ExampleModel_Apply() {
	m, err := model.New(spec.Link(lampsWorld(1, nil)), "some")
	if err != nil {
		fmt.Println(err)
		return
	}
	happens, err := m.Apply("Burn", []int{0}, model.Entry{Phase: 0}, nil, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(happens.Outcome, happens.Next.Phase, m.System.Cells[happens.Cell].Why)
	// Output: reject 0 no current
}
