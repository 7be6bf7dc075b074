package replay

import (
	"slices"
	"strconv"
	"strings"

	"github.com/genlock-go/genlock/spec/lookupspec"
)

// acts are what the manager is called for, by action of the specification. Each is false where the right specification
// does not allow it. AnswerEarly and FailEarly are missing: the inbox takes one answer of a probe and no second.
var acts = map[string]func(*script, args) bool{
	"AskFor":         (*script).ask,
	"Flush":          (*script).flush,
	"Drain":          (*script).drain,
	"DrainFailure":   (*script).drainFailure,
	"DeadlinePasses": (*script).deadlinePasses,
	"MissAges":       (*script).missAges,
	"Promote":        (*script).promote,
	"LoadSucceeds":   (*script).loadSucceeds,
	"LoadFails":      (*script).loadFails,
	"Finish":         (*script).finish,
	"Shutdown":       (*script).shutdown,
	"TellStored":     (*script).tellStored,
	"TellDeleted":    (*script).tellDeleted,

	// What the manager does not see: a worker's answer waits until it is drained, the storage is only told about.
	"Probe":      world("Probe"),
	"ProbeFails": world("ProbeFails"),
	"Store":      world("Store"),
	"Evict":      world("Evict"),
	"Lose":       world("Lose"),
	"Appear":     world("Appear"),
}

func world(action string) func(*script, args) bool {
	return func(s *script, v args) bool { return s.take(action, v) }
}

// ask has a request ask. A manager looks at deadlines, and at the age of misses, when somebody asks and not before.
func (s *script) ask(v args) bool {
	h := holding{v["request"], v["key"]}
	if !s.can("AskFor", v) {
		return false
	}
	s.arrange(v["down"] == "true")
	if _, before := s.asks[h]; !before {
		s.now += moment
		s.asks[h] = s.now
	}
	switch holds := s.holds(h.request, h.key); {
	case holds && s.late(h):
		s.expired[h] = true
		s.take("DeadlinePasses", v)
	case !holds && s.old(h.key):
		s.take("MissAges", v)
	}
	s.take("AskFor", v)
	reply := s.reply()
	s.line("s.Ask(%q, %q, lookup.Verdict%s)", h.request, h.key, strings.ToUpper(reply[:1])+reply[1:])
	if s.sends("asked") {
		s.asked = append(s.asked, probe{h.key, s.generation(h.key)})
	}
	s.state()
	return true
}

// arrange has the tier down, or up. After a shutdown nobody asks whether it is.
func (s *script) arrange(down bool) {
	switch {
	case s.shut():
	case down && !s.down:
		s.line("s.Down()")
		s.now += probeDeadline
	case !down && s.wants:
		s.line("s.Up()")
	default:
		return
	}
	s.down, s.wants = down, down
}

// flush sends what was asked for before, too: a manager keeps the order of asks.
func (s *script) flush(v args) bool {
	p := probe{v["key"], v["gen"]}
	if !slices.Contains(s.asked, p) {
		return false
	}
	for s.asked[0] != p {
		s.flushFront()
	}
	s.flushFront()
	return true
}

func (s *script) flushAll() {
	for len(s.asked) > 0 {
		s.flushFront()
	}
}

func (s *script) flushFront() {
	p := s.asked[0]
	s.asked = s.asked[1:]
	s.take("Flush", args{"key": p.key, "gen": p.generation})
	sends := s.sends("probing")
	if sends {
		s.sent[p] = true
		s.down = false // its worker is not late
	}
	s.line("s.Flush(%q, %s, %t)", p.key, p.generation, sends)
	s.state()
}

func (s *script) drain(v args) bool {
	if !s.take("Drain", v) {
		return false
	}
	s.line("s.Answer(%q, %s, %s)", v["key"], v["gen"], v["found"])
	s.drained(v)
	return true
}

func (s *script) drainFailure(v args) bool {
	if !s.take("DrainFailure", v) {
		return false
	}
	s.line("s.Fail(%q, %s)", v["key"], v["gen"])
	s.drained(v)
	return true
}

func (s *script) drained(v args) {
	delete(s.sent, probe{v["key"], v["gen"]})
	s.state()
}

// deadlinePasses makes a request late, and all who asked before it, and lets it ask. A deadline passes once.
func (s *script) deadlinePasses(v args) bool {
	h := holding{v["request"], v["key"]}
	if !s.holds(h.request, h.key) || s.expired[h] {
		return true
	}
	s.line("s.DeadlinePasses(%q, %q)", h.request, h.key)
	s.now = max(s.now, s.asks[h]+deadline)
	return s.askAsBefore(h)
}

// missAges makes all misses old, and lets a newcomer ask.
func (s *script) missAges(v args) bool {
	if s.phase(v["key"]) != string(lookupspec.Miss) {
		return true
	}
	if s.holds(s.newcomer, v["key"]) {
		s.finish(args{"request": s.newcomer})
	}
	s.line("s.MissesAge()")
	s.now += missAge
	return s.askAsBefore(holding{s.newcomer, v["key"]})
}

// askAsBefore has a request ask a tier that is down if it was.
func (s *script) askAsBefore(h holding) bool {
	return s.ask(args{"request": h.request, "key": h.key, "down": strconv.FormatBool(s.down)})
}

func (s *script) promote(v args) bool {
	if !s.take("Promote", v) {
		return false
	}
	generation := "0"
	if s.sends("loading") {
		generation = s.generation(v["key"])
	}
	s.line("s.Load(%q, %q, %s)", v["request"], v["key"], generation)
	s.state()
	return true
}

func (s *script) loadSucceeds(v args) bool { return s.endLoad("LoadSucceeds", "Loaded", v) }
func (s *script) loadFails(v args) bool    { return s.endLoad("LoadFails", "LoadFails", v) }

func (s *script) endLoad(action, call string, v args) bool {
	if !s.take(action, v) {
		return false
	}
	s.line("s.%s(%q, %q, %s)", call, v["request"], v["key"], v["gen"])
	s.state()
	return true
}

func (s *script) finish(v args) bool {
	if !s.take("Finish", v) {
		return false
	}
	for _, key := range s.keys() {
		h := holding{v["request"], key}
		delete(s.asks, h)
		delete(s.expired, h)
	}
	s.line("s.End(%q)", v["request"])
	s.state()
	return true
}

func (s *script) shutdown(args) bool {
	if !s.take("Shutdown", nil) {
		return false
	}
	s.line("s.Close()")
	s.state()
	return true
}

func (s *script) tellStored(v args) bool  { return s.tell("TellStored", "Stored", v) }
func (s *script) tellDeleted(v args) bool { return s.tell("TellDeleted", "Deleted", v) }

func (s *script) tell(action, call string, v args) bool {
	if !s.take(action, v) {
		return false
	}
	s.line("s.%s(%q)", call, v["key"])
	s.state()
	return true
}
