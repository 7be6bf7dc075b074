package spec

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// Validate reports all faults of a system at once as an *Invalid, which wraps ErrInvalid, or nil; known bugs are judged
// once the system itself has no fault. What it enumerates (values of the guards of an event) is bounded, and a system
// beyond a bound is a fault too; a system of a hundred cells takes some milliseconds, and as much for each known bug. It
// changes nothing and may be called from any goroutine.
func Validate(s System) error {
	_, faults := validate(s)
	if len(faults) == 0 {
		faults = bugFaults(s)
	}
	if len(faults) == 0 {
		return nil
	}
	return &Invalid{System: s.Name, Faults: faults}
}

// validate judges everything but the known bugs, which are judged by applying them.
func validate(s System) (*ast.System, []Fault) {
	system, faults := link(s)
	c := newChecker(s, system)
	c.faults = faults
	if c.tooLarge() {
		return system, c.faults
	}
	for _, check := range []func(){
		c.constructions,
		c.declarations,
		c.names,
		c.goNames,
		c.cells,
		c.replies,
		c.totality,
		c.actions,
		c.firings,
		c.properties,
		c.instances,
	} {
		check()
	}
	if !s.edited {
		c.unused()
	}
	return system, c.faults
}

// Bounds of what Validate walks; generated code numbers phases and words in a byte.
const (
	maxCells  = 10_000
	maxPhases = 255
	maxWords  = 255
)

// tooLarge reports what no other check should walk.
func (c *checker) tooLarge() bool {
	before := len(c.faults)
	report := c.about("system "+c.Name, Pos{})
	if len(c.Cells) > maxCells {
		report("has %d cells: at most %d", len(c.Cells), maxCells)
	}
	for _, m := range c.Machines {
		if len(m.Phases) > maxPhases {
			report("%s has %d phases: at most %d", m.Name, len(m.Phases), maxPhases)
		}
	}
	for _, words := range c.enumerations {
		if len(words.List) > maxWords {
			report("%s has %d words: at most %d", words.Name, len(words.List), maxWords)
		}
	}
	return len(c.faults) > before
}

// A checker collects the faults of one system.
type checker struct {
	*ast.System
	source System // as declared: what Link leaves out is still there
	faults []Fault
	seen   map[Fault]bool // a shared condition is at fault once, not in each cell that looks at it

	variables    []*ast.Variable // all of the system, each handle once
	sorts        []string        // those that it uses
	tokens       bool            // whether it uses tokens
	enumerations []*ast.Words    // those of fields, facts, variables and replies
}

func newChecker(s System, system *ast.System) *checker {
	c := &checker{source: s, System: system, seen: map[Fault]bool{}}
	c.findVariables()
	c.findTypes()
	return c
}

// A reporter adds a fault about one thing.
type reporter func(format string, args ...any)

// about reports faults of what is no cell.
func (c *checker) about(where string, pos ast.Pos) reporter {
	return func(format string, args ...any) {
		c.add(Fault{Where: where, Pos: pos, Text: fmt.Sprintf(format, args...)})
	}
}

// aboutCell reports faults of a cell, in one of its phases or in all ("").
func (c *checker) aboutCell(cell *ast.Cell, phase string) reporter {
	return func(format string, args ...any) {
		f := cellFault(cell, phase)
		f.Text = fmt.Sprintf(format, args...)
		c.add(f)
	}
}

func cellFault(cell *ast.Cell, phase string) Fault {
	f := Fault{Phase: phase, Pos: cell.Pos}
	if phase == "" {
		f.Phase = cell.In.Text()
	}
	if cell.When != nil {
		f.Guard = ast.Text(cell.When)
	}
	if cell.Event != nil {
		f.Machine, f.Event = cell.Event.Machine.Name, cell.Event.Name
	}
	return f
}

func (c *checker) add(f Fault) {
	if !c.seen[f] {
		c.seen[f] = true
		c.faults = append(c.faults, f)
	}
}
