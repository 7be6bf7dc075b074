package tlc

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/genlock-go/genlock/model"
)

// With -tool TLC frames each of its messages by two lines that carry a number: what the message is about.
const (
	startMark = "@!@!@STARTMSG "
	endMark   = "@!@!@ENDMSG "
	markEnd   = " @!@!@"
)

// Numbers of messages.
const (
	msgOutOfMemory       = 1001
	msgOutOfMemoryInit   = 1002
	msgOutOfMemoryLive   = 1003
	msgInvariantAtStart  = 2107
	msgPropertyAtStart   = 2108
	msgInvariant         = 2110
	msgActionProperty    = 2112
	msgDeadlock          = 2114
	msgTemporalProperty  = 2116
	msgBackToState       = 2122
	msgDepth             = 2194
	msgCounts            = 2199
	msgProgress          = 2200
	msgState             = 2217
	msgStutteringAtState = 2218
)

// errorClass is the class of messages that are complaints.
const errorClass = 1

// A message is one of TLC's, without its frame.
type message struct {
	number, class int
	text          string
}

// read hands on each message, and each line that stands outside all of them: what the module prints. A frame that does
// not end is handed on as it is.
func read(r io.Reader, onMessage func(message), onLine func(string)) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	var m *message
	var text []string
	for lines.Scan() {
		line := lines.Text()
		switch {
		case m == nil && strings.HasPrefix(line, startMark):
			started, err := parseMark(line)
			if err != nil {
				return err
			}
			m, text = &started, nil
		case m != nil && strings.HasPrefix(line, endMark):
			m.text = strings.Join(text, "\n")
			onMessage(*m)
			m = nil
		case m != nil:
			text = append(text, line)
		default:
			onLine(line)
		}
	}
	if m != nil {
		m.text = strings.Join(text, "\n")
		onMessage(*m)
	}
	return lines.Err()
}

func parseMark(line string) (message, error) {
	var m message
	mark := strings.TrimSuffix(strings.TrimPrefix(line, startMark), markEnd)
	if _, err := fmt.Sscanf(mark, "%d:%d", &m.number, &m.class); err != nil {
		return m, fmt.Errorf("tlc: a message begins with %q: %w", line, err)
	}
	return m, nil
}

// A verdict is what a run said.
type verdict struct {
	broken              *message // the first message that says that something is broken
	property            string
	distinct, generated int64
	depth               int
	states              []state // of the trace
	loop                int     // the state that the trace goes back to, from 0; -1: none
	complaints          []string
	outOfMemory         bool
	printed             []string
}

// A state is one of a trace.
type state struct {
	action string // "": the initial state
	text   string // the conjuncts, as TLC writes them
}

var (
	brokenName = regexp.MustCompile(`^(?:Invariant|Action property|Property|Temporal property) (\S+) is violated`)
	counts     = regexp.MustCompile(`^(\d+) states generated(?: \([^)]*\))?, (\d+) distinct states found`)
	depthText  = regexp.MustCompile(`depth of the complete state graph search is (\d+)`)
	stateHead  = regexp.MustCompile(`^(\d+): <(\S+)[^>]*>$`)
)

func (v *verdict) message(m message) {
	switch m.number {
	case msgInvariant, msgActionProperty, msgTemporalProperty, msgDeadlock:
		v.breaks(m)
	case msgInvariantAtStart, msgPropertyAtStart:
		v.breaks(m)
		_, text, _ := strings.Cut(m.text, "\n")
		v.states = []state{{text: text}}
	case msgState:
		v.state(m.text)
	case msgStutteringAtState:
		v.loop = len(v.states) - 1
	case msgBackToState:
		v.back(m.text)
	case msgCounts:
		if g := counts.FindStringSubmatch(m.text); g != nil {
			v.generated, v.distinct = number(g[1]), number(g[2])
		}
	case msgDepth:
		if g := depthText.FindStringSubmatch(m.text); g != nil {
			v.depth = int(number(g[1]))
		}
	case msgOutOfMemory, msgOutOfMemoryInit, msgOutOfMemoryLive:
		v.outOfMemory = true
	default:
		if m.class == errorClass {
			v.complaints = append(v.complaints, strings.TrimSpace(m.text))
		}
	}
}

// breaks keeps the first breach: what TLC says after it is about the same one.
func (v *verdict) breaks(m message) {
	if v.broken != nil {
		return
	}
	v.broken = &m
	if g := brokenName.FindStringSubmatch(m.text); g != nil {
		v.property = g[1]
	}
}

func (v *verdict) state(text string) {
	head, body, _ := strings.Cut(text, "\n")
	g := stateHead.FindStringSubmatch(head)
	if g == nil {
		return
	}
	s := state{text: body}
	if g[2] != "Initial" {
		s.action = g[2]
	}
	v.states = append(v.states, s)
}

// back reads "2: Back to state: <Next …>".
func (v *verdict) back(text string) {
	n, _, _ := strings.Cut(text, ":")
	if i, err := strconv.Atoi(strings.TrimSpace(n)); err == nil {
		v.loop = i - 1
	}
}

func number(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}

var progressText = regexp.MustCompile(`^Progress\((-?\d+)\).*: ([\d,]+) states generated(?: \([^)]*\))?, ([\d,]+) distinct states found(?: \([^)]*\))?, ([\d,]+) states left`)

func parseProgress(text string) (model.Progress, bool) {
	g := progressText.FindStringSubmatch(text)
	if g == nil {
		return model.Progress{}, false
	}
	plain := func(s string) int64 { return number(strings.ReplaceAll(s, ",", "")) }
	return model.Progress{Depth: int(plain(g[1])), Generated: plain(g[2]), States: plain(g[3]), Queue: plain(g[4])}, true
}
