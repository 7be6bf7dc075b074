package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A size is a number of bytes on the command line: 500MB, 2GiB, or a plain number.
type size int64

func (z *size) String() string { return strconv.FormatInt(int64(*z), 10) }

var units = []struct {
	suffix string
	bytes  int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// Set parses a size.
func (z *size) Set(text string) error {
	number, unit := text, int64(1)
	for _, u := range units {
		if rest, ok := strings.CutSuffix(text, u.suffix); ok {
			number, unit = strings.TrimSpace(rest), u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/unit {
		return fmt.Errorf("%q is no size such as 500MB or 2GiB", text)
	}
	*z = size(n * unit)
	return nil
}

// A count is a positive number on the command line.
type count int64

func (c *count) String() string { return strconv.FormatInt(int64(*c), 10) }

// Set parses a count.
func (c *count) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 {
		return fmt.Errorf("%q is no positive number", text)
	}
	*c = count(n)
	return nil
}
