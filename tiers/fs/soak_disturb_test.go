package fs_test

import (
	"errors"
	"os"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
)

// disturb does, now and then, what nobody asked for.
func (w *soak) disturb() {
	switch w.r.IntN(64) {
	case 0, 1, 2, 3:
		w.abort(w.r.IntN(len(w.requests)))
	case 4, 5, 6, 7, 8, 9:
		w.spoil(uint64(w.r.IntN(soakKeys)))
	case 10:
		for id := range w.jobs {
			if err := w.tier.GiveUp(id); !errors.Is(err, tiers.ErrJob) {
				require.NoError(w.t, err)
				w.seen.GivenUp++
			}
			return
		}
	case 11:
		w.pool.Reset()
		w.seen.Resets++
	}
}

func (w *soak) abort(i int) {
	require.NoError(w.t, w.tier.Finish(w.requests[i].handle))
	w.requests[i] = w.requests[len(w.requests)-1]
	w.requests = w.requests[:len(w.requests)-1]
	w.seen.Aborted++
}

// spoil damages, cuts short or removes a file behind the tier's back.
func (w *soak) spoil(key uint64) {
	path := w.store.Path(key)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	w.seen.Spoilt++
	switch w.r.IntN(3) {
	case 0:
		err = f.Truncate(100)
	case 1:
		_, err = f.WriteAt([]byte("damaged"), 1000)
	case 2:
		if err = os.Remove(path); errors.Is(err, os.ErrNotExist) {
			err = nil
		}
	}
	require.NoError(w.t, err)
}

// fillBlock writes the block of a key, and isBlock knows it again.
func fillBlock(b []byte, key uint64) {
	for i := range b {
		b[i] = byte(key) ^ byte(key>>8)*3 ^ byte(i) ^ byte(i>>8)*5
	}
}

func isBlock(b []byte, key uint64) bool {
	for i := range b {
		if b[i] != byte(key)^byte(key>>8)*3^byte(i)^byte(i>>8)*5 {
			return false
		}
	}
	return true
}

func parseNumber(b []byte) (uint64, bool) {
	var key uint64
	for _, c := range b {
		key = key<<8 | uint64(c)
	}
	return key, len(b) == 8
}
