package main

// A handWorld is one entry run by the hand-written step, and what it needs around it.
type handWorld struct {
	entry handEntry
	set   handSet
	fresh uint64
	sum   uint64 // of all that was said, so that nothing is optimised away
}

type handSet struct{ holders }

func (h *handSet) Len() int                    { return h.len() }
func (h *handSet) Has(request uint32) bool     { return h.has(h.held, request) }
func (h *handSet) Refused(request uint32) bool { return h.has(h.refused, request) }
func (h *handSet) Loaders(request uint32) bool { return h.has(h.loading, request) }

func (w *handWorld) reset() { *w = handWorld{fresh: 1} }

// walk takes the entry through the stream from the beginning.
func (w *handWorld) walk(stream []event) {
	w.reset()
	for i := range stream {
		w.apply(w.step(&stream[i]), stream[i].request)
	}
}

func (w *handWorld) step(e *event) handResult {
	switch e.kind {
	case ask:
		return handAsk(w.entry, &w.set, e.request, e.flag, w.fresh)
	case flush:
		return handFlush(w.entry, e.gen)
	case deliver:
		return handDeliver(w.entry, &w.set, e.gen, e.flag)
	case probeFailed:
		return handProbeFailed(w.entry, &w.set, e.gen)
	case expire:
		return handExpire(w.entry, &w.set, e.request)
	case load:
		return handStartLoad(w.entry, &w.set, e.request)
	case loaded:
		return handLoaded(w.entry, e.gen)
	case markMiss:
		return handMarkMiss(w.entry, e.gen)
	case cleanup:
		return handCleanup(w.entry, &w.set, e.request)
	case stored:
		return handStored(w.entry, &w.set, w.fresh)
	case deleted:
		return handDeleted(w.entry, &w.set, w.fresh)
	case age:
		return handAge(w.entry)
	default:
		return handShut(w.entry)
	}
}

// apply carries out what the step said.
func (w *handWorld) apply(r handResult, request uint32) {
	w.entry = r.next
	if r.drew {
		w.fresh++
	}
	if r.change != 0 {
		w.set.change(r.change, request)
	}
	w.sum = w.sum*31 + uint64(r.next.phase)<<2 + uint64(r.reply)
}

func (h *handSet) change(c handChange, request uint32) {
	if c&handClear != 0 {
		h.holders = holders{}
	}
	if c&handRemove != 0 {
		h.leave(request)
	}
	bit := uint8(1) << request
	if c&handAdd != 0 {
		h.held |= bit
	}
	if c&handForgiveAll != 0 {
		h.refused = 0
	}
	if c&handUnloadAll != 0 {
		h.loading = 0
	}
	if c&handUnload != 0 {
		h.loading &^= bit
	}
	if c&handRefuseAll != 0 {
		h.refused = h.held
	}
	if c&handRefuse != 0 {
		h.refused |= bit
	}
	if c&handLoad != 0 {
		h.loading |= bit
	}
}
