package lookup

import (
	"math"
	"time"

	"github.com/genlock-go/genlock/statemachine"
)

// AskStats count what requests heard.
type AskStats struct {
	Hits, Misses, Retries uint64 // of all asks
	// AtOnce are first asks of a key that were answered hit or miss, and Delays those that were not: how long the request
	// waited for its first hit or miss, by the time of the flushes. Who ends before counts in neither.
	AtOnce uint64
	Delays Delays
	// Refused are asks that were told miss though nothing is known of the block, by the reason.
	Refused Refused
}

// Refused are requests that were told miss without a look at the storage, by the reason.
type Refused struct {
	Deadline uint64 // they had waited for too long
	Down     uint64 // the tier was down
	Failed   uint64 // the probe, or the load, of a key that they held failed
}

// What the cells of the table say to requests.
var (
	saysHit   = cellsThat(func(c *statemachine.CellInfo) bool { return c.Event == "Ask" && c.Reply == VerdictHit.String() })
	saysMiss  = cellsThat(func(c *statemachine.CellInfo) bool { return c.Event == "Ask" && c.Reply == VerdictMiss.String() })
	saysRetry = cellsThat(func(c *statemachine.CellInfo) bool { return c.Event == "Ask" && c.Reply == VerdictRetry.String() })
	saysDown  = cellsThat(func(c *statemachine.CellInfo) bool { return c.Event == "Ask" && wants(c, "down") })
	saysLate  = cellsThat(func(c *statemachine.CellInfo) bool {
		return c.Event == "Expire" && c.Outcome == statemachine.Apply
	})
)

func cellsThat(say func(*statemachine.CellInfo) bool) (cells []Cell) {
	for i := range Table.Cells {
		if say(&Table.Cells[i]) {
			cells = append(cells, Cell(i))
		}
	}
	return cells
}

// wants reports whether the guard of the cell asks for the question to be answered by yes.
func wants(c *statemachine.CellInfo, question string) bool {
	for _, l := range c.When {
		if l.Question == question {
			return l.Is
		}
	}
	return false
}

// asks counts what requests heard. Most of it is known by the cells that were met, so an ask need not count.
func (m *Manager[K, R]) asks() AskStats {
	s := m.stats.Asks
	s.Hits, s.Misses, s.Retries = m.metAny(saysHit), m.metAny(saysMiss), m.metAny(saysRetry)
	s.Refused.Down, s.Refused.Deadline = m.metAny(saysDown), m.metAny(saysLate)
	return s
}

func (m *Manager[K, R]) metAny(cells []Cell) (n uint64) {
	for _, c := range cells {
		n += m.met[c]
	}
	return n
}

// asked counts the first ask of a key by a request. One that hears retry has joined the key's holders last.
func (m *Manager[K, R]) asked(q *request[R], v Verdict) {
	switch last := len(q.holdings) - 1; {
	case v != VerdictRetry:
		m.stats.Asks.AtOnce++
	case last >= 0:
		q.holdings[last].waits = true
	}
}

// answered counts the first hit or miss of a request that has waited. When it began to wait its deadline tells, unless that
// is never.
func (m *Manager[K, R]) answered(a *holding) {
	a.waits = false
	if a.deadline != math.MaxInt64 {
		m.stats.Asks.Delays.add(m.config.Deadline - time.Duration(a.deadline-m.now))
	}
}

// failed counts the holders of a key whom a failure has told miss.
func (m *Manager[K, R]) failed(slot uint32, r Result) {
	if slot != noSlot && r.Holders&RefusedMarkAll != 0 {
		m.stats.Asks.Refused.Failed += uint64(m.slab[slot].holders)
	}
}
