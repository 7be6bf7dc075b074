package lookup

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/genlock-go/genlock/statemachine/health"
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
	call  health.Call              // by the caller's clock
	batch atomic.Pointer[batch[K]] // in a call; nil: between calls
	gone  bool                     // another worker has taken over, and this one ends. Known to itself only
	look  uint64                   // the last one of its pool when its last call returned. Likewise
}

// A pool is the workers, the batches that wait for them, and the results that they post.
type pool[K comparable] struct {
	prober   Prober[K]
	watch    *health.Watch // lends places to calls that are stuck
	deadline time.Duration
	cancel   context.CancelFunc // ends the context of all calls
	clock    atomic.Int64       // the caller's, as the last Flush set it
	looks    atomic.Uint64      // how many flushes there were
	inbox    inbox

	work   chan *batch[K] // as much room as there are batches, so sending never blocks
	idle   chan *batch[K] // likewise
	made   int            // batches made so far, at most cap(work)
	queue  int            // how many may wait for a worker
	closed bool

	workers  []*worker[K] // those that take work: as many at any time
	replaced []*worker[K] // those whose calls are stuck, until the owner has seen that they returned
	begin    func(*worker[K])
	running  atomic.Int32  // workers of both kinds
	ended    chan struct{} // closed by the last worker
}

// A setup is what a pool needs to know of its manager's configuration.
type setup struct {
	workers, queue int
	deadline       time.Duration
	wake           chan struct{}
	watch          *health.Watch
}

func newPool[K comparable](prober Prober[K], s setup) *pool[K] {
	batches := s.queue + s.workers + s.watch.Bound()
	p := &pool[K]{
		prober:   prober,
		watch:    s.watch,
		deadline: s.deadline,
		cancel:   func() {},
		inbox:    inbox{wake: s.wake},
		work:     make(chan *batch[K], batches),
		idle:     make(chan *batch[K], batches),
		queue:    s.queue,
		workers:  make([]*worker[K], s.workers),
		ended:    make(chan struct{}),
	}
	for i := range p.workers {
		p.workers[i] = &worker[K]{}
	}
	return p
}

// start lets the workers work.
func (p *pool[K]) start() {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	p.begin = func(w *worker[K]) {
		p.running.Add(1)
		go p.run(ctx, w)
	}
	for _, w := range p.workers {
		p.begin(w)
	}
}

// empty is a batch to fill, or nil if as many are queued or in calls as may be, or nothing is sent any more.
func (p *pool[K]) empty() *batch[K] {
	if p.closed || p.made-len(p.idle) >= p.queue+len(p.workers)+len(p.replaced) {
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

// run serves batches until there are no more, or another worker has taken over. A prober that ends its goroutine ends the
// worker's, so the worker goes on in another one.
func (p *pool[K]) run(ctx context.Context, w *worker[K]) {
	over := false
	defer func() {
		switch {
		case !over && !w.gone:
			go p.run(ctx, w)
		case p.running.Add(-1) == 0:
			close(p.ended)
		}
	}()
	for b := range p.work {
		if p.serve(ctx, w, b); w.gone {
			return
		}
	}
	over = true
}

// serve runs one call and gives the batch back, whatever the prober does. After Close, and while the tier is down, nothing
// is started: then the probes have failed, and those who wait for them are told.
func (p *pool[K]) serve(ctx context.Context, w *worker[K], b *batch[K]) {
	number := b.call.open()
	if ctx.Err() != nil || !p.watch.Serves() {
		p.refuse(ctx, b)
		return
	}
	how, err := panicked, error(ErrPanic)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
		w.batch.Store(nil)
		w.gone, w.look = w.call.Return(p.watch), p.looks.Load()
		b.call.close(how, err)
		p.idle <- b
	}()
	w.call.Start(p.since(w))
	w.batch.Store(b)
	err = p.prober.Probe(ctx, b.keys[:len(b.keys):len(b.keys)], Answer{&b.call, number})
	how = returned
}

// since is when the next call of a worker begins. One that waited for work was sent it by the last flush; one that has had
// another call since then begins who knows when, and the owner may have been away for longer than a call may take.
func (p *pool[K]) since(w *worker[K]) time.Duration {
	if w.look == p.looks.Load() {
		return health.Unseen
	}
	return time.Duration(p.clock.Load())
}

// refuse gives a batch back whose call is not made.
func (p *pool[K]) refuse(ctx context.Context, b *batch[K]) {
	if err := ctx.Err(); err != nil {
		b.call.close(returned, err)
	} else {
		b.call.close(unmade, nil)
	}
	p.idle <- b
}
