package tlc

import (
	"errors"
	"fmt"
)

// What a caller can do something about.
var (
	ErrNoJava = errors.New("tlc: no Java found: install a Java runtime of version 11 or later, or set JAVA_HOME")
	ErrNoJar  = errors.New("tlc: no TLC found: set GENLOCK_TLC_JAR to a tla2tools.jar, or install Maven to have one fetched")
)

// A RunError is a run of TLC that ended without a verdict: the module does not parse, an expression has no value, the
// disk is full.
type RunError struct {
	Spec, Instance string
	Code           int    // TLC's exit code
	Text           string // what it complained of
}

func (e *RunError) Error() string {
	return fmt.Sprintf("tlc: %s/%s ended with code %d: %s", e.Spec, e.Instance, e.Code, e.Text)
}
