package statemachine

// A Transition is one event at one entry, as an observer hears of it.
type Transition struct {
	Table    *Table
	Cell     int // index into the table's cells
	From, To int // phases by number
}

// Info is the cell that was met.
func (t Transition) Info() *CellInfo { return t.Table.Cell(t.Cell) }

// String is the transition in a line: "Deliver: InFlight to Hit", "Expire in Hit: ignore (nobody waits)".
func (t Transition) String() string {
	c := t.Info()
	switch {
	case c.Outcome != Apply:
		return c.Event + " in " + t.Table.Phase(t.From) + ": " + c.Outcome.String() + " (" + c.Why + ")" + c.reply()
	case t.From != t.To:
		return c.Event + ": " + t.Table.Phase(t.From) + " to " + t.Table.Phase(t.To) + c.reply()
	default:
		return c.Event + " in " + t.Table.Phase(t.From) + c.reply()
	}
}

// An Observer hears of each transition on the goroutine that made it, after the entry was stored. It must not call back
// into what it observes. nil hears nothing and costs nothing.
type Observer func(Transition)

// Coverage counts how often each cell of a table was met. One goroutine at a time.
type Coverage struct {
	table *Table
	met   []uint64
}

// NewCoverage starts at zero.
func NewCoverage(t *Table) *Coverage { return &Coverage{t, make([]uint64, len(t.Cells))} }

// Observe counts a transition: a method value of it is an Observer.
func (c *Coverage) Observe(t Transition) { c.Add(t.Cell) }

// Add counts one event that met the cell.
func (c *Coverage) Add(cell int) {
	if cell >= 0 && cell < len(c.met) {
		c.met[cell]++
	}
}

// Met is how often the cell was met.
func (c *Coverage) Met(cell int) uint64 { return c.met[cell] }

// Missing are the cells that were never met, reject cells excepted: those can never be.
func (c *Coverage) Missing() []int {
	var missing []int
	for i, n := range c.met {
		if n == 0 && c.table.Cells[i].Outcome != Reject {
			missing = append(missing, i)
		}
	}
	return missing
}
