// Package block is the step of a slot of the primary tier: room for one block in memory.
//
// What decides is generated from spec/blockspec: each event of a slot meets one cell of Table.
//
//	Free     → Reserved  it is promised to a key
//	Reserved → Loading   the load is sent
//	Free     → Writing   a copy from the device to it begins
//	filling  → Ready     the copy arrived: readable, and pinned for whoever waits
//	filling  → Free      the copy failed
//	Ready    → Free      evicted, without pins
//	any      → Draining  detached from its key while it is used: freed by its last user
//
// tiers/primary runs it. A Key is whatever number its caller names keys by: the step stores it and does not look at it.
package block
