package model

import (
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// phasePart is the part of an entry that is its phase.
const phasePart = "phase"

// changes are the differences of entries and facts between two states.
func (l *layout) changes(sys *ast.System, before, after []byte) []Change {
	var changes []Change
	note := func(at, part, from, to string) {
		if from != to {
			changes = append(changes, Change{at, part, from, to})
		}
	}
	for _, m := range sys.Machines {
		e := l.machines[m]
		for i := range e.keys.size() {
			at, place := placeText(m.Name, m.Keys, e.keys.tuple(i)), e.at(i)
			note(at, phasePart, m.Phases[before[place]], m.Phases[after[place]])
			for j, f := range m.Fields {
				note(at, f.Name, fieldText(f, before[place+1+j]), fieldText(f, after[place+1+j]))
			}
		}
	}
	for _, f := range sys.Facts {
		v := l.facts[f]
		for i := range v.keys.size() {
			at, place := placeText(f.Name, f.Keys, v.keys.tuple(i)), v.base+i
			note(at, "", valueText(f.Type, int(before[place])), valueText(f.Type, int(after[place])))
		}
	}
	return changes
}

// fieldText is what a field holds: 2, key1, none, {request1, request2}.
func fieldText(f *ast.Field, held byte) string {
	switch f.Shape {
	case ast.Set, ast.Mark:
		var members []string
		for i := range maxMembers {
			if held>>i&1 != 0 {
				members = append(members, valueText(f.Type, i))
			}
		}
		return "{" + strings.Join(members, ", ") + "}"
	case ast.Option:
		if held == 0 {
			return "none"
		}
		return valueText(f.Type, int(held)-1)
	default:
		return valueText(f.Type, int(held))
	}
}
