// Command agree holds our interpreter and TLC against each other on small systems made by chance: verdicts, the lengths of
// shortest traces, and counts where both see all states must be equal.
//
//	go run ./internal/agree -from 1000 -n 500
//
// It exits with 23 where they differ, and shows the first such system as TLA+.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"

	"github.com/genlock-go/genlock/cli"
	"github.com/genlock-go/genlock/internal/tlc"
)

func main() {
	from := flag.Int("from", 0, "the number of the first system")
	n := flag.Int("n", 200, "how many systems are compared, those left out not counted")
	flag.Parse()
	os.Exit(int(run(context.Background(), *from, *n)))
}

func run(ctx context.Context, from, n int) cli.Code {
	tool, err := tlc.Find(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return cli.Error
	}
	list, err := specimens(ctx, from, n)
	if err == nil {
		err = compareAll(ctx, tool, list)
	}
	var differ *disagreement
	switch {
	case errors.As(err, &differ):
		fmt.Println(differ)
		return cli.Disagree
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return cli.Error
	}
	fmt.Printf("%d systems, and both engines say the same: %s\n", n, tally(list))
	return cli.Holds
}

// workers bounds how many Java programs run at a time.
func workers() int { return min(runtime.NumCPU(), 4) }
