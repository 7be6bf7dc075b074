package main

import "github.com/genlock-go/genlock/statemachine/lookup"

// A genWorld is one entry run by the generated step, and what it needs around it: line for line what handWorld is.
type genWorld struct {
	entry lookup.Entry
	set   genSet
	fresh lookup.Token
	sum   uint64
}

type genSet struct{ holders }

func (h *genSet) Len() int                      { return h.len() }
func (h *genSet) Has(r lookup.Request) bool     { return h.has(h.held, uint32(r)) }
func (h *genSet) Refused(r lookup.Request) bool { return h.has(h.refused, uint32(r)) }
func (h *genSet) Loaders(r lookup.Request) bool { return h.has(h.loading, uint32(r)) }

func (w *genWorld) reset() { *w = genWorld{fresh: 1} }

// walk takes the entry through the stream from the beginning.
func (w *genWorld) walk(stream []event) {
	w.reset()
	for i := range stream {
		w.apply(w.step(&stream[i]), stream[i].request)
	}
}

func (w *genWorld) step(e *event) lookup.Result {
	request, gen := lookup.Request(e.request), lookup.Token(e.gen)
	switch e.kind {
	case ask:
		return lookup.OnAsk(w.entry, &w.set, request, e.flag, w.fresh).Result
	case flush:
		return lookup.OnFlush(w.entry, gen).Result
	case deliver:
		return lookup.OnDeliver(w.entry, &w.set, gen, e.flag)
	case probeFailed:
		return lookup.OnProbeFailed(w.entry, &w.set, gen)
	case expire:
		return lookup.OnExpire(w.entry, &w.set, request)
	case load:
		return lookup.OnLoad(w.entry, &w.set, request).Result
	case loaded:
		return lookup.OnLoaded(w.entry, request, gen)
	case markMiss:
		return lookup.OnMarkMiss(w.entry, gen)
	case cleanup:
		return lookup.OnCleanup(w.entry, &w.set, request)
	case stored:
		return lookup.OnStored(w.entry, &w.set, w.fresh)
	case deleted:
		return lookup.OnDeleted(w.entry, &w.set, w.fresh)
	case age:
		return lookup.OnAge(w.entry)
	default:
		return lookup.OnShut(w.entry)
	}
}

// apply carries out what the step said.
func (w *genWorld) apply(r lookup.Result, request uint32) {
	w.entry = r.Next
	if r.Drew {
		w.fresh++
	}
	if r.Holders != 0 {
		w.set.change(r.Holders, request)
	}
	w.sum = w.sum*31 + uint64(r.Next.Phase)<<2 + uint64(r.Reply)
}

func (h *genSet) change(c lookup.HoldersChange, request uint32) {
	if c&lookup.HoldersClear != 0 {
		h.holders = holders{}
	}
	if c&lookup.HoldersRemove != 0 {
		h.leave(request)
	}
	bit := uint8(1) << request
	if c&lookup.HoldersAdd != 0 {
		h.held |= bit
	}
	if c&lookup.RefusedUnmarkAll != 0 {
		h.refused = 0
	}
	if c&lookup.RefusedMarkAll != 0 {
		h.refused = h.held
	}
	if c&lookup.RefusedMark != 0 {
		h.refused |= bit
	}
	if c&lookup.LoadersUnmarkAll != 0 {
		h.loading = 0
	}
	if c&lookup.LoadersUnmark != 0 {
		h.loading &^= bit
	}
	if c&lookup.LoadersMark != 0 {
		h.loading |= bit
	}
}
