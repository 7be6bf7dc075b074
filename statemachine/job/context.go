package job

import (
	"context"
	"sync"
	"time"
)

// A jobContext is the context of a job's copies. It is used again for another job, unless somebody has its channel: so a job
// whose mover asks for no channel allocates none.
type jobContext struct {
	mu   sync.Mutex
	done chan struct{} // nil: nobody has asked
	err  error
}

func (*jobContext) Deadline() (time.Time, bool) { return time.Time{}, false }
func (*jobContext) Value(any) any               { return nil }

func (c *jobContext) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done == nil {
		c.done = make(chan struct{})
		if c.err != nil {
			close(c.done)
		}
	}
	return c.done
}

func (c *jobContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// cancel ends the context.
func (c *jobContext) cancel() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && c.done != nil {
		close(c.done)
	}
	c.err = context.Canceled
}

// renew is a context for the next job. Whoever still waits for this one is let go.
func (c *jobContext) renew() *jobContext {
	c.mu.Lock()
	asked := c.done != nil
	if !asked {
		c.err = nil
	}
	c.mu.Unlock()
	if !asked {
		return c
	}
	c.cancel()
	return &jobContext{}
}
