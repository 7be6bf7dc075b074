package portable_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/portable"
	"github.com/genlock-go/genlock/internal/testspec/lamps"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/internal/testspec/printing"
	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

var systems = []spec.System{lookupspec.System, lamps.System, lease.System, printing.System, tiering.System}

// A version that came back changed would be told apart from itself.
func TestReadingGivesTheSystemThatWasWritten(t *testing.T) {
	for _, s := range systems {
		t.Run(s.Name, func(t *testing.T) {
			sys, err := spec.Resolve(s)
			require.NoError(t, err)
			data, err := portable.Write(sys)
			require.NoError(t, err)
			read, err := portable.Read(bytes.NewReader(data))
			require.NoError(t, err)
			again, err := portable.Write(read)
			require.NoError(t, err)
			assert.Equal(t, string(data), string(again))
			a, err := model.Explore(context.Background(), sys, model.Options{Instance: sys.Instances[0].Name})
			require.NoError(t, err)
			b, err := model.Explore(context.Background(), read, model.Options{Instance: sys.Instances[0].Name})
			require.NoError(t, err)
			assert.Equal(t, [2]int64{a.Distinct, a.Generated}, [2]int64{b.Distinct, b.Generated})
			assert.Equal(t, a.Result, b.Result)
		})
	}
}

// A file that someone else made must be refused, not crash what reads it.
func TestRefusals(t *testing.T) {
	sys, err := spec.Resolve(lookupspec.System)
	require.NoError(t, err)
	data, err := portable.Write(sys)
	require.NoError(t, err)
	deep := strings.Repeat(`{"op":"not","xs":[`, 1000) + `{"op":"var"}` + strings.Repeat(`]}`, 1000)
	tests := []struct{ name, text, says string }{
		{"empty", "", "not a system"},
		{"other JSON", `[1, 2]`, "not a system"},
		{"unknown field", `{"format":"genlock system","version":1,"extra":1}`, "extra"},
		{"other version", `{"format":"genlock system","version":2}`, "version 2"},
		{"nothing in it", `{"format":"genlock system","version":1}`, "invalid system"},
		{"no machine", `{"format":"genlock system","version":1,"events":[{"machine":7,"name":"E"}]}`, "no machine"},
		{"two in a file", string(data) + string(data), "comes after"},
		{"deep", `{"format":"genlock system","version":1,"done":` + deep + `}`, "deeper than"},
		{"a word for a number", strings.Replace(string(data), `"n": 1`, `"n": 999`, 1), "no constant"},
		{"another operator", strings.Replace(string(data), `"op": "not"`, `"op": "xor"`, 1), `"xor"`},
		{"a set for a value", strings.Replace(string(data), `"op": "empty"`, `"op": "not"`, 1), "wanted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := portable.Read(strings.NewReader(tt.text))
			require.Error(t, err)
			assert.Contains(t, err.Error(), tt.says)
		})
	}
}

// TestOddFiles would fail if a damaged file crashed the reader, or was accepted and crashed the interpreter.
func TestOddFiles(t *testing.T) {
	odd := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	for _, s := range systems {
		data, err := portable.Write(spec.Link(s))
		require.NoError(t, err)
		var small bytes.Buffer
		require.NoError(t, json.Compact(&small, data))
		for range 300 {
			sys, err := portable.Read(bytes.NewReader(damaged(odd, small.Bytes())))
			if err != nil || len(sys.Instances) == 0 {
				continue
			}
			accepted++
			_, _ = model.Explore(context.Background(), sys, model.Options{Instance: sys.Instances[0].Name, MaxStates: 100})
		}
	}
	assert.Positive(t, accepted, "no damaged file was explored")
}

// damaged is a file with a byte or two replaced by others that it might have held.
func damaged(odd *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	const others = `0123456789abtruefls"[]{},`
	for range 1 + odd.IntN(2) {
		i := odd.IntN(len(data))
		if odd.IntN(2) == 0 {
			data[i] = others[odd.IntN(len(others))]
		} else {
			data[i] = data[odd.IntN(len(data))]
		}
	}
	return data
}
