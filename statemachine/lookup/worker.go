package lookup

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// A batch is what one call of the prober is given. It wanders from the owner, who fills it, to a worker and back.
type batch[K comparable] struct {
	call  call
	keys  []K
	first K // of the keys, for whoever names a stuck call: keys belong to the prober
}

// add puts one key into the batch.
func (b *batch[K]) add(key K, it item) {
	if len(b.keys) == 0 {
		b.first = key
	}
	b.keys = append(b.keys, key)
	b.call.items = append(b.call.items, it)
}

// empty makes room for the next keys. What it held may not stay reachable.
func (b *batch[K]) empty() {
	clear(b.keys)
	b.keys, b.call.items = b.keys[:0], b.call.items[:0]
}

// A worker runs one call of the prober at a time. The owner reads what it is at.
type worker[K comparable] struct {
	batch atomic.Pointer[batch[K]] // in a call; nil: between calls
	since atomic.Int64             // when that began, by the caller's clock
}

// A pool is the workers, the batches that wait for them, and the results that they post.
type pool[K comparable] struct {
	prober   Prober[K]
	deadline time.Duration
	cancel   context.CancelFunc // ends the context of all calls
	clock    atomic.Int64       // the caller's, as the last Flush set it
	inbox    inbox

	work    chan *batch[K] // as much room as there are batches, so sending never blocks
	idle    chan *batch[K] // likewise
	made    int            // batches made so far, at most cap(work)
	workers []worker[K]
	running atomic.Int32
	ended   chan struct{} // closed by the last worker
	closed  bool
}

func newPool[K comparable](prober Prober[K], workers, queue int, deadline time.Duration) *pool[K] {
	batches := queue + workers
	return &pool[K]{
		prober:   prober,
		deadline: deadline,
		cancel:   func() {},
		inbox:    inbox{wake: make(chan struct{}, 1)},
		work:     make(chan *batch[K], batches),
		idle:     make(chan *batch[K], batches),
		workers:  make([]worker[K], workers),
		ended:    make(chan struct{}),
	}
}

// start lets the workers work.
func (p *pool[K]) start() {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	p.running.Store(int32(len(p.workers)))
	for i := range p.workers {
		go p.run(ctx, &p.workers[i])
	}
}

// empty is a batch to fill, or nil if all are queued or in calls, or nothing is sent any more.
func (p *pool[K]) empty() *batch[K] {
	if p.closed {
		return nil
	}
	select {
	case b := <-p.idle:
		b.empty()
		return b
	default:
	}
	if p.made == cap(p.work) {
		return nil
	}
	p.made++
	b := &batch[K]{}
	b.call.inbox = &p.inbox
	return b
}

// send queues a batch, if it is one. It never blocks.
func (p *pool[K]) send(b *batch[K]) {
	if b != nil {
		p.work <- b
	}
}

// run serves batches until there are no more. A prober that ends its goroutine ends the worker's, so another one takes
// over.
func (p *pool[K]) run(ctx context.Context, w *worker[K]) {
	over := false
	defer func() {
		switch {
		case !over:
			go p.run(ctx, w)
		case p.running.Add(-1) == 0:
			close(p.ended)
		}
	}()
	for b := range p.work {
		p.serve(ctx, w, b)
	}
	over = true
}

// serve runs one call and gives the batch back, whatever the prober does. After Close nothing is started any more.
func (p *pool[K]) serve(ctx context.Context, w *worker[K], b *batch[K]) {
	number := b.call.open()
	err := error(ErrPanic)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
		w.batch.Store(nil)
		b.call.close(err)
		p.idle <- b
	}()
	if err = ctx.Err(); err != nil {
		return
	}
	w.since.Store(p.clock.Load())
	w.batch.Store(b)
	err = ErrPanic
	err = p.prober.Probe(ctx, b.keys[:len(b.keys):len(b.keys)], Answer{&b.call, number})
}

// down reports whether every worker is held by a call past its deadline.
func (p *pool[K]) down(now int64) bool {
	for i := range p.workers {
		if !p.workers[i].stuck(now, p.deadline) {
			return false
		}
	}
	return true
}

func (w *worker[K]) stuck(now int64, deadline time.Duration) bool {
	return w.batch.Load() != nil && now-w.since.Load() >= int64(deadline)
}
