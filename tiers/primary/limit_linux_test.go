package primary

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPoolLargerThanTheMachine fails if a pool that the machine has no memory for is mapped, and the process killed when it
// is written to.
func TestPoolLargerThanTheMachine(t *testing.T) {
	most := mostMemory()
	require.Less(t, most, uint64(math.MaxInt64), "the machine says what it has")
	slots := int(most/MaxSlotBytes) + 1
	_, err := New(Config[string]{Slots: slots, SlotBytes: MaxSlotBytes})
	require.ErrorIs(t, err, ErrMemory)
	assert.ErrorContains(t, err, "there are at most")
}

// TestGroupMemory fails if the bound of a container is not seen, wherever it stands.
func TestGroupMemory(t *testing.T) {
	const none = math.MaxUint64
	const self, root = "/proc/self/cgroup", "/sys/fs/cgroup"
	for name, test := range map[string]struct {
		files map[string]string
		want  uint64
	}{
		"no control groups": {nil, none},
		"version 1":         {map[string]string{self: "3:memory:/docker/x\n"}, none},
		"unbounded":         {map[string]string{self: "0::/\n", root + "/memory.max": "max\n"}, none},
		"in a container":    {map[string]string{self: "0::/\n", root + "/memory.max": "4096\n"}, 4096},
		"of the group": {map[string]string{self: "0::/a/b\n",
			root + "/a/b/memory.max": "7\n", root + "/a/memory.max": "9\n"}, 7},
		"of one around it": {map[string]string{self: "1:x:/y\n0::/a/b\n",
			root + "/a/b/memory.max": "max\n", root + "/a/memory.max": "9\n"}, 9},
		"not what we expect": {map[string]string{self: "0::../..\n", root + "/memory.max": "-1\n"}, none},
	} {
		got := groupMemory(func(file string) ([]byte, error) {
			if text, there := test.files[file]; there {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		})
		assert.Equal(t, test.want, got, name)
	}
}
