package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// probedKeys is how many keys are looked up at a time. Every other one is there.
const probedKeys = 4096

// publicProbe is what the public tier was measured to take for one key, in nanoseconds.
const publicProbe = 2147

// probeBars are lookups of keys in files, of which half are there.
func probeBars(r run, direct bool) ([]Bar, error) {
	dir, err := os.MkdirTemp(r.dir, "genlock-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	m := medium{blockBytes: 4096, blocks: probedKeys / 2, threads: moveThreads, direct: direct}
	ours, err := storedTier(m, filepath.Join(dir, "ours"))
	if err != nil {
		return nil, err
	}
	defer ours.close()
	contenders := []contender{{name: "backend", took: ours.probeFiles}, {name: "tier", took: ours.probeTier}}
	theirs, missing := storedPython(m, filepath.Join(dir, "theirs"))
	switch {
	case missing == nil:
		defer theirs.close()
		contenders = append(contenders, theirs.contender(game{"probe", probedKeys}))
	case !errors.Is(missing, errMissing):
		return nil, missing
	}
	ns := race(r.rounds()/4, contenders...)
	if theirs != nil && theirs.err != nil {
		return nil, theirs.err
	}
	fair := newJudge(r)
	var bars []Bar
	for i, c := range contenders[:2] {
		name := fmt.Sprintf("fs: probe of %d keys, %s, beside Python (us)", probedKeys, c.name)
		if missing != nil {
			bars = append(bars, skipped(name, ns[i]/1e3, missing))
			continue
		}
		bars = append(bars, fair.time(faster(name, ns[i]/1e3, ns[2]/1e3, 3), publicProbe*probedKeys/1e3))
	}
	return bars, nil
}

// storedTier is a tier that has the blocks of the medium.
func storedTier(m medium, dir string) (*tier, error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	t, err := openTier(m, dir, false)
	if err != nil {
		return nil, err
	}
	if _, err = t.store(); err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

// storedPython is the same in Python, or nil and why there is none.
func storedPython(m medium, dir string) (*pythonMover, error) {
	v, err := pythonFiles(false).open(m, dir)
	if err != nil {
		return nil, err
	}
	if _, err = v.store(); err != nil {
		return nil, errors.Join(err, v.close())
	}
	return v.(*pythonMover), nil
}

// probed are keys of which every other one was stored.
func probed() []blockKey {
	all := blockKeys(2 * probedKeys) // of which half of the first half is stored
	keys := make([]blockKey, probedKeys)
	for i := range keys {
		if keys[i] = all[i/2]; i%2 == 0 {
			keys[i] = all[probedKeys+i]
		}
	}
	return keys
}

// probeFiles looks all of them up so many times, as one call of the storage. Nobody's first look after another's turn
// counts: it pays for what came between.
func (f *files) probeFiles(n int) time.Duration {
	keys := probed()
	f.probe(keys)
	start := time.Now()
	for range n {
		f.probe(keys)
	}
	return time.Since(start)
}

func (f *files) probe(keys []blockKey) {
	if err := f.blocks.Probe(context.Background(), keys, lookup.Answer{}); err != nil {
		panic(err)
	}
}

// probeTier lets so many requests ask for all of them until they know.
func (t *tier) probeTier(n int) (took time.Duration) {
	keys := probed()
	t.files.probe(keys)
	for range n {
		seconds, err := t.probe(keys)
		if err == nil {
			err = t.scheduled.Finish(t.request)
		}
		if err != nil {
			panic(err)
		}
		took += time.Duration(seconds * 1e9)
	}
	return took
}
