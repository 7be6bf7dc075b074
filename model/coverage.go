package model

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// Reached is what happened somewhere in the states explored.
type Reached struct {
	Cells     []bool          // by number in System.Cells: the cell applied
	Happened  map[string]bool // actions that were possible
	Changed   map[string]bool // actions that changed something
	Sometimes map[string]bool // properties of that kind that held in some state
}

// Vacuity says what no instance reaches: an action that changes something, a cell (one that rejects excepted), a
// Sometimes. Each report is of one instance of the system.
func Vacuity(sys *ast.System, reports []*Report) []string {
	var unreached []string
	for _, a := range sys.Actions {
		if !some(reports, func(r Reached) bool { return r.Changed[a.Name] }) {
			unreached = append(unreached, "action "+a.Name+" never changes anything")
		}
	}
	for i, c := range sys.Cells {
		if c.Outcome != ast.Reject && !some(reports, func(r Reached) bool { return i < len(r.Cells) && r.Cells[i] }) {
			unreached = append(unreached, "no step reaches the cell "+cellText(c))
		}
	}
	for _, p := range sys.Properties {
		if p.Kind == ast.Sometimes && !some(reports, func(r Reached) bool { return r.Sometimes[p.Name] }) {
			unreached = append(unreached, "sometimes "+p.Name+" never holds")
		}
	}
	return unreached
}

func some(reports []*Report, is func(Reached) bool) bool {
	for _, r := range reports {
		if is(r.Reached) {
			return true
		}
	}
	return false
}

// cellText names a cell: Deliver in InFlight when same and found.
func cellText(c *ast.Cell) string {
	text := fmt.Sprintf("%s in %s", c.Event.Name, c.In.Text())
	if c.When != nil {
		text += " when " + ast.Text(c.When)
	}
	return text
}
