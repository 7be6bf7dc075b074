package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// config is how blocks are stored here, by whichever process.
func config() fs.Config[string] {
	return fs.Config[string]{
		Name:       "fs",
		BlockBytes: blockBytes,
		AppendKey:  func(b []byte, key string) []byte { return append(b, key...) },
	}
}

// durable is the configuration of a storage that takes every step of a store.
func durable() fs.Config[string] {
	c := config()
	c.Durable = true
	return c
}

// openStore opens the storage of a directory for the time of the test.
func openStore(t *testing.T, dir string, c fs.Config[string]) *fs.Store[string] {
	t.Helper()
	s, err := fs.Open(dir, c)
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		require.NoError(t, s.Close(ctx))
	})
	return s
}

// slot is memory for one block, at an address that direct I/O takes.
func slot() []byte {
	const page = 4096
	b := make([]byte, blockBytes+page)
	skip := -int(uintptr(unsafe.Pointer(&b[0]))) & (page - 1)
	return b[skip : skip+blockBytes]
}

// have is which version of the key's block the storage has; 0: none. It fails the test where a block is found, by
// whatever way, that is not whole.
func have(t *testing.T, s *fs.Store[string], key string) uint64 {
	t.Helper()
	verdict := look(t, s, key)
	b := slot()
	err := s.Load(context.Background(), key, b)
	if errors.Is(err, tiers.ErrNotFound) {
		require.Equal(t, lookup.VerdictMiss, verdict, "%s was a hit, and is not there", key)
		return 0
	}
	require.NoError(t, err)
	require.Equal(t, lookup.VerdictHit, verdict, "%s was a miss, and is there", key)
	v, err := version(b, key)
	require.NoError(t, err)
	return v
}

// look is the verdict on one key.
func look(t *testing.T, s *fs.Store[string], key string) lookup.Verdict {
	t.Helper()
	m, err := lookup.New(s, time.Now(), lookup.Config[string, int]{})
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close(context.Background())) }()
	h, err := m.Begin(0)
	require.NoError(t, err)
	for range 2 {
		v, _, err := m.Lookup(h, key)
		require.NoError(t, err)
		if v != lookup.VerdictRetry {
			return v
		}
		m.Flush(time.Now(), 1)
		for m.Drain(1) == 0 {
			<-m.Wake()
		}
	}
	require.Fail(t, "no verdict", key)
	return lookup.VerdictRetry
}

// temporary are the temporary files below a directory: what is neither a block nor the manifest.
func temporary(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, d iofs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasPrefix(d.Name(), "t-") {
			found = append(found, path)
		}
		return err
	}))
	return found
}

// A talk is a conversation of lines with another process.
type talk struct {
	to   *os.File
	from *bufio.Reader
}

func newTalk(link *os.File) talk { return talk{link, bufio.NewReader(link)} }

func (c talk) say(format string, args ...any) error {
	_, err := fmt.Fprintf(c.to, format+"\n", args...)
	return err
}

// hear is the next line that the other one says. That it has ended is an error.
func (c talk) hear() (string, error) {
	line, err := c.from.ReadString('\n')
	return strings.TrimSuffix(line, "\n"), err
}
