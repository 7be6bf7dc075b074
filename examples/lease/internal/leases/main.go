// Command leases has every verb of genlock for the lease: go tool leases verify.
package main

import (
	"os"

	"example.com/lease/leasespec"
	"github.com/genlock-go/genlock/cli"
)

func main() { os.Exit(cli.Main(cli.Spec{System: leasespec.System, Step: "lease"})) }
