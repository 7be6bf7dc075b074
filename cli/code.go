package cli

import "slices"

// A Code is the exit code of a verb; its word is the result that is printed. 1 is never ours: it is the Go tool's.
type Code int

// The codes. Lists of numbers elsewhere come from here.
const (
	Holds      Code = 0
	Error      Code = 2  // bad usage, or a tool that failed: no Java, a full disk
	Incomplete Code = 3  // a limit was reached, or the run was interrupted; what is known is printed
	Invalid    Code = 10 // the spec does not validate
	Deadlock   Code = 11
	Safety     Code = 12 // an invariant or a step property is broken
	Liveness   Code = 13
	Stale      Code = 20 // generated files are not what the spec generates
	Refused    Code = 21 // a trace is no behaviour of the spec
	Vacuous    Code = 22 // an action, a cell or a sometimes that no instance reaches
	Disagree   Code = 23 // two engines, an engine and tla/models.json, or two versions of a spec differ
	Survived   Code = 24 // a known bug is not caught, or for another reason than its own
)

// precedence is the order in which codes win where a verb meets several.
var precedence = []Code{Error, Invalid, Stale, Disagree, Safety, Deadlock, Liveness, Survived, Vacuous, Refused, Incomplete, Holds}

var codeWords = map[Code]string{
	Holds: "holds", Error: "error", Incomplete: "incomplete", Invalid: "invalid", Deadlock: "deadlock", Safety: "safety",
	Liveness: "liveness", Stale: "stale", Refused: "refused", Vacuous: "vacuous", Disagree: "disagree", Survived: "survived",
}

// String is the one word of a result.
func (c Code) String() string { return codeWords[c] }

// worse is the one of two codes that a verb exits with.
func worse(a, b Code) Code {
	if slices.Index(precedence, b) < slices.Index(precedence, a) {
		return b
	}
	return a
}
