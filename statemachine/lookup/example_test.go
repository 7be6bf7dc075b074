package lookup_test

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A tier that knows one block.
func probe(_ context.Context, keys []string, answer lookup.Answer) error {
	for i, key := range keys {
		if key == "block 1" {
			answer.Post(i, lookup.VerdictHit)
		} else {
			answer.Post(i, lookup.VerdictMiss)
		}
	}
	return nil
}

// A request asks for two blocks, hears what is there in the next step, and starts a load that fails.
func ExampleManager() {
	m, err := lookup.New(lookup.ProberFunc[string](probe), time.Now(), lookup.Config[string, string]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	request, _ := m.Begin("request A")
	ask := func() {
		for _, key := range []string{"block 1", "block 2"} {
			verdict, _, _ := m.Lookup(request, key)
			fmt.Printf("%s: %v\n", key, verdict)
		}
	}

	ask()                            // the first step
	m.Flush(time.Now(), math.MaxInt) // ends,
	for answers := 0; answers < 2; { // and the next one
		<-m.Wake() // begins when there are answers
		answers += m.Drain(math.MaxInt)
	}
	ask()

	generation, started, _ := m.Load(request, "block 1")
	fmt.Println("load started:", started)
	cell, _ := m.MarkMiss("block 1", generation) // it has failed
	fmt.Println(cell)
	ask()

	_ = m.Cleanup(request)
	fmt.Println("closed:", m.Close(context.Background()))

	// Output:
	// block 1: retry
	// block 2: retry
	// block 1: hit
	// block 2: miss
	// load started: true
	// MarkMiss in Hit when same: apply, mark all refused, clear loaders, to Failed
	// block 1: miss
	// block 2: miss
	// closed: <nil>
}

// A prefix of three blocks is asked for. It goes on past what is not known yet and stops at the first miss.
func ExampleManager_LookupPrefix() {
	m, err := lookup.New(lookup.ProberFunc[string](probe), time.Now(), lookup.Config[string, string]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close(context.Background())
	request, _ := m.Begin("request A")
	prefix := []string{"block 1", "block 2", "block 3"}

	verdicts, _ := m.LookupPrefix(request, prefix, nil)
	fmt.Println(verdicts)
	m.Flush(time.Now(), math.MaxInt)
	for answers := 0; answers < 3; {
		<-m.Wake()
		answers += m.Drain(math.MaxInt)
	}
	verdicts, _ = m.LookupPrefix(request, prefix, verdicts[:0])
	fmt.Println(verdicts)

	// Output:
	// [retry retry retry]
	// [hit miss]
}
