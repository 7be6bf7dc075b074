package fs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// drawNamespace draws from few values, so that two namespaces often differ in little or only concatenate alike.
func drawNamespace(t *rapid.T, label string) fs.Namespace {
	text := rapid.SampledFrom([]string{"", "a", "b", "ab", "ba", "aab", "/", "..", "\x00"})
	n := fs.Namespace{
		Model: text.Draw(t, label+" model"), Revision: text.Draw(t, label+" revision"),
		DType: text.Draw(t, label+" dtype"), Layout: text.Draw(t, label+" layout"),
		Salt: tiers.NewSecret([]byte(text.Draw(t, label+" salt"))),
		More: rapid.MapOfN(text, text, 0, 2).Draw(t, label+" more"),
	}
	for _, kind := range rapid.SliceOfNDistinct(text, 0, 2, rapid.ID).Draw(t, label+" ranks") {
		size := rapid.IntRange(1, 12).Draw(t, label+" size")
		n.Ranks = append(n.Ranks, fs.Rank{Kind: kind, Size: size, Index: rapid.IntRange(0, size-1).Draw(t, label+" index")})
	}
	return n
}

// plainly is everything that a namespace says, in a form in which different ones cannot look alike.
func plainly(n fs.Namespace) string {
	ranks := map[string]fs.Rank{}
	for _, r := range n.Ranks {
		ranks[r.Kind] = r
	}
	return fmt.Sprintf("%q %q %q %q %q %q %+v", n.Model, n.Revision, n.DType, n.Layout, n.Salt.Reveal(), n.More, ranks)
}

// TestNamespacesNeverShareAPath fails if blocks of one configuration can be read under another one.
func TestNamespacesNeverShareAPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawNamespace(t, "first")
		b := a
		other := drawNamespace(t, "second")
		switch rapid.IntRange(0, 7).Draw(t, "what differs") {
		case 0:
			b.Model = other.Model
		case 1:
			b.Revision = other.Revision
		case 2:
			b.DType = other.DType
		case 3:
			b.Layout = other.Layout
		case 4:
			b.Salt = other.Salt
		case 5:
			b.More = other.More
		case 6:
			b.Ranks = other.Ranks
		default:
			b = other
		}
		da, err := fs.Digest(a)
		require.NoError(t, err)
		db, err := fs.Digest(b)
		require.NoError(t, err)
		require.Equal(t, plainly(a) == plainly(b), da == db, "%+v\n%+v", a, b)
		require.Regexp(t, `^[0-9a-f]{64}$`, da, "whatever a model is called")
	})
}

// TestOrderOfRanksSaysNothing fails if two processes that mean the same cannot share their blocks.
func TestOrderOfRanksSaysNothing(t *testing.T) {
	one, err := fs.Digest(fs.Namespace{Model: "m", Ranks: []fs.Rank{{"tp", 1, 2}, {"pp", 0, 4}}})
	require.NoError(t, err)
	other, err := fs.Digest(fs.Namespace{Model: "m", Ranks: []fs.Rank{{"pp", 0, 4}, {"tp", 1, 2}}, More: map[string]string{}})
	require.NoError(t, err)
	require.Equal(t, one, other)
}

// TestFieldsThatConcatenateAlike fails if the border between two fields does not count.
func TestFieldsThatConcatenateAlike(t *testing.T) {
	seen := map[string]fs.Namespace{}
	for _, n := range []fs.Namespace{
		{}, {Model: "ab"}, {Revision: "ab"}, {Model: "a", Revision: "b"}, {Model: "a", DType: "b"}, {DType: "a", Layout: "b"},
		{More: map[string]string{"a": "b"}}, {More: map[string]string{"ab": ""}}, {More: map[string]string{"": "ab"}},
		{More: map[string]string{"a": "", "b": ""}}, {More: map[string]string{"model": "ab"}},
		{Ranks: []fs.Rank{{"a", 1, 12}}}, {Ranks: []fs.Rank{{"a", 11, 12}}}, {Ranks: []fs.Rank{{"a1", 1, 12}}},
		{Ranks: []fs.Rank{{"a", 1, 2}}}, {Salt: tiers.NewSecret([]byte("ab"))}, {Model: "a", Salt: tiers.NewSecret([]byte("b"))},
		{Model: "\x08revision"}, {Revision: "\x08revision"}, // as the digest begins a field
		{More: map[string]string{"salt": "ab"}}, {More: map[string]string{"rank:a": "1 of 2"}},
	} {
		digest, err := fs.Digest(n)
		require.NoError(t, err)
		require.NotContains(t, seen, digest, "%+v and %+v", n, seen[digest])
		seen[digest] = n
	}
}

