// Command genlock checks the lifecycles of this module and generates the code that runs them: see package cli.
package main

import (
	"os"

	"github.com/genlock-go/genlock/cli"
	"github.com/genlock-go/genlock/internal/replay"
	"github.com/genlock-go/genlock/spec/blockspec"
	"github.com/genlock-go/genlock/spec/filespec"
	"github.com/genlock-go/genlock/spec/healthspec"
	"github.com/genlock-go/genlock/spec/jobspec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

//go:generate go run -tags genlock_bare . generate

func main() {
	os.Exit(cli.Main(
		cli.Spec{System: lookupspec.System, Demo: "github.com/genlock-go/genlock/internal/demo", Replay: replay.Lookup},
		cli.Spec{System: jobspec.System},
		cli.Spec{System: blockspec.System},
		cli.Spec{System: filespec.System},
		cli.Spec{System: healthspec.System},
	))
}
