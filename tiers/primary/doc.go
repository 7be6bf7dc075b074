// Package primary is the first tier of a key-value cache: slots of memory, each room for one block.
//
// A slot is promised to a key, or a copy from the device fills it at once; what arrives may be read, by as many as like, and
// is evicted when room is wanted and nobody uses it:
//
//	refs, err := pool.Reserve(keys, nil) // all of them, or none: an ErrFull
//	pool.Send(ref)                       // the load that fills it is sent
//	pool.Land(ref, true, 2)              // it arrived, and two wait for it: each of them holds a pin now
//	pool.Unpin(ref)                      // one of them has read it
//
// What decides is generated from spec/blockspec: each event of a slot meets one cell of block.Table. The code that is
// written by hand stores entries, finds keys, and keeps order for eviction.
//
// # What a caller can rely on
//
// A slot on which a copy runs is not free, not evicted and not given to another key, whatever is cancelled, detached or
// reset: it is freed by the end of its last user. A failed copy makes no block readable, nor does a late one. A block that
// is pinned stays until its pins are gone. A key has at most one slot. A call that is refused has evicted nothing.
//
// # The caller's duties
//
// One goroutine owns a Pool and calls all of its methods, but for Slot, which any may call. It
//
//  1. calls Pin for a key that a request asks for: pinned, it may be read; on its way, the request waits,
//  2. calls Reserve for keys that no slot is bound to, and Send or Cancel for each slot that it got,
//  3. calls Write for blocks that come from the device,
//  4. calls Land, exactly once, for each slot that was sent or written to, when its copy has really ended, and says how many
//     use the block from then on: requests that wait for it, and one for each tier that it is copied to,
//  5. calls Unpin, exactly once, for each pin, when its hit is given up or its copy has really ended,
//  6. in the end ends all copies, and calls Close.
//
// A Ref names a slot only for as long as it is used for one block. After that it names nothing, and every call with it is an
// ErrRef and changes nothing.
package primary
