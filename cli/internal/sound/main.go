// Command sound is a command over two small specs that hold, for the tests of package cli.
package main

import (
	"os"

	"github.com/genlock-go/genlock/cli"
	"github.com/genlock-go/genlock/internal/testspec/lamps"
	"github.com/genlock-go/genlock/internal/testspec/lease"
)

func main() { os.Exit(cli.Main(cli.Spec{System: lamps.System}, cli.Spec{System: lease.System})) }
