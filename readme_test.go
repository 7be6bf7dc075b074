package genlock_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
	"github.com/genlock-go/genlock/tiers/primary"
)

// The README shows the body of this example, and TestReadmeShowsTheExample holds the two together.
func Example() {
	dir, _ := os.MkdirTemp("", "blocks-")
	defer os.RemoveAll(dir)

	pool, _ := primary.New(primary.Config[string]{Slots: 2, SlotBytes: 7})
	defer pool.Close(context.Background(), nil)
	files, _ := fs.Open(dir, fs.Config[string]{
		BlockBytes: 7,
		AppendKey:  func(b []byte, key string) []byte { return append(b, key...) },
	})
	_ = files.Store(context.Background(), "key-1", []byte("a block"))
	tier, _ := tiers.New[string, int](files, pool, time.Now(), tiers.Config[string, int]{})
	defer tier.Shutdown(context.Background())

	request, _ := tier.Begin(42)
	for {
		tier.BeginStep(time.Now(), 100) // what the storage did since the last step
		for _, r := range tier.Poll(nil) {
			_, _ = pool.Land(pool.At(r.Blocks[0].Slot), r.Outcomes[0] == tiers.Arrived, 0)
		}
		slot, pinned := pool.Pin("key-1")
		if pinned {
			fmt.Printf("%s\n", pool.Slot(slot.Slot()))
			_ = pool.Unpin(slot)
			break
		}
		if slot.None() { // nor is it on its way
			verdict, _ := tier.Lookup(request, "key-1")
			if verdict == lookup.VerdictHit {
				fmt.Println(verdict)
				slots, _ := pool.Reserve([]string{"key-1"}, nil)
				_ = pool.Send(slots[0])
				_, _ = tier.SubmitLoad(request, []tiers.Block[string]{{Key: "key-1", Slot: slots[0].Slot()}})
			}
		}
		tier.EndStep(time.Now(), 100) // what was asked goes out
		select {
		case <-tier.Wake():
		case <-time.After(10 * time.Millisecond): // a deadline that passes rings nothing
		}
	}
	_ = tier.Finish(request) // whatever it still waits for
	// Output:
	// hit
	// a block
}

// If the README's code were not the example's, nobody would know whether it works.
func TestReadmeShowsTheExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("readme_test.go")
	require.NoError(t, err)
	_, body, _ := strings.Cut(string(source), "\tpool, _ := ")
	body, _, _ = strings.Cut(body, "\t// Output:")
	var lines []string
	for line := range strings.Lines("\tpool, _ := " + body) {
		lines = append(lines, strings.TrimPrefix(line, "\t"))
	}
	assert.Contains(t, string(readme), strings.Join(lines, ""), "README.md shows other code than Example")
}
