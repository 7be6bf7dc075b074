package tiertest

import (
	"context"
	"sync"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// A FaultyBackend is a storage around another one that misbehaves as it was told, and counts calls. All of its methods may
// be called from any goroutine.
type FaultyBackend[K comparable] struct {
	tiers.Backend[K]

	mu      sync.Mutex
	planned []planned[K]
	calls   map[Op]*Calls
	release chan struct{} // closed when what hangs may go on
}

// A planned fault counts the calls that it is about.
type planned[K comparable] struct {
	Fault[K]
	met int
}

// Calls count the calls of one method.
type Calls struct {
	Begun   int // so far
	Running int // have not returned
	Most    int // ran at a time
	Faulty  int // met a fault
}

// Faulty is the backend with faults.
func Faulty[K comparable](backend tiers.Backend[K], faults ...Fault[K]) *FaultyBackend[K] {
	f := &FaultyBackend[K]{Backend: backend, calls: map[Op]*Calls{}, release: make(chan struct{})}
	f.Plan(faults...)
	return f
}

// Plan adds faults. Of several that are about a call the first that was planned counts.
func (f *FaultyBackend[K]) Plan(faults ...Fault[K]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, fault := range faults {
		f.planned = append(f.planned, planned[K]{Fault: fault})
	}
}

// Heal takes all faults away. What hangs goes on hanging.
func (f *FaultyBackend[K]) Heal() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.planned = nil
}

// Release lets the calls that hang go on. Those that begin later and are to hang hang.
func (f *FaultyBackend[K]) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.release)
	f.release = make(chan struct{})
}

// Calls are the counts of one method so far.
func (f *FaultyBackend[K]) Calls(op Op) Calls {
	f.mu.Lock()
	defer f.mu.Unlock()
	return *f.count(op)
}

// Probe implements tiers.Backend.
func (f *FaultyBackend[K]) Probe(ctx context.Context, keys []K, answer lookup.Answer) error {
	return f.call(OpProbe, keys, func(short bool) error {
		if short {
			keys = keys[:len(keys)/2]
		}
		return f.Backend.Probe(ctx, keys, answer)
	})
}

// Load implements tiers.Backend.
func (f *FaultyBackend[K]) Load(ctx context.Context, key K, into []byte) error {
	return f.call(OpLoad, []K{key}, func(short bool) error {
		err := f.Backend.Load(ctx, key, into)
		if err == nil && short {
			clear(into[len(into)/2:])
			err = &tiers.OpError{Op: string(OpLoad), Key: tiers.PrintKey(key), Err: tiers.ErrShort}
		}
		return err
	})
}

// Store implements tiers.Backend.
func (f *FaultyBackend[K]) Store(ctx context.Context, key K, from []byte) error {
	return f.call(OpStore, []K{key}, func(short bool) error {
		if short {
			from = from[:len(from)/2]
		}
		return f.Backend.Store(ctx, key, from)
	})
}

// Test implements tiers.Backend.
func (f *FaultyBackend[K]) Test(ctx context.Context) error {
	return f.call(OpTest, nil, func(bool) error { return f.Backend.Test(ctx) })
}

// Close implements tiers.Backend.
func (f *FaultyBackend[K]) Close(ctx context.Context) error {
	return f.call(OpClose, nil, func(bool) error { return f.Backend.Close(ctx) })
}

// call makes one call go wrong as planned, if it is, and else go right.
func (f *FaultyBackend[K]) call(op Op, keys []K, right func(short bool) error) error {
	fault, release := f.begin(op, keys)
	defer f.end(op)
	if fault.Hung {
		<-release
	}
	if fault.Slow > 0 {
		time.Sleep(fault.Slow)
	}
	if fault.Panic != nil {
		panic(fault.Panic)
	}
	if fault.Err != nil {
		return fault.Err
	}
	if err := right(fault.Short); err != nil {
		return err
	}
	return fault.Late
}

// begin counts a call and says how it goes wrong; a fault that says nothing if it does not.
func (f *FaultyBackend[K]) begin(op Op, keys []K) (Fault[K], <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := f.count(op)
	c.Begun++
	c.Running++
	c.Most = max(c.Most, c.Running)
	meets := Fault[K]{}
	for i := range f.planned {
		p := &f.planned[i]
		if !p.about(op, keys) {
			continue
		}
		p.met++
		if meets.Op == "" && (p.Nth == 0 || p.Nth == p.met) {
			meets = p.Fault
			c.Faulty++
		}
	}
	return meets, f.release
}

func (f *FaultyBackend[K]) end(op Op) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count(op).Running--
}

// count is the count of op. The caller holds mu.
func (f *FaultyBackend[K]) count(op Op) *Calls {
	if f.calls[op] == nil {
		f.calls[op] = &Calls{}
	}
	return f.calls[op]
}
