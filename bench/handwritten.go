package main

// The lookup lifecycle as an engineer would write it by hand: a function an event, a switch over phases, no name for a
// cell and no word about outcomes. It asks the same questions of the same holders as the generated step and says the
// same of what is to be done; a test walks both side by side.

type handPhase uint8

const (
	handAbsent handPhase = iota
	handPending
	handInFlight
	handHit
	handMiss
	handFailed
	handClosed
)

type handEntry struct {
	phase handPhase
	gen   uint64
}

// A handChange is what becomes of the holders, in the order of its bits.
type handChange uint16

const (
	handClear handChange = 1 << iota
	handRemove
	handAdd
	handForgiveAll
	handUnloadAll
	handUnload
	handRefuseAll
	handRefuse
	handLoad
)

type handReply uint8

const (
	handRetry handReply = iota
	handYes
	handNo
)

// A handResult is the entry after an event, and what its owner has to do. It is nested because the compiler keeps no
// struct of more than four fields in registers.
type handResult struct {
	next handEntry
	handEffects
}

type handEffects struct {
	change handChange
	reply  handReply
	sends  bool // the one message that the event may send, under the next entry's generation
	drew   bool
}

type handHolders interface {
	Len() int
	Has(request uint32) bool
	Refused(request uint32) bool
	Loaders(request uint32) bool
}

func handAsk(self handEntry, h handHolders, request uint32, down bool, fresh uint64) (r handResult) {
	r.next = self
	switch self.phase {
	case handAbsent:
		return handBegin(self, down, fresh)
	case handClosed:
		r.reply = handNo
		return r
	}
	if h.Refused(request) {
		r.reply = handNo
		return r
	}
	switch self.phase {
	case handFailed:
		return handBegin(self, down, fresh)
	case handHit:
		r.reply = handYes
	case handMiss:
		r.reply = handNo
	default:
		if down {
			r.change, r.reply = handRefuse, handNo
		}
	}
	r.change |= handAdd
	return r
}

// handBegin looks for the key, or refuses the request if the tier starts no probe now.
func handBegin(self handEntry, down bool, fresh uint64) (r handResult) {
	if down {
		r.next.phase, r.next.gen = handFailed, self.gen
		r.change, r.reply = handAdd|handRefuse, handNo
		return r
	}
	r.next.phase, r.next.gen = handPending, fresh
	r.change, r.sends, r.drew = handAdd, true, true
	return r
}

func handFlush(self handEntry, gen uint64) (r handResult) {
	r.next = self
	if self.phase == handPending && self.gen == gen {
		r.next.phase, r.sends = handInFlight, true
	}
	return r
}

func handDeliver(self handEntry, h handHolders, gen uint64, found bool) (r handResult) {
	r.next = self
	if self.phase != handInFlight || self.gen != gen {
		return r
	}
	switch {
	case h.Len() == 0:
		r.next, r.change = handEntry{}, handClear
	case found:
		r.next.phase = handHit
	default:
		r.next.phase = handMiss
	}
	return r
}

func handProbeFailed(self handEntry, h handHolders, gen uint64) (r handResult) {
	r.next = self
	if self.phase != handInFlight || self.gen != gen {
		return r
	}
	if h.Len() == 0 {
		r.next, r.change = handEntry{}, handClear
		return r
	}
	r.next.phase, r.change = handFailed, handRefuseAll
	return r
}

func handExpire(self handEntry, h handHolders, request uint32) (r handResult) {
	r.next = self
	if (self.phase == handPending || self.phase == handInFlight) && h.Has(request) {
		r.change = handRefuse
	}
	return r
}

func handStartLoad(self handEntry, h handHolders, request uint32) (r handResult) {
	r.next = self
	if self.phase == handHit && h.Has(request) && !h.Refused(request) && !h.Loaders(request) {
		r.change, r.sends = handLoad, true
	}
	return r
}

func handLoaded(self handEntry, gen uint64) (r handResult) {
	r.next = self
	if self.phase == handHit && self.gen == gen {
		r.change = handUnload
	}
	return r
}

func handMarkMiss(self handEntry, gen uint64) (r handResult) {
	r.next = self
	if self.phase == handHit && self.gen == gen {
		r.next.phase, r.change = handFailed, handRefuseAll|handUnloadAll
	}
	return r
}

func handCleanup(self handEntry, h handHolders, request uint32) (r handResult) {
	r.next = self
	if self.phase == handAbsent || self.phase == handClosed || !h.Has(request) {
		return r
	}
	if self.phase != handInFlight && h.Len() == 1 {
		r.next, r.change = handEntry{}, handClear
		return r
	}
	r.change = handRemove
	return r
}

func handStored(self handEntry, h handHolders, fresh uint64) (r handResult) {
	r.next = self
	if self.phase == handAbsent || self.phase == handClosed {
		return r
	}
	if h.Len() == 0 {
		r.next, r.change = handEntry{}, handClear
		return r
	}
	r.next.phase, r.next.gen = handHit, fresh
	r.change, r.drew = handForgiveAll|handUnloadAll, true
	return r
}

func handDeleted(self handEntry, h handHolders, fresh uint64) (r handResult) {
	r.next = self
	if self.phase == handAbsent || self.phase == handMiss || self.phase == handClosed {
		return r
	}
	if h.Len() == 0 {
		r.next, r.change = handEntry{}, handClear
		return r
	}
	r.next.phase, r.next.gen = handMiss, fresh
	r.change, r.drew = handUnloadAll, true
	return r
}

func handAge(self handEntry) (r handResult) {
	r.next = self
	if self.phase == handMiss {
		r.next.phase, r.change = handFailed, handRefuseAll
	}
	return r
}

func handShut(self handEntry) (r handResult) {
	r.next = self
	if self.phase != handClosed {
		r.next, r.change = handEntry{phase: handClosed}, handClear
	}
	return r
}
