package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A session is one run of a verb: what it was asked about, what it printed, and the code it has come to.
type session struct {
	program
	verb    string
	names   []string // arguments that are no flags
	json    bool
	out     *sink
	code    Code
	printed int
	saying  sync.Mutex // explorations that run at a time all tell their progress
}

// report prints a result and lets it count.
func (s *session) report(r result) {
	s.count(r.code)
	s.show(r)
}

func (s *session) count(c Code) { s.code = worse(s.code, c) }

// show prints a result that does not count by itself.
func (s *session) show(r result) {
	r.V, r.Verb, r.Result = resultVersion, s.verb, r.code.String()
	s.printed++
	if s.json {
		line, err := json.Marshal(r.object())
		s.out.fail(err)
		s.out.print(string(line) + "\n")
		return
	}
	s.out.print(r.text() + "\n")
}

// text prints what only people read; with -json nothing.
func (s *session) text(format string, args ...any) {
	if !s.json {
		s.out.print(fmt.Sprintf(format, args...))
	}
}

// say is a message on stderr, each line under our name.
func (s *session) say(format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), "\n")
	s.saying.Lock()
	defer s.saying.Unlock()
	for line := range strings.Lines(text) {
		fmt.Fprintf(s.stderr, "genlock: %s\n", strings.TrimRight(line, "\n"))
	}
}

// end turns what the verb returned into its code. With -json something is always printed.
func (s *session) end(v verb, err error) Code {
	if err != nil {
		s.say("%s: %v", s.verb, err)
		s.count(codeOf(err))
	}
	if u := (*usageError)(nil); errors.As(err, &u) {
		s.say("usage: genlock %s [flags] %s (-h shows them)", v.name, v.args)
	}
	if s.json && (s.printed == 0 || err != nil) {
		s.show(result{code: s.code})
	}
	if s.out.err != nil {
		s.say("%s: writing the result: %v", s.verb, s.out.err)
		s.count(Error)
	}
	return s.code
}

// A codedError is an error that a verb ends with under a code of its own; any other error is an Error.
type codedError struct {
	code Code
	error
}

func (e *codedError) Unwrap() error { return e.error }

func codeOf(err error) Code {
	if c := (*codedError)(nil); errors.As(err, &c) {
		return c.code
	}
	return Error
}

// A usageError is a command line that asks for what there is not.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// A sink keeps the first error of what is written to it: a result that nobody could read is no result.
type sink struct {
	w   io.Writer
	err error
}

func (k *sink) print(text string) {
	if k.err == nil {
		_, k.err = io.WriteString(k.w, text)
	}
}

func (k *sink) fail(err error) {
	if k.err == nil {
		k.err = err
	}
}
