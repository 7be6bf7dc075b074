package fs_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers/fs"
)

// beChild is what this binary does where a test has started it as another process.
var beChild = func() {}

func TestMain(m *testing.M) {
	beChild()
	goleak.VerifyTestMain(m)
}

const blockBytes = 4096

func appendString(b []byte, key string) []byte { return append(b, key...) }

var stringKeys = fs.Config[string]{BlockBytes: blockBytes, AppendKey: appendString}

// A shelf is a directory with a store and a manager on it.
type shelf struct {
	t     *testing.T
	dir   string
	store *fs.Store[string]
	m     *lookup.Manager[string, string]
}

func newShelf(t *testing.T) *shelf {
	dir := newRoot(t)
	s := open(t, dir, stringKeys)
	m, err := lookup.New(s, time.Now(), lookup.Config[string, string]{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close(context.Background())) })
	return &shelf{t, dir, s, m}
}

// newRoot is an empty directory that others cannot write to.
func newRoot(t *testing.T) string {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o700))
	return dir
}

// open opens a store for the length of the test.
func open[K comparable](t testing.TB, dir string, config fs.Config[K]) *fs.Store[K] {
	t.Helper()
	s, err := fs.Open(dir, config)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.Background())) })
	return s
}

// put writes a file under the name of a key.
func (s *shelf) put(key string, size int) {
	require.NoError(s.t, os.WriteFile(s.store.Path(key), bytes.Repeat([]byte{1}, size), 0o600))
}

// ask is what a new request hears of the keys once they have been looked up.
func (s *shelf) ask(keys ...string) []lookup.Verdict {
	h, err := s.m.Begin("request")
	require.NoError(s.t, err)
	defer func() { require.NoError(s.t, s.m.Cleanup(h)) }()
	for _, key := range keys {
		_, _, err := s.m.Lookup(h, key)
		require.NoError(s.t, err)
	}
	for sent := s.m.Flush(time.Now(), math.MaxInt); sent > 0; sent -= s.m.Drain(sent) {
		<-s.m.Wake()
	}
	verdicts := make([]lookup.Verdict, len(keys))
	for i, key := range keys {
		verdicts[i], _, err = s.m.Lookup(h, key)
		require.NoError(s.t, err)
	}
	return verdicts
}

// TestRightSizeIsAHit fails if a block is not found, or something is taken for a block that is none.
func TestRightSizeIsAHit(t *testing.T) {
	s := newShelf(t)
	s.put("right", blockBytes)
	s.put("short", blockBytes-1)
	s.put("long", blockBytes+1)
	s.put("empty", 0)
	require.NoError(t, os.Mkdir(s.store.Path("directory"), 0o700))

	got := s.ask("right", "short", "long", "empty", "directory", "none")
	require.Equal(t, "[hit miss miss miss miss miss]", fmt.Sprint(got))
	stats := s.store.Stats()
	require.Equal(t, []uint64{1, 1, 4, 0}, []uint64{stats.Hits, stats.Misses, stats.Wrong, stats.Failures})
	require.FileExists(t, s.store.Path("short"), "what is wrong is left alone")
}

// TestHostileKeysStayInside fails if a key reaches a file that is not its own.
func TestHostileKeysStayInside(t *testing.T) {
	s := newShelf(t)
	keys := []string{"", "/", "..", ".", "../../../../etc/passwd", "nul\x00", "a/b", strings.Repeat("long", 16<<10)}
	for _, v := range s.ask(keys...) {
		require.Equal(t, lookup.VerdictMiss, v)
	}
	require.EqualValues(t, len(keys), s.store.Stats().Misses)
	for _, key := range keys {
		s.put(key, blockBytes)
	}
	files, err := filepath.Glob(filepath.Join(s.dir, "*", "??", "[kd]*"))
	require.NoError(t, err)
	require.Len(t, files, len(keys))
	for _, v := range s.ask(keys...) {
		require.Equal(t, lookup.VerdictHit, v)
	}
}

// TestLinksAreNotFollowed fails if a link that somebody planted makes a hit, wherever it leads.
func TestLinksAreNotFollowed(t *testing.T) {
	s := newShelf(t)
	s.put("inside", blockBytes)
	outside := filepath.Join(t.TempDir(), "outside")
	require.NoError(t, os.WriteFile(outside, make([]byte, blockBytes), 0o600))
	for key, target := range map[string]string{
		"out": outside, "in": s.store.Path("inside"), "loop": s.store.Path("loop"), "dangling": "nowhere"} {
		if err := os.Symlink(target, s.store.Path(key)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	require.Equal(t, "[miss miss miss miss hit]", fmt.Sprint(s.ask("out", "in", "loop", "dangling", "inside")))
	require.EqualValues(t, 4, s.store.Stats().Wrong)
}

// TestFailingToLookIsNoMiss fails if an error is remembered as absence.
func TestFailingToLookIsNoMiss(t *testing.T) {
	s := newShelf(t)
	s.put("k", blockBytes)
	fs.BreakShards(s.store) // every look fails from now on
	require.Equal(t, "[miss]", fmt.Sprint(s.ask("k")), "who waits is told miss")
	stats := s.store.Stats()
	require.Equal(t, []uint64{0, 0, 1}, []uint64{stats.Hits, stats.Misses, stats.Failures})
	require.EqualValues(t, 1, s.m.Stats().Probes.Failed, "the next newcomer looks again")
	require.NoError(t, s.m.Close(context.Background())) // the answer is there before its call returns; the error only then
	require.ErrorContains(t, s.m.Stats().Probes.Last, `probe of "k"`)
}

// TestOpenRefuses fails if a directory that cannot be trusted, or a configuration that cannot work, is taken.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, bad := range []string{filepath.Join(dir, "missing"), file} {
		_, err := fs.Open(bad, stringKeys)
		require.ErrorIs(t, err, fs.ErrRoot)
		assert.ErrorContains(t, err, bad)
	}
}
