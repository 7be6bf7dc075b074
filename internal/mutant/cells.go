package mutant

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// cell makes the edits of one cell. One that rejects is left alone: no edit of it can change what a sound system does,
// which never enters it.
func (g *generator) cell(i int, c *ast.Cell) {
	if c.Outcome == ast.Reject {
		return
	}
	g.phases(i, c)
	for j, e := range c.Do {
		g.addCell(i, Effect, "does not "+ast.EffectText(e), func(c *ast.Cell) { c.Do = leaveOut(c.Do, j) })
	}
	if c.Reply != "" {
		for _, word := range c.ReplyOf.Words.List {
			if word != c.Reply {
				g.addCell(i, Reply, "answers "+word, func(c *ast.Cell) { c.Reply = word })
			}
		}
	}
	if c.Outcome == ast.Ignore {
		g.applies(i, c)
	} else if acts(c) {
		g.addCell(i, Outcome, "is ignored", func(c *ast.Cell) {
			c.Outcome, c.Why, c.Do, c.To = ast.Ignore, "nothing happens", nil, ""
		})
	}
}

func acts(c *ast.Cell) bool { return len(c.Do) > 0 || c.To != "" }

// phases makes the cell lead to each other phase, and stay where it does not.
func (g *generator) phases(i int, c *ast.Cell) {
	if c.To != "" {
		g.addCell(i, Phase, "stays", func(c *ast.Cell) { c.To = ""; silent(c) })
	}
	for _, p := range c.Event.Machine.Phases {
		if p == c.To || len(c.In.Phases) == 1 && c.In.Phases[0] == p && !c.Event.Machine.IsBlank(p) {
			continue
		}
		g.addCell(i, Phase, "to "+p, func(c *ast.Cell) { c.To, c.Outcome, c.Why = p, ast.Apply, "" })
	}
}

// silent gives a cell that no longer does anything a reason, as the vocabulary asks.
func silent(c *ast.Cell) {
	if !acts(c) && c.Reply == "" {
		c.Outcome, c.Why = ast.Ignore, "nothing happens"
	}
}

// applies makes a cell that ignores do what each other cell of its event does.
func (g *generator) applies(i int, c *ast.Cell) {
	seen := map[string]bool{}
	for _, other := range g.original.CellsOf(c.Event) {
		text := deeds(other)
		if other.Outcome != ast.Apply || !acts(other) || seen[text] || len(other.Do) == 0 {
			continue // a cell that only leads elsewhere is what phases makes
		}
		seen[text] = true
		g.addCell(i, Outcome, "does as when "+other.In.Text()+guardText(other), func(c *ast.Cell) {
			c.Outcome, c.Why, c.Do, c.To = ast.Apply, "", other.Do, other.To
			if other.Reply != "" {
				c.Reply = other.Reply
			}
		})
	}
}

func deeds(c *ast.Cell) string {
	text := c.To + " " + c.Reply
	for _, e := range c.Do {
		text += "; " + ast.FullEffectText(e)
	}
	return text
}

func (g *generator) addCell(i int, kind Kind, what string, edit func(*ast.Cell)) {
	sys := g.withCell(i, func(c *ast.Cell) { edit(c); silent(c) })
	g.add(Mutant{Name: cellText(g.original.Cells[i]) + ": " + what, Kind: kind, System: sys, cells: []int{i}})
}

// cellText names a cell: Deliver in InFlight when same and found.
func cellText(c *ast.Cell) string {
	return fmt.Sprintf("%s in %s%s", c.Event.Name, c.In.Text(), guardText(c))
}

func guardText(c *ast.Cell) string {
	if c.When == nil {
		return ""
	}
	return " when " + ast.Text(c.When)
}
