package model

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/quotient"
)

// enoughValues of each sort are as good as all to try guards, which compare values and do nothing else with them: one for
// each that a guard names, and one that it does not.
const enoughValues = 3

// ignoresTheDead tries every cell with tokens that are not the entry's own.
func ignoresTheDead(sys *ast.System, instance *ast.Instance, q *quotient.Quotient) error {
	small := withTokens(instance, deadToken)
	small.Sizes = map[string]int{}
	for sort, n := range instance.Sizes {
		small.Sizes[sort] = min(n, enoughValues)
	}
	m, err := Compile(sys, small)
	if err != nil {
		return err
	}
	for _, e := range sys.Events {
		for i, v := range e.Args {
			if v.Type.Kind != ast.Token || q.Own[e.Machine] == nil {
				continue
			}
			if cell := m.appliesToTheDead(e, i, q.Own[e.Machine]); cell != nil {
				return &quotient.Reason{Where: "cell " + cellText(cell),
					What: fmt.Sprintf("it does not ignore a %s that is not the entry's %s", v.Name, q.Own[e.Machine].Name)}
			}
		}
	}
	return m.err
}

// appliesToTheDead is a cell that does something under a token that is not the entry's own, or nil. The token is an argument
// of the event.
func (m *Model) appliesToTheDead(e *ast.Event, arg int, own *ast.Field) *ast.Cell {
	place := m.layout.machines[e.Machine].fields[own] - 1
	x := &frame{now: make([]byte, m.layout.size)}
	key := make([]int, len(e.Machine.Keys))
	for entry := range m.Entries(e.Machine) {
		if entry.Fields[place] > ownToken {
			continue
		}
		for args := range m.Arguments(e) {
			if args[arg] != deadToken {
				continue
			}
			at, err := m.at(e, key, args)
			if err == nil {
				err = m.put(x.now, at, entry)
			}
			if err != nil {
				m.fail("%v", err)
				return nil
			}
			if cell := at.judge(x).cell; cell < 0 || m.System.Cells[cell].Outcome != ast.Ignore {
				return m.System.Cells[max(cell, 0)]
			}
		}
	}
	return nil
}
