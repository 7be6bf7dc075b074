package primary

import (
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// mostMemory is how many bytes this process can hope for: what the machine has, or what its control group allows. Linux
// gives more without a word, and kills the process when it is written to.
func mostMemory() uint64 {
	return min(physicalMemory(), groupMemory(os.ReadFile))
}

func physicalMemory() uint64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return math.MaxUint64
	}
	return uint64(info.Totalram) * uint64(info.Unit)
}

// groupMemory is the least bound among the process's control group and those around it, where version 2 is mounted in the
// usual place.
func groupMemory(read func(name string) ([]byte, error)) uint64 {
	most := uint64(math.MaxUint64)
	groups, err := read("/proc/self/cgroup")
	if err != nil {
		return most
	}
	for line := range strings.Lines(string(groups)) {
		group, unified := strings.CutPrefix(strings.TrimSpace(line), "0::")
		if !unified {
			continue
		}
		for group = path.Clean("/" + group); ; group = path.Dir(group) {
			if bound, err := read(path.Join("/sys/fs/cgroup", group, "memory.max")); err == nil {
				most = min(most, boundOf(string(bound)))
			}
			if group == "/" {
				break
			}
		}
	}
	return most
}

// boundOf reads a bound in bytes; "max" is none.
func boundOf(text string) uint64 {
	bytes, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return math.MaxUint64
	}
	return bytes
}
