package tiers

import (
	"context"
	"fmt"
	"slices"
)

// A Set is the secondary tiers of one scheduler, in the order in which they are asked. Like them it belongs to one
// goroutine. The zero Set is empty.
type Set[K, R comparable] struct {
	tiers []Tier[K, R]
}

// Add attaches a tier as the last one. A nil tier is an ErrConfig, and so is one without a name, or with one that another
// tier has: errors, logs and metrics could not tell them apart.
func (s *Set[K, R]) Add(t Tier[K, R]) error {
	if t == nil {
		return fmt.Errorf("%w: the tier is nil", ErrConfig)
	}
	switch name := t.Name(); {
	case name == "":
		return fmt.Errorf("%w: a tier without a name", ErrConfig)
	case s.find(name) >= 0:
		return fmt.Errorf("%w: two tiers are called %.64q", ErrConfig, name)
	}
	s.tiers = append(s.tiers, t)
	return nil
}

// Remove detaches a tier and returns it, for the caller to drain and shut down. A name that no tier has is an ErrConfig.
func (s *Set[K, R]) Remove(name string) (Tier[K, R], error) {
	at := s.find(name)
	if at < 0 {
		return nil, fmt.Errorf("%w: no tier is called %.64q", ErrConfig, name)
	}
	t := s.tiers[at]
	s.tiers = slices.Delete(s.tiers, at, at+1)
	return t, nil
}

// Allowed are the tiers that a request with this filter may use, in a slice of the caller's own.
func (s *Set[K, R]) Allowed(f Filter) []Tier[K, R] {
	var allowed []Tier[K, R]
	for _, t := range s.tiers {
		if f.Allows(t.Capabilities()) {
			allowed = append(allowed, t)
		}
	}
	return allowed
}

// Shutdown shuts all tiers down, side by side: one that hangs, fails or panics takes nothing from the others. The errors
// are joined, in the order of the tiers. The tiers stay in the set: what is left to report is reported by their Poll.
func (s *Set[K, R]) Shutdown(ctx context.Context) error {
	calls := make([]func() error, len(s.tiers))
	for i, t := range s.tiers {
		calls[i] = func() error { return t.Shutdown(ctx) }
	}
	return together(calls...)
}

func (s *Set[K, R]) find(name string) int {
	return slices.IndexFunc(s.tiers, func(t Tier[K, R]) bool { return t.Name() == name })
}
