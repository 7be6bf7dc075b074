package job_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
)

// If it failed, loads that a request waits for would stand behind stores that nobody does.
func TestReadsComeFirst(t *testing.T) {
	onStand(t, job.Config{Workers: 1}, func(s *stand) {
		first := s.submit(job.Write, 2)
		write := s.submit(job.Write, 1)
		read := s.submit(job.Read, 2)
		s.ends(first, 0, nil)
		s.ends(read, 0, nil)
		s.ends(read, 1, nil)
		s.ends(first, 1, nil)
		s.ends(write, 0, nil)
		assert.Len(t, s.Poll(nil), 3)
	})
}

// If it failed, a stream of loads would keep a store waiting for ever, and a stream of both a clean-up.
func TestNobodyStarves(t *testing.T) {
	onStand(t, job.Config{Workers: 1, Overtakes: 3}, func(s *stand) {
		dirty := s.submit(job.Write, 1)
		cleaned := false
		s.ends(dirty, 0, &job.Leftover{What: "x", Err: errDisk, Clean: func(context.Context) error { cleaned = true; return nil }})
		require.Equal(t, dirty, s.report().ID)
		running := s.submit(job.Read, 1)
		s.pass(job.DefaultCleanUpAfter)
		write := s.submit(job.Write, 1)
		for i := range 7 {
			next := s.submit(job.Read, 1)
			s.ends(running, 0, nil)
			if i == 3 {
				require.Equal(t, []at{{write, 0}}, s.running(), "after three reads")
				require.True(t, cleaned, "and so was the clean-up")
				return
			}
			require.Equal(t, []at{{next, 0}}, s.running(), "read %d", i)
			running = next
		}
		t.Fatal("nothing overtook the reads")
	})
}

// If it failed, writes and clean-ups that both wait too long would take turns, and reads would never come.
func TestTwoThatAreLate(t *testing.T) {
	onStand(t, job.Config{Workers: 1, Overtakes: 1}, func(s *stand) {
		const many = 9
		for range many {
			s.ends(s.submit(job.Write, 1), 0, (&rubbish{ends: 1}).left())
			s.report()
		}
		writes, reads := s.submit(job.Write, many), s.submit(job.Read, many)
		s.pass(job.DefaultCleanUpAfter) // all clean-ups are due
		written := 0
		for {
			running := s.running()[0]
			if running == (at{reads, 2}) {
				break
			}
			if running.id == writes {
				written++
			}
			s.ends(running.id, running.block, nil)
		}
		require.Positive(t, s.Stats().In[job.Dirty], "clean-ups wait")
		require.LessOrEqual(t, written, 4)
	})
}
