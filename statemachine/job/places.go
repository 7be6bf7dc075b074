package job

import "sync"

// places is the watch of a manager that was given none: it serves as long as a place is free.
type places struct {
	mu   sync.Mutex
	free int
}

func (p *places) Borrow() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == 0 {
		return false
	}
	p.free--
	return true
}

func (p *places) Return() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free++
}

func (p *places) Serves() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.free > 0
}
