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
	"github.com/genlock-go/genlock/tiers/fs"
)

// The README shows the body of this example, and TestReadmeShowsTheExample holds the two together.
func Example() {
	dir, _ := os.MkdirTemp("", "blocks-")
	defer os.RemoveAll(dir)

	blocks, _ := fs.Open(dir, fs.Config[string]{
		BlockBytes: 7,
		AppendKey:  func(b []byte, key string) []byte { return append(b, key...) },
	})
	defer blocks.Close(context.Background())
	_ = blocks.Store(context.Background(), "key-1", []byte("a block"))

	tier, _ := lookup.New(blocks, time.Now(), lookup.Config[string, int]{})
	defer tier.Close(context.Background())

	request, _ := tier.Begin(42)
	for step := 1; ; step++ {
		tier.Drain(100) // what the workers have found since
		verdict, _, _ := tier.Lookup(request, "key-1")
		fmt.Println("step", step, verdict)
		if verdict != lookup.VerdictRetry {
			break
		}
		tier.Flush(time.Now(), 100) // what was asked goes out
		<-tier.Wake()
	}
	_ = tier.Cleanup(request) // the request ends, whatever it still waits for
	// Output:
	// step 1 retry
	// step 2 hit
}

// If the README's code were not the example's, nobody would know whether it works.
func TestReadmeShowsTheExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("readme_test.go")
	require.NoError(t, err)
	_, body, _ := strings.Cut(string(source), "\tblocks, _ := ")
	body, _, _ = strings.Cut(body, "\t// Output:")
	var lines []string
	for line := range strings.Lines("\tblocks, _ := " + body) {
		lines = append(lines, strings.TrimPrefix(line, "\t"))
	}
	assert.Contains(t, string(readme), strings.Join(lines, ""), "README.md shows other code than Example")
}
