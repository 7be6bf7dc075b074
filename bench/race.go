package main

import (
	"runtime"
	"testing"
	"time"
)

// A contender is one way of doing the same work: run does it n times.
type contender struct {
	name string
	run  func(n int)
	took func(n int) time.Duration // instead of run: does it n times and says how long that took
}

// repeat is a contender that does one thing again and again.
func repeat(name string, do func()) contender {
	return contender{name: name, run: func(n int) {
		for range n {
			do()
		}
	}}
}

// roundTime is short, so that some rounds fall between two disturbances.
const roundTime = 4 * time.Millisecond

// race lets the contenders take turns and returns the nanoseconds that one operation of each took in its fastest round.
// Turns, because a noisy machine is noisy for all of them; the fastest, because noise only ever adds.
func race(rounds int, contenders ...contender) []float64 {
	ops := make([]int, len(contenders))
	best := make([]float64, len(contenders))
	for i, c := range contenders {
		ops[i] = calibrate(c)
	}
	for round := range rounds {
		runtime.GC()
		for turn := range contenders {
			i := (turn + round) % len(contenders) // nobody is always the first after a collection
			ns := float64(timed(contenders[i], ops[i])) / float64(ops[i])
			if round == 0 || ns < best[i] {
				best[i] = ns
			}
		}
	}
	return best
}

// calibrate finds how many operations fill a round.
func calibrate(c contender) int {
	for n := 1; ; n *= 2 {
		if took := timed(c, n); took > roundTime/4 {
			return max(1, int(float64(n)*float64(roundTime)/float64(took)))
		}
	}
}

func timed(c contender, n int) time.Duration {
	if c.took != nil {
		return c.took(n)
	}
	start := time.Now()
	c.run(n)
	return time.Since(start)
}

// allocs is how many allocations one operation makes, in steady state.
func allocs(op func()) float64 { return testing.AllocsPerRun(1000, op) }
