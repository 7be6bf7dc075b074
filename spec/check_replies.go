package spec

import "github.com/genlock-go/genlock/internal/ast"

// replies holds each event to one enumeration of answers, given by all its cells that can be, or by none.
func (c *checker) replies() {
	for _, e := range c.Events {
		answers := c.ReplyType(e)
		if answers.Words == nil {
			continue
		}
		for _, cell := range c.CellsOf(e) {
			switch {
			case cell.Reply == "" && cell.Outcome != ast.Reject:
				c.aboutCell(cell, "")("does not reply, as other cells of %s do", e.Name)
			case cell.Reply != "" && cell.ReplyOf.Words != answers.Words:
				c.aboutCell(cell, "")("replies with a word of %s, other cells of %s with one of %s", cell.ReplyOf.Name, e.Name, answers.Name)
			}
		}
	}
}
