package spec

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// reachable reports phases that no cell leads to, directly or by others, from the first.
func (c *checker) reachable(m *ast.Machine) {
	if len(m.Phases) == 0 {
		return
	}
	reached := m.Phases[:1:1]
	for i := 0; i < len(reached); i++ {
		for _, cell := range c.Cells {
			if cell.To != "" && cell.Event != nil && cell.Event.Machine == m && slices.Contains(cell.In.Phases, reached[i]) {
				reached = appendNew(reached, cell.To)
			}
		}
	}
	for _, p := range m.Phases {
		if !slices.Contains(reached, p) {
			c.about("machine "+m.Name, m.Pos)("no cell leads to %s", p)
		}
	}
}
