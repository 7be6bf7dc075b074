package fs

import (
	"context"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// Probe implements lookup.Prober: each key is answered as soon as it has been looked up, in order. Where that fails the
// others are still looked up, and the first error is returned. It stops when ctx ends.
func (s *Store[K]) Probe(ctx context.Context, keys []K, answer lookup.Answer) error {
	call, err := s.shelf.gate.enter("probe")
	if err != nil {
		return &tiers.OpError{Tier: s.config.Name, Op: "probe", Err: err}
	}
	defer s.shelf.gate.leave(call)
	var first error
	key, name := make([]byte, 0, 64), make([]byte, 0, tiers.LongestName+1)
	for i := range keys {
		if err := s.shelf.alive(ctx); err != nil {
			return &tiers.OpError{Tier: s.config.Name, Op: "probe", Err: err}
		}
		key = s.config.AppendKey(key[:0], keys[i])
		name = tiers.AppendName(name[:0], key)
		verdict, err := s.shelf.look(name)
		if err != nil && first == nil {
			first = &tiers.OpError{Tier: s.config.Name, Op: "probe", Key: tiers.PrintKey(keys[i]), Err: err}
		}
		answer.Post(i, verdict)
	}
	return first
}

// look looks one name up. The verdict is retry where nothing was learnt.
func (s *shelf) look(name []byte) (lookup.Verdict, error) {
	info, err := s.shards[shardOf(name)].Look(name)
	switch {
	case err != nil:
		s.counters.failures.Add(1)
		return lookup.VerdictRetry, err
	case !info.There:
		s.counters.misses.Add(1)
		return lookup.VerdictMiss, nil
	case !info.Regular || !info.Ours || !s.whole(info.Size):
		s.counters.wrong.Add(1)
		return lookup.VerdictMiss, nil
	}
	s.counters.hits.Add(1)
	return lookup.VerdictHit, nil
}