// TestOtherBlocksOtherPaths fails if stores whose blocks differ in size, form or key can meet.
func TestOtherBlocksOtherPaths(t *testing.T) {
	dir := newRoot(t)
	base := stringKeys
	larger, keyed, rekeyed := base, base, base
	larger.BlockBytes *= 2
	keyed.Key = tiers.NewSecret(bytes.Repeat([]byte{1}, 32))
	rekeyed.Key = tiers.NewSecret(bytes.Repeat([]byte{2}, 32))
	seen := map[string]bool{}
	for _, config := range []fs.Config[string]{base, larger, keyed, rekeyed} {
		path := open(t, dir, config).Path("key")
		require.False(t, seen[path])
		seen[path] = true
	}
	summed := base
	summed.Checksum = true
	require.True(t, seen[open(t, dir, summed).Path("key")], "a checksum changes nothing about the block")
}

// TestTwoFormatsSideBySide fails if a build can read, overwrite or remove what a build of another format has stored.
func TestTwoFormatsSideBySide(t *testing.T) {
	ctx, dir := context.Background(), newRoot(t)
	older := open(t, dir, stringKeys)
	newer, err := fs.OpenFormat(dir, stringKeys, fs.Format+1)
	require.NoError(t, err)
	defer func() { require.NoError(t, newer.Close(ctx)) }()

	require.NoError(t, older.Store(ctx, "key", block(1)))
	slot := make([]byte, blockBytes)
	require.ErrorIs(t, newer.Load(ctx, "key", slot), tiers.ErrNotFound)
	require.NoError(t, newer.Store(ctx, "key", block(2)))
	require.NoError(t, older.Load(ctx, "key", slot))
	require.Equal(t, block(1), slot)
	require.NoError(t, newer.Load(ctx, "key", slot))
	require.Equal(t, block(2), slot)
}

// TestManifestSaysWhatANamespaceIs fails if an operator cannot tell whose blocks are in a directory, or learns a secret.
func TestManifestSaysWhatANamespaceIs(t *testing.T) {
	const canary = "canary-in-the-salt-of-a-tenant-and-key"
	dir := newRoot(t)
	config := stringKeys
	config.Key = tiers.NewSecret([]byte(canary))
	config.Namespace = fs.Namespace{
		Model: "a/model", DType: "bf16", Salt: tiers.NewSecret([]byte(canary)),
		Ranks: []fs.Rank{{"tensor", 3, 8}}, More: map[string]string{"window": "4096"},
	}
	s := open(t, dir, config)
	text := readManifest(t, s)
	for _, says := range []string{`"a/model"`, `"bf16"`, `"rank:tensor"`, `"3 of 8"`, `"more:window"`, `"salt"`, `"format"`} {
		assert.Contains(t, text, says)
	}
	printed := []string{text, fmt.Sprintf("%v %+v %#v", config, config, config), fmt.Sprintf("%v %+v %#v", s, s, s)}
	for _, p := range printed {
		for _, trace := range []string{canary, fmt.Sprintf("%x", canary), fmt.Sprint([]byte(canary))[1:20]} {
			assert.NotContains(t, p, trace)
		}
	}
	require.Equal(t, s.Path("k"), open(t, dir, config).Path("k"), "opened again")
	require.Equal(t, text, readManifest(t, s))
}

func manifestPath(s *fs.Store[string]) string {
	return filepath.Join(filepath.Dir(filepath.Dir(s.Path(""))), "manifest.json")
}

func readManifest(t *testing.T, s *fs.Store[string]) string {
	t.Helper()
	text, err := os.ReadFile(manifestPath(s))
	require.NoError(t, err)
	return string(text)
}

