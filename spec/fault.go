package spec

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/genlock-go/genlock/internal/ast"
)

// ErrInvalid is what every error of Validate and Resolve wraps.
var ErrInvalid = errors.New("spec: invalid system")

// Pos is a line of a declaration; its Line is 0 where Go cannot tell it.
type Pos = ast.Pos

// A Fault is one thing that is wrong with a system. Fields that do not apply are empty.
type Fault struct {
	Machine   string // of the cell, by the name of its entries
	Event     string // of the cell
	Phase     string // of the cell; several are separated by commas, a named set is its name
	Guard     string // of the cell, in plain words
	Where     string // what it is about, if that is no cell: "action Flush", "field holders"
	Valuation string // an example: values of arguments and fields
	Pos       Pos
	Text      string // what is wrong
}

// String is the fault in one line, "event in phase under guard" first: the words to search the declaration for.
func (f Fault) String() string {
	line := f.title() + ": " + f.Text
	if f.Valuation != "" {
		line += "; for example " + f.Valuation
	}
	return printable(line)
}

// title is what the fault is about.
func (f Fault) title() string {
	if about := f.about(); about != "" {
		return f.head() + " (" + about + ")"
	}
	return f.head()
}

func (f Fault) head() string {
	if f.Event == "" {
		return strings.TrimSpace(f.Where)
	}
	head := f.Event
	if f.Phase != "" {
		head += " in " + f.Phase
	}
	if f.Guard != "" {
		head += " under " + f.Guard
	}
	return head
}

func (f Fault) about() string {
	about := f.Machine
	if f.Pos.Line == 0 {
		return about
	}
	if about != "" {
		about += ", "
	}
	return about + fmt.Sprintf("%s:%d", filepath.Base(f.Pos.File), f.Pos.Line)
}

// printable keeps a message on its line: a name or a text may hold any character.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
	}
	return b.String()
}

// Invalid is the error of Validate: all faults of a system, in the order of its declaration as far as there is one.
type Invalid struct {
	System string
	Faults []Fault
}

// Error is a line that counts the faults and one line for each.
func (e *Invalid) Error() string {
	lines := []string{printable(fmt.Sprintf("%v %s: %s", ErrInvalid, e.System, counted(len(e.Faults), "fault")))}
	for _, f := range e.Faults {
		lines = append(lines, "  "+f.String())
	}
	return strings.Join(lines, "\n")
}

// Unwrap makes errors.Is(err, ErrInvalid) true.
func (e *Invalid) Unwrap() error { return ErrInvalid }

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
