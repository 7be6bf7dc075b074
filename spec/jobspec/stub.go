package jobspec

import "github.com/genlock-go/genlock/spec"

var knownBugs []spec.Edit
