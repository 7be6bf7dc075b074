package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// Main runs the verb that the command line names on the specs and is the exit code. It never returns 1.
func Main(specs ...Spec) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	p := program{specs: specs, stdout: os.Stdout, stderr: os.Stderr, module: mainModule(), engines: engines(), links: linked}
	return int(p.run(ctx, os.Args[1:]))
}

// A program is a command line tool over some specs, apart from the process that it runs in.
type program struct {
	specs          []Spec
	stdout, stderr io.Writer
	module         module
	engines        map[string]engine
	links          links
}

// A verb declares its flags and gives what is done once they are parsed.
type verb struct {
	name    string
	args    string // what follows the flags, in its usage line
	doc     string // what it does, in a sentence or two
	example string
	flags   func(*flag.FlagSet) action
}

type action func(context.Context, *session) error

func verbs() []verb {
	return []verb{verifyVerb, checkVerb, generateVerb, graphVerb, mutantsVerb, diffVerb, exportVerb}
}

// run parses the command line, runs its verb, and says the code in words on the last line of stderr.
func (p program) run(ctx context.Context, args []string) Code {
	code := p.dispatch(ctx, args)
	fmt.Fprintf(p.stderr, "genlock: %s (%d)\n", code, code)
	return code
}

func (p program) dispatch(ctx context.Context, args []string) Code {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	if name == "-h" || name == "-help" || name == "--help" || name == "help" {
		return p.help(p.stdout, overview())
	}
	for _, v := range verbs() {
		if v.name == name {
			return p.runVerb(ctx, v, args[1:])
		}
	}
	if name != "" {
		fmt.Fprintf(p.stderr, "genlock: no verb %q\n", name)
	}
	p.help(p.stderr, overview())
	return Error
}

func (p program) runVerb(ctx context.Context, v verb, args []string) Code {
	s := &session{program: p, verb: v.name, out: &sink{w: p.stdout}}
	fs := flag.NewFlagSet(v.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&s.json, "json", false, "print one JSON object a line")
	act := v.flags(fs)
	names, err := parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return p.help(p.stdout, v.help(fs))
	}
	s.names = names
	if err == nil {
		err = act(ctx, s)
	} else {
		err = usagef("%w", err)
	}
	return s.end(v, err)
}

func (p program) help(w io.Writer, text string) Code {
	if _, err := io.WriteString(w, text); err != nil {
		fmt.Fprintf(p.stderr, "genlock: help: %v\n", err)
		return Error
	}
	return Holds
}

// parse parses flags wherever they stand among the names.
func parse(fs *flag.FlagSet, args []string) (names []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		if fs.NArg() == 0 {
			return names, nil
		}
		names, args = append(names, fs.Arg(0)), fs.Args()[1:]
	}
}

func overview() string {
	var b strings.Builder
	b.WriteString("genlock checks lifecycles that are declared in Go, and generates the code that runs them.\n\nUsage: genlock VERB [flags]\n\n")
	for _, v := range verbs() {
		fmt.Fprintf(&b, "  %-9s %s\n", v.name, v.doc)
	}
	b.WriteString("\n`genlock VERB -h` shows the flags of a verb and an example.\n\nExit codes:\n")
	for _, c := range precedence {
		fmt.Fprintf(&b, "  %2d %s\n", int(c), c)
	}
	b.WriteString("\nOf several the first in this list wins.\n")
	return b.String()
}

func (v verb) help(fs *flag.FlagSet) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage: genlock %s [flags] %s\n\nFlags:\n", v.doc, v.name, v.args)
	fs.SetOutput(&b)
	fs.PrintDefaults()
	fs.SetOutput(io.Discard)
	fmt.Fprintf(&b, "\nExample:\n  %s\n", strings.ReplaceAll(v.example, "\n", "\n  "))
	return b.String()
}
