package main

import (
	"runtime"
	"unsafe"
)

// How many keys are held, how many of them are asked for in a step, and what the public manager needs for each.
const (
	sizeKeys   = 65536
	sizeStep   = 4096
	publicSize = 606
)

// sizeBar is what a manager needs for a key that a request holds, in bytes, beyond the key itself.
func sizeBar(peer *process, missing error) (Bar, error) {
	const name = "manager: bytes a key beyond the key, beside Python"
	ours, err := managerBytes()
	if err != nil {
		return Bar{}, err
	}
	if peer == nil {
		return skipped(name, ours, missing), nil
	}
	theirs, err := peer.number("bytes %d 1", sizeKeys)
	return faster(name, ours, theirs, 4), err
}

// managerBytes is what the heap grows by for each key, less the key. Everything that stays counts, room for later use
// too.
func managerBytes() (float64, error) {
	keys := blockKeys(sizeKeys)
	before := heap()
	s, err := newScheduler(0)
	if err != nil {
		return 0, err
	}
	defer s.close()
	h := s.begin()
	for at := 0; at < len(keys); at += sizeStep {
		s.find(h, keys[at:min(at+sizeStep, len(keys))])
	}
	after := heap()
	s.end(h)
	runtime.KeepAlive(keys)
	return float64(after-before)/sizeKeys - float64(unsafe.Sizeof(keys[0])), nil
}

// heap is the bytes of the objects that can be reached, once the finalizers of others have run.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
