package blockspec

import "github.com/genlock-go/genlock/spec"

// What must be reached, or the rules hold because nothing happens.
var reached = []spec.Property{
	spec.Sometimes{Name: "LateCopy",
		Doc:   "A copy fills a detached slot while its key has another.",
		Holds: all(copying.Has(Copy{slot, key}), is(Draining), bound.At(slot2).Is(key))},
	spec.Sometimes{Name: "ReadWhileDetached",
		Doc:   "A slot is read that no key leads to.",
		Holds: all(is(Draining), not(reading.At(slot).Eq(none)))},
	spec.Sometimes{Name: "SharedHit",
		Doc:   "Two requests have hit a block that neither has read.",
		Holds: unread.At(slot).Eq(spec.N(2))},
	spec.Sometimes{Name: "HitBesideCascade",
		Doc:   "A block is hit by a request and copied to another tier.",
		Holds: all(is(Ready), not(unread.At(slot).Eq(none)), not(reading.At(slot).Eq(none)))},
	spec.Sometimes{Name: "JoinedWrite",
		Doc:   "A request waits for a block that comes from the device.",
		Holds: all(is(Writing), leads, not(waiting.At(key).Eq(none)))},
	spec.Sometimes{Name: "WaitsAgain",
		Doc:   "A request still waits after the load for which it waited is gone.",
		Holds: all(absent, not(waiting.At(key).Eq(none)))},
	spec.Sometimes{Name: "ReadyForNobody",
		Doc:   "A block is readable, and evictable.",
		Holds: evictable},
}
