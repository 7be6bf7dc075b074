package main

// A guarded entry is a lifecycle at its barest, as a switch: a phase, and a generation that a message must name.
type guarded struct {
	phase handPhase
	gen   uint64
}

// on is the entry after an event, and whether the event did anything.
//
//go:noinline
func (e guarded) on(k kind, gen uint64, found bool) (guarded, bool) {
	switch e.phase {
	case handAbsent:
		if k == ask {
			return guarded{handPending, e.gen + 1}, true
		}
	case handPending:
		switch {
		case k == flush && gen == e.gen:
			return guarded{handInFlight, e.gen}, true
		case k == cleanup:
			return guarded{handAbsent, e.gen}, true
		}
	case handInFlight:
		switch {
		case k == deliver && gen == e.gen && found:
			return guarded{handHit, e.gen}, true
		case k == deliver && gen == e.gen:
			return guarded{handMiss, e.gen}, true
		}
	case handHit:
		switch {
		case k == markMiss && gen == e.gen:
			return guarded{handMiss, e.gen}, true
		case k == cleanup:
			return guarded{handAbsent, e.gen}, true
		}
	case handMiss:
		if k == cleanup {
			return guarded{handAbsent, e.gen}, true
		}
	}
	return e, false
}

// A guardedWorld walks one entry through a stream.
type guardedWorld struct {
	entry guarded
	moved uint64
}

func (w *guardedWorld) walk(stream []event) {
	w.entry = guarded{}
	for i := range stream {
		m := &stream[i]
		next, moved := w.entry.on(m.kind, m.gen, m.flag)
		w.entry = next
		if moved {
			w.moved++
		}
	}
}
