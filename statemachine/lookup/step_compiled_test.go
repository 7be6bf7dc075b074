package lookup_test

import (
	"slices"
	"testing"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A compiledTable is the table as a program: for each event and phase the cells with the answers that they want as bits.
type compiledTable [benchEvents]struct {
	questions []func(*occurrence) bool
	rows      [lookup.Closed + 1][]tableRow
}

type tableRow struct {
	mask, want uint8
	phase      lookup.Phase
	stays      bool
	clears     bool
	drew       bool
	change     lookup.HoldersChange
	reply      lookup.Verdict
}

func compile(b *testing.B) *compiledTable {
	var t compiledTable
	names := [benchEvents]string{"Ask", "Deliver", "MarkMiss", "Cleanup"}
	for e := range t {
		bits := map[string]uint8{}
		for i := range lookup.Table.Cells {
			c := &lookup.Table.Cells[i]
			if c.Event != names[e] {
				continue
			}
			row := rowOf(b, c)
			for _, l := range c.When {
				if bits[l.Question] == 0 {
					bits[l.Question] = 1 << len(t[e].questions)
					t[e].questions = append(t[e].questions, ask(b, lookup.Table.Question(l.Question)))
				}
				row.mask |= bits[l.Question]
				if l.Is {
					row.want |= bits[l.Question]
				}
			}
			for p := range lookup.Table.Phases {
				if slices.Contains(c.Phases, lookup.Table.Phases[p].Name) {
					t[e].rows[p] = append(t[e].rows[p], row)
				}
			}
		}
	}
	return &t
}

func rowOf(b *testing.B, c *statemachine.CellInfo) tableRow {
	row := tableRow{stays: c.To == "", clears: c.Clears}
	var r done
	for _, e := range c.Effects {
		carryOut(b, e, &everything{}, &r)
	}
	row.change, row.drew = r.Holders, r.Drew
	if c.Clears {
		row.change = lookup.HoldersClear
	}
	for p := lookup.Absent; p <= lookup.Closed; p++ {
		if p.String() == c.To {
			row.phase = p
		}
	}
	for v := lookup.VerdictRetry; v <= lookup.VerdictMiss; v++ {
		if v.String() == c.Reply {
			row.reply = v
		}
	}
	return row
}

func ask(b *testing.B, text string) func(*occurrence) bool {
	return map[string]func(*occurrence) bool{
		"down":                            func(o *occurrence) bool { return o.down },
		"found":                           func(o *occurrence) bool { return o.found },
		"gen = generation":                func(o *occurrence) bool { return o.gen == o.self.Generation },
		"holders is empty":                func(o *occurrence) bool { return o.holders.Len() == 0 },
		"request in holders":              func(o *occurrence) bool { return o.holders.Has(o.request) },
		"request in refused":              func(o *occurrence) bool { return o.holders.Refused(o.request) },
		"(holders less request) is empty": func(o *occurrence) bool { return o.holders.Len() == 1 && o.holders.Has(o.request) },
	}[text]
}

func (t *compiledTable) step(o *occurrence) uint64 {
	var answers uint8
	for i, q := range t[o.event].questions {
		if q(o) {
			answers |= 1 << i
		}
	}
	rows := t[o.event].rows[o.self.Phase]
	for i := range rows {
		row := &rows[i]
		if answers&row.mask != row.want {
			continue
		}
		e := o.self
		if row.drew {
			e.Generation = o.fresh
		}
		if !row.stays {
			e.Phase = row.phase
		}
		if row.clears {
			e = lookup.Entry{Phase: row.phase}
		}
		return seen(e, row.change, row.reply)
	}
	return 0
}
