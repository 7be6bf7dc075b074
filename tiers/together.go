package tiers

import (
	"errors"
	"fmt"
	"sync"
)

// together makes calls side by side and waits for all of them, whatever one of them does: none is left out because
// another fails, panics, or uses up the time. Errors come in the order of the calls.
func together(calls ...func() error) error {
	errs := make([]error, len(calls))
	var all sync.WaitGroup
	for i, call := range calls {
		errs[i] = fmt.Errorf("%w: its goroutine ended", ErrPanic)
		all.Go(func() { errs[i] = guarded(call) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// guarded makes a call whose panic is an ErrPanic.
func guarded(call func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
	}()
	return call()
}
