package model

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/genlock-go/genlock/internal/ast"
)

// Explore searches all states of an instance breadth first, so that the first fault it meets is one with a shortest
// behaviour, and then judges what must hold in the long run. An error means that nothing was explored: an instance that
// does not exist, or one that the interpreter cannot hold.
func Explore(ctx context.Context, sys *ast.System, opt Options) (*Report, error) {
	watch := startWatch()
	s, refused, err := prepare(sys, opt)
	if s == nil {
		return refused, err
	}
	s.run(ctx)
	if s.report.Result == Holds {
		s.judgeEndless(ctx)
	}
	if s.Model.err != nil { // events are compiled when they are first met
		return nil, s.Model.err
	}
	s.tellUnsaid()
	s.finish()
	watch.stop(s.report)
	return s.report, nil
}

// prepare is a search that is yet to begin, or a report that says why it cannot.
func prepare(sys *ast.System, opt Options) (*search, *Report, error) {
	if opt.Unbounded {
		return prepareUnbounded(sys, opt)
	}
	m, err := New(sys, opt.Instance)
	if err == nil {
		err = m.judge(opt.Only)
	}
	if err != nil {
		return nil, nil, err
	}
	return newSearch(m, opt), nil, nil
}

// A search is one exploration under way.
type search struct {
	*Model
	*stepper
	opt     Options
	report  *Report
	found   *store
	parents []uint32 // by state: the one from which it was found first
	look    frame    // in which invariants are judged
	sought  []*goal  // not reached yet
	cells   []bool
	start   time.Time
	spoken  time.Time     // when Progress was last called
	every   time.Duration // between two calls of Progress
	edges   int64         // bytes of the graph
	classes *classes      // nil: every state is looked at
	stands  []byte        // the state that stands for one
	dead    []deadStep    // that take a dead message, and of which something is claimed
}

func newSearch(m *Model, opt Options) *search {
	s := &search{
		Model:   m,
		stepper: m.stepper(),
		opt:     opt,
		found:   newStore(m.layout.size),
		sought:  slices.Clone(m.goals),
		cells:   make([]bool, len(m.System.Cells)),
		start:   time.Now(),
		spoken:  time.Now(),
		every:   time.Second,
		report: &Report{
			Spec: m.System.Name, Instance: m.Instance.Name, Engine: "interp", Result: Holds, system: m.System,
			Reached: Reached{Happened: map[string]bool{}, Changed: map[string]bool{}, Sometimes: map[string]bool{}},
		},
	}
	if opt.Symmetry || opt.Unbounded {
		s.classes, s.stands = &classes{}, make([]byte, m.layout.size)
	}
	if opt.Symmetry {
		s.classes.renamings = m.renamings()
	}
	return s
}

// watchEvery is how many states are expanded between two looks at limits, the context and the clock.
const watchEvery = 1 << 10

func (s *search) run(ctx context.Context) {
	s.report.Generated = 1
	if !s.meet(s.layout.initial(), 0, nil) {
		return
	}
	levelEnd := 0
	for i := 0; i < s.found.n; i++ {
		if i == levelEnd {
			levelEnd = s.found.n
			s.report.Depth++
		}
		if i%watchEvery == 0 && !s.goOn(ctx, i) || !s.expand(i) {
			return
		}
	}
}

// goOn looks at the limits, and says how far the search has come.
func (s *search) goOn(ctx context.Context, expanded int) bool {
	switch {
	case ctx.Err() != nil:
		return s.stop("%v", context.Cause(ctx))
	case s.opt.MaxBytes > 0 && s.bytes() > s.opt.MaxBytes:
		return s.stop("the search needs more than %d bytes", s.opt.MaxBytes)
	case s.opt.Progress != nil && time.Since(s.spoken) >= s.every:
		s.spoken = time.Now()
		s.opt.Progress(Progress{
			States: int64(s.found.n), Generated: s.report.Generated, Depth: s.report.Depth, Queue: int64(s.found.n - expanded),
			Rate: float64(s.report.Generated) / time.Since(s.start).Seconds(),
		})
	}
	return true
}

func (s *search) stop(format string, args ...any) bool {
	s.report.Result, s.report.Reason = Incomplete, fmt.Sprintf(format, args...)
	return false
}

func (s *search) bytes() int64 { return s.found.bytes() + 4*int64(cap(s.parents)) + s.edges }

