// Command bench measures the project's bars, each beside a peer in the same run, and says which hold.
//
//	go run . [-short] [-json] [-run REGEXP] [-dir DIRECTORY]
//
// With -json it prints one object a bar; without, a table. Notes (what was skipped and why, figures that are no bars) go
// to stderr. A bar whose peer is missing, or is no fair one, says so and does not hold. It exits 1 if any other does not.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
)

func main() {
	short := flag.Bool("short", false, "fewer rounds, smaller instances, no TLC")
	asJSON := flag.Bool("json", false, "print one JSON object a bar")
	pattern := flag.String("run", "", "measure only groups whose name matches")
	dir := flag.String("dir", os.TempDir(), "where files are made; at most 256 MiB, and none is left")
	serving := flag.Bool("serve", false, "play games that are read from stdin, for another process of this command")
	flag.Parse()
	if *serving {
		if err := serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(2)
		}
		return
	}

	only, err := regexp.Compile(*pattern)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	print := printTable
	if *asJSON {
		print = printJSON
	}
	held, err := measure(run{short: *short, only: only, dir: *dir, notes: os.Stderr}, groups, func(b Bar) error { return print(os.Stdout, b) })
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if !held {
		os.Exit(1)
	}
}

// measure runs the groups in turn and prints each bar as soon as it is known. A note counts them.
func measure(r run, groups []group, print func(Bar) error) (held bool, err error) {
	var holding, failing, uncounted int
	for _, g := range groups {
		if !r.only.MatchString(g.name) {
			continue
		}
		bars, err := g.measure(r)
		if err != nil {
			return false, fmt.Errorf("%s: %w", g.name, err)
		}
		for _, b := range bars {
			switch {
			case b.uncounted:
				uncounted++
			case b.Holds:
				holding++
			default:
				failing++
			}
			if err := print(b); err != nil {
				return false, err
			}
		}
	}
	r.note("%d hold, %d fail, %d are skipped or not counted", holding, failing, uncounted)
	return failing == 0, nil
}

// A group of bars shares what it sets up.
type group struct {
	name    string
	measure func(run) ([]Bar, error)
}

var groups = []group{
	{"step", stepBars},
	{"model", modelBars},
	{"manager", managerBars},
	{"fs", fsBars},
	{"command", commandBars},
}
