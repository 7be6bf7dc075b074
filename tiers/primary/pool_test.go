package primary

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/block"
	"github.com/genlock-go/genlock/tiers"
)

var _ tiers.Memory = (*Pool[string])(nil)

// If it failed, a block would not go its plain way.
func TestPlainWay(t *testing.T) {
	p, err := New(Config[string]{Slots: 2, SlotBytes: 100})
	require.NoError(t, err)
	refs, err := p.Reserve([]string{"a", "b", "a"}, nil)
	require.NoError(t, err)
	require.Len(t, refs, 3)
	require.True(t, refs[2].None())
	require.NoError(t, p.Send(refs[0]))
	readable, err := p.Land(refs[0], true, 1)
	require.NoError(t, err)
	require.True(t, readable)
	require.True(t, p.Cancel(refs[1]))
	require.NoError(t, p.Unpin(refs[0]))
	_, phase := p.Find("a")
	require.Equal(t, block.Ready, phase)
	_, err = p.Write([]string{"c", "d"}, nil)
	require.NoError(t, err)
	require.NoError(t, p.Close(context.Background(), func(context.Context) error {
		for _, s := range []int{0, 1} {
			_, err := p.Land(p.ref(uint32(s)), true, 1)
			require.NoError(t, err)
		}
		return nil
	}))
}
