package main

import "math/bits"

// holders are the requests that hold the entry, with their marks: one bit a request in each of three words. Both worlds
// keep them so, and both steps ask for them through an interface, so they cost both the same.
type holders struct{ held, refused, loading uint8 }

func (h *holders) has(set uint8, request uint32) bool { return set>>request&1 != 0 }

func (h *holders) len() int { return bits.OnesCount8(h.held) }

// leave takes a request off the holders, and its marks with it.
func (h *holders) leave(request uint32) {
	keep := ^(uint8(1) << request)
	h.held, h.refused, h.loading = h.held&keep, h.refused&keep, h.loading&keep
}
