package genlock_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// The README shows the body of this example, and TestReadmeShowsTheExample holds the two together.
func Example() {
	dir, _ := os.MkdirTemp("", "blocks-")
	defer os.RemoveAll(dir)
	_ = os.WriteFile(filepath.Join(dir, "block-1"), []byte("a block"), 0o600)

	look := func(ctx context.Context, keys []string, answer lookup.Answer) error {
		for i, key := range keys { // on a worker; a slow or hung file system holds up nobody
			verdict := lookup.VerdictHit
			if _, err := os.Stat(filepath.Join(dir, key)); err != nil {
				verdict = lookup.VerdictMiss
			}
			answer.Post(i, verdict)
		}
		return nil
	}
	tier, _ := lookup.New(lookup.ProberFunc[string](look), time.Now(), lookup.Config[string, int]{})
	defer tier.Close(context.Background())

	request, _ := tier.Begin(42)
	for step := 1; ; step++ {
		tier.Drain(100) // what the workers have found since
		verdict, _, _ := tier.Lookup(request, "block-1")
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
	_, body, _ := strings.Cut(string(source), "\tlook := ")
	body, _, _ = strings.Cut(body, "\t// Output:")
	var lines []string
	for line := range strings.Lines("\tlook := " + body) {
		lines = append(lines, strings.TrimPrefix(line, "\t"))
	}
	assert.Contains(t, string(readme), strings.Join(lines, ""), "README.md shows other code than Example")
}
