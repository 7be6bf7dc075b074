package cli

import (
	"fmt"
	"strings"
)

// diff shows the lines in which two texts differ: "-" of the old one, "+" of the new one, under "@@ line" of the new.
func diff(name string, old, new []byte) string {
	a, b := lines(old), lines(new)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s (generated)\n", name, name)
	differ{a[start : len(a)-end], b[start : len(b)-end], start, &out}.print()
	return out.String()
}

func lines(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

type differ struct {
	a, b []string
	at   int // lines before a and b
	out  *strings.Builder
}

// tooLong bounds the table of the longest common subsequence; what is larger is shown as replaced.
const tooLong = 4 << 20

func (d differ) print() {
	if len(d.a)*len(d.b) > tooLong {
		d.hunk(0, 0, len(d.a), len(d.b))
		return
	}
	common := d.common()
	for i, j := 0, 0; i < len(d.a) || j < len(d.b); {
		i0, j0 := i, j
		for i < len(d.a) || j < len(d.b) {
			switch {
			case i < len(d.a) && j < len(d.b) && d.a[i] == d.b[j]:
			case j == len(d.b) || i < len(d.a) && common[i+1][j] >= common[i][j+1]:
				i++
				continue
			default:
				j++
				continue
			}
			break
		}
		d.hunk(i0, j0, i, j)
		for i < len(d.a) && j < len(d.b) && d.a[i] == d.b[j] {
			i, j = i+1, j+1
		}
	}
}

// common[i][j] is the length of the longest common subsequence of a[i:] and b[j:].
func (d differ) common() [][]int32 {
	table := make([][]int32, len(d.a)+1)
	for i := range table {
		table[i] = make([]int32, len(d.b)+1)
	}
	for i := len(d.a) - 1; i >= 0; i-- {
		for j := len(d.b) - 1; j >= 0; j-- {
			if d.a[i] == d.b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}

func (d differ) hunk(i0, j0, i, j int) {
	if i0 == i && j0 == j {
		return
	}
	fmt.Fprintf(d.out, "@@ %d\n", d.at+j0+1)
	for _, line := range d.a[i0:i] {
		d.out.WriteString("-" + line + "\n")
	}
	for _, line := range d.b[j0:j] {
		d.out.WriteString("+" + line + "\n")
	}
}
