package main

// inPlace is a lifecycle written by hand in the other style: methods that change the entry and its holders where they
// stand, instead of saying what is to be done. It knows lifecycles only, and it is no bar: the difference to the steps is
// what it costs that a step is a pure function, which can be compared, replayed and run on a mutant of itself.
type inPlace struct {
	entry handEntry
	set   handSet
	fresh uint64
	sum   uint64
}

func (w *inPlace) walk(stream []event) {
	*w = inPlace{fresh: 1}
	for i := range stream {
		reply := w.step(&stream[i])
		w.sum = w.sum*31 + uint64(w.entry.phase)<<2 + uint64(reply)
	}
}

func (w *inPlace) step(e *event) handReply {
	switch e.kind {
	case ask:
		return w.ask(e.request)
	case flush:
		if w.entry.phase == handPending && w.entry.gen == e.gen {
			w.entry.phase = handInFlight
		}
	case deliver:
		w.deliver(&w.set, e.gen, e.flag)
	case cleanup:
		w.cleanup(&w.set, e.request)
	}
	return handRetry
}

func (w *inPlace) ask(request uint32) handReply {
	if w.entry.phase == handAbsent {
		w.entry = handEntry{handPending, w.fresh}
		w.fresh++
	}
	w.set.held |= 1 << request
	return handRetry
}

func (w *inPlace) deliver(h handHolders, gen uint64, found bool) {
	switch {
	case w.entry.phase != handInFlight || w.entry.gen != gen:
	case h.Len() == 0:
		w.entry, w.set = handEntry{}, handSet{}
	case found:
		w.entry.phase = handHit
	default:
		w.entry.phase = handMiss
	}
}

func (w *inPlace) cleanup(h handHolders, request uint32) {
	switch {
	case w.entry.phase == handAbsent || !h.Has(request):
	case w.entry.phase != handInFlight && h.Len() == 1:
		w.entry, w.set = handEntry{}, handSet{}
	default:
		w.set.leave(request)
	}
}
