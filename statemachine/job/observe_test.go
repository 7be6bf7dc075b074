package job_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/job"
)

// If it failed, who watches a manager would see another story than it tells, or not all of it.
func TestObserve(t *testing.T) {
	var heard []string
	observe := func(s *job.Step) { heard = append(heard, s.ID.String()+" "+s.Transition().String()) }
	onStand(t, job.Config{Workers: 1, Observe: observe, Deadline: time.Second}, func(s *stand) {
		id := s.submit(job.Read, 2)
		s.ends(id, 0, nil)
		s.pass(time.Second)
		s.report()
		s.ends(id, 1, nil)
		s.Released(nil)
		synctest.Wait()
		name := id.String()
		require.Equal(t, []string{
			name + " Submit: Absent to Queued",
			name + " Start: Queued to Running",
			name + " End: Running to Queued, reply arrived",
			name + " Start: Queued to Running",
			name + " Expire: Running to Overdue",
			name + " Poll: Overdue to Held",
			name + " End: Held to Spent, reply failed",
			name + " Release: Spent to Absent",
		}, heard)

		met := statemachine.NewCoverage(&job.Table)
		for cell, n := range s.Met() {
			for range n {
				met.Add(cell)
			}
		}
		assert.Len(t, met.Missing(), countCells()-8)
	})
	assert.Equal(t, "read write Class(2)", job.Read.String()+" "+job.Write.String()+" "+job.Class(2).String())
}

// If it failed, who watches a shutdown would hear of jobs that are none.
func TestObserveShutdown(t *testing.T) {
	var heard []job.ID
	observe := func(s *job.Step) {
		if s.Cell.Info().Event == "Shut" {
			heard = append(heard, s.ID)
		}
	}
	onStand(t, job.Config{Observe: observe}, func(s *stand) {
		s.submit(job.Read, 0)
		s.submit(job.Read, 0)
		s.Poll(nil)
		ended := s.submit(job.Read, 0)
		require.NoError(t, s.Close(context.Background()))
		require.ElementsMatch(t, []job.ID{0, ended}, heard)
	})
}

// countCells is how many cells there are that can be met.
func countCells() int { return len(statemachine.NewCoverage(&job.Table).Missing()) }