// TestForeignManifestIsRefused fails if a directory is used that says it holds something else.
func TestForeignManifestIsRefused(t *testing.T) {
	dir := newRoot(t)
	path := manifestPath(open(t, dir, stringKeys))
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	in := func(old, new string) []byte {
		changed := bytes.Replace(good, []byte(old), []byte(new), 1)
		require.NotEqual(t, good, changed)
		return changed
	}
	for name, text := range map[string][]byte{
		"empty": nil, "other": in("format", "fromat"), "cut off": good[:len(good)/2], "none": []byte("null"),
		"trailing": append(bytes.Clone(good), "{}"...), "endless": bytes.Repeat(good, 1000),
		"endless blanks": append(bytes.Clone(good), bytes.Repeat([]byte(" "), 8*len(good))...),
		"unknown field":  in("{", `{"more": null,`), "unknown value": in(`"name": "format"`, `"name": "format", "more": null`),
		"duplicate": in("{", `{"fields": null,`), "duplicate name": in(`"name": "format"`, `"name": "else", "name": "format"`),
		"other case": in("digest", "Digest"), "another type": in(`"1"`, "1"), "deep": bytes.Repeat([]byte("["), len(good)),
	} {
		require.NoError(t, os.WriteFile(path, text, 0o600))
		_, err = fs.Open(dir, stringKeys)
		require.ErrorIs(t, err, fs.ErrNamespace, name)
		require.ErrorContains(t, err, filepath.Dir(path))
	}
	require.NoError(t, os.WriteFile(path, good, 0o600))
	open(t, dir, stringKeys)
}

// TestManifestIsComparedByWhatItSays fails if a build that puts JSON down in another way can no longer open a directory.
func TestManifestIsComparedByWhatItSays(t *testing.T) {
	dir, config := newRoot(t), stringKeys
	config.Namespace.Model = "a<b" // which some write as it is, and some escaped
	path := manifestPath(open(t, dir, config))
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	var compact bytes.Buffer
	require.NoError(t, json.Compact(&compact, good))
	text := compact.String()
	require.Contains(t, text, `"a\u003cb"`)
	digest := text[1:strings.Index(text, ",")]
	for name, same := range map[string]string{
		"compact": text, "indented": string(good) + "\t\n", "plain": strings.Replace(text, `\u003c`, "<", 1),
		"escaped":       strings.Replace(text, `"a`, `"\u0061`, 1),
		"another order": "{" + strings.TrimSuffix(strings.TrimPrefix(text, "{"+digest+","), "}") + "," + digest + "}",
	} {
		require.NotEqual(t, string(good), same, name)
		require.NoError(t, os.WriteFile(path, []byte(same), 0o600))
		s, err := fs.Open(dir, config)
		require.NoError(t, err, name)
		require.NoError(t, s.Close(t.Context()))
	}
}

// TestNamespacesThatAreRefused fails if a value that says nothing sensible is taken, or its error does not name it.
func TestNamespacesThatAreRefused(t *testing.T) {
	many := map[string]string{}
	for i := range 300 {
		many[fmt.Sprint(i)] = ""
	}
	for names, n := range map[string]fs.Namespace{
		"model":       {Model: strings.Repeat("m", 64<<10)},
		"revision":    {Revision: "\xff"},
		"more:k":      {More: map[string]string{"k": "\xff"}},
		"fields":      {More: many},
		`"pp" is 2`:   {Ranks: []fs.Rank{{"pp", 2, 2}}},
		`"dp" is -1`:  {Ranks: []fs.Rank{{"dp", -1, 2}}},
		"two ranks":   {Ranks: []fs.Rank{{"tp", 0, 2}, {"tp", 1, 2}}},
		`"tp" is 0 o`: {Ranks: []fs.Rank{{"tp", 0, 0}}},
	} {
		config := stringKeys
		config.Namespace = n
		_, err := fs.Open(newRoot(t), config)
		require.ErrorIs(t, err, tiers.ErrConfig)
		assert.ErrorContains(t, err, names)
	}
}