// expand takes every step that is possible in a state. It says whether the search goes on.
func (s *search) expand(i int) bool {
	s.now = s.found.at(i)
	s.judgeTheDead()
	possible := s.ends()
	for _, st := range s.steps {
		if !s.step(st) {
			continue
		}
		possible = true
		if !s.taken(i, st) {
			return false
		}
	}
	if possible || !s.deadlocks {
		return true
	}
	t, _ := s.shown(&claim{name: NoDeadlock}, i, nil)
	s.breaks(Deadlock, NoDeadlock, nil, t)
	s.report.Property = ""
	return false
}

// ends counts the step that leaves everything as it is where a behaviour may end: where Done holds, and where no token
// is left to draw.
func (s *search) ends() bool {
	done := s.done.holds(&s.frame)
	spent := s.spent && s.now[s.nextToken] == s.lastToken
	s.report.Generated += int64(bit(done)) + int64(bit(spent))
	return done || spent
}

// taken looks at the step that was just carried out.
func (s *search) taken(from int, st *step) bool {
	s.report.Generated++
	for _, h := range s.hits {
		if h.does.cell >= 0 {
			s.cells[h.does.cell] = true
		}
	}
	st.action.happened = true
	if s.fault != "" {
		return s.broke(&claim{name: TypeOK}, from, st)
	}
	if bytes.Equal(s.now, s.next) {
		return true
	}
	st.action.changed = true
	if !s.meet(s.next, from, st) {
		return false
	}
	if c := s.brokenStep(st.claims); c != nil {
		return s.broke(c, from, st)
	}
	return true
}

// brokenStep is the first claim that does not hold of the step that was just carried out.
func (s *search) brokenStep(claims []claim) *claim {
	for i := range claims {
		if c := &claims[i]; !c.holds.holds(&s.frame) && !s.excused(c.of.Except) {
			return c
		}
	}
	return nil
}

// excused says whether one of some actions could have done what the step did: a step is told by what it does, as in TLA+,
// and what is allowed to one action is allowed to all that do the same.
func (s *search) excused(actions []string) bool {
	if len(actions) == 0 {
		return false
	}
	x := s.Model.stepper()
	x.now = s.now
	return slices.ContainsFunc(s.steps, func(st *step) bool {
		return slices.Contains(actions, st.action.Name) && x.step(st) && bytes.Equal(x.next, s.next)
	})
}

// meet takes a state in, and judges it if it is new.
func (s *search) meet(state []byte, from int, st *step) bool {
	i, fresh := s.found.add(s.represent(state))
	if !fresh {
		return true
	}
	s.parents = append(s.parents, uint32(from))
	s.look.now = s.found.at(i)
	if c := broken(s.invariants, &s.look); c != nil {
		return s.broke(c, from, st)
	}
	s.reach()
	if s.opt.MaxStates > 0 && int64(s.found.n) > s.opt.MaxStates {
		return s.stop("there are more than %d states", s.opt.MaxStates)
	}
	return true
}

// reach drops the goals that hold in a new state from those still sought.
func (s *search) reach() {
	sought := s.sought[:0]
	for _, g := range s.sought {
		if g.reached(&s.look) {
			s.report.Reached.Sometimes[g.name] = true
			continue
		}
		sought = append(sought, g)
	}
	s.sought = sought
}

func (s *search) broke(c *claim, from int, st *step) bool {
	t, with := s.shown(c, from, st)
	s.report.Reason = t.Fault
	s.breaks(Safety, c.name, with, t)
	return false
}

// breaks reports what broke, in the report and above the trace.
func (s *search) breaks(result Result, name string, with []Binding, t *Trace) {
	r := s.report
	r.Result, r.Property, r.With, r.Trace = result, name, with, t
	t.Breaks, t.With, t.Doc = name, with, implicitDocs[name]
	if p := s.System.Property(name); p != nil {
		t.Doc = p.Doc
	}
}

var implicitDocs = map[string]string{
	TypeOK:         "Every counter, queue and bag keeps its bounds.",
	NoRejectedCell: "No event meets a cell that says it can never be.",
	NoDeadlock:     "Something is possible in every state, unless the system is done.",
}

// finish fills in the counts.
func (s *search) finish() {
	r := s.report
	r.Distinct = int64(s.found.n)
	r.BytesPerState = float64(s.bytes()) / float64(s.found.n)
	r.Reached.Cells = s.cells
	for _, st := range s.steps {
		a := st.action
		if a.happened {
			r.Reached.Happened[a.Name] = true
		}
		if a.changed {
			r.Reached.Changed[a.Name] = true
		}
	}
	if s.opt.KeepStates {
		r.states, r.layout = s.found, s.layout
	}
}
