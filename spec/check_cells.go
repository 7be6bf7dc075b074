package spec

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// cells judges each cell by itself.
func (c *checker) cells() {
	for i, cell := range c.Cells {
		source := c.source.Cells[i]
		if cell.Event == nil {
			c.about(fmt.Sprintf("cell %d", i+1), cell.Pos)("has no event")
			continue
		}
		report := c.aboutCell(cell, "")
		c.saysOneThing(report, source, cell)
		s := scope{checker: c, report: report, machine: cell.Event.Machine}.binding(cell.Event.Machine.Keys...).binding(cell.Event.Args...)
		s.phases(s.machine, cell.In.Phases)
		if cell.To != "" {
			s.phases(s.machine, []string{cell.To})
		}
		s.check(cell.When)
		for _, e := range cell.Do {
			s.cellEffect(e)
		}
		c.draws(report, cell)
		c.sendsTwice(report, cell.Do)
	}
}

// saysOneThing holds a cell to exactly one of what it does, why it is ignored, why it can never be.
func (c *checker) saysOneThing(report reporter, source Cell, cell *ast.Cell) {
	acts := len(cell.Do) > 0 || cell.To != ""
	switch {
	case source.Ignore != "" && source.Reject != "":
		report("is both ignored and rejected")
	case source.Ignore != "" && acts:
		report("is ignored, yet does something")
	case source.Reject != "" && acts:
		report("is rejected, yet does something")
	case cell.Outcome == ast.Apply && !acts && source.Reply == nil:
		report("does nothing and does not say why: say Ignore")
	}
	if source.Reply != nil && cell.Reply == "" {
		report("replies with %s, which is no word of an enumeration", ast.Text(sound(raw(source.Reply))))
	}
}

// cellEffect judges what a cell does: it changes its own entry and sends.
func (s scope) cellEffect(e ast.Effect) {
	switch e := e.(type) {
	case ast.SetFact:
		s.report("changes the fact %s: only actions do", e.Fact.Name)
	case ast.BumpFact:
		s.report("changes the fact %s: only actions do", e.Fact.Name)
	}
	if f := changed(e); f != nil && f.Machine != s.machine {
		s.report("changes %s, a field of %s", f.Name, f.Machine.Name)
	}
	s.check(ast.EffectExprs(e)...)
}

func (c *checker) draws(report reporter, cell *ast.Cell) {
	if draws(cell) > 1 {
		report("draws %d tokens: a step draws at most one", draws(cell))
	}
}

func draws(cell *ast.Cell) int {
	n := 0
	for _, e := range cell.Do {
		if _, ok := e.(ast.Fresh); ok {
			n++
		}
	}
	return n
}

// sendsTwice refuses two messages of one step in one channel: generated code has one place for each channel.
func (c *checker) sendsTwice(report reporter, effects []ast.Effect) {
	var names []string
	for _, ch := range sends(effects) {
		names = append(names, ch.Name)
	}
	for _, name := range repeated(names) {
		report("sends two messages to %s: at most one", name)
	}
}

func sends(effects []ast.Effect) []*ast.Channel {
	var channels []*ast.Channel
	for _, e := range effects {
		if send, ok := e.(ast.Send); ok {
			channels = append(channels, send.Channel)
		}
	}
	return channels
}
