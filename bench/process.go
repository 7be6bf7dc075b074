package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// A missing program is why a bar is skipped.
var errMissing = errors.New("no")

// find is where a program is, or an errMissing that says which one is not there.
func find(program string) (string, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return "", fmt.Errorf("%w %s", errMissing, program)
	}
	return path, nil
}

// answerTime bounds how long a process may take to answer.
const answerTime = 2 * time.Minute

// A process answers commands of one line, each with one line. After its first error it answers no more.
type process struct {
	name   string
	cmd    *exec.Cmd
	kill   context.CancelFunc
	in     io.WriteCloser
	out    *bufio.Scanner
	errors bytes.Buffer // what it printed to stderr, to be read once it has ended
	err    error
}

// start starts a program as a process that answers; close ends it.
func start(name string, program string, args ...string) (*process, error) {
	ctx, kill := context.WithCancel(context.Background())
	p := &process{name: name, cmd: exec.CommandContext(ctx, program, args...), kill: kill}
	p.cmd.Stderr = &p.errors
	in, err := p.cmd.StdinPipe()
	if err != nil {
		kill()
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		kill()
		return nil, err
	}
	p.in, p.out = in, bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		kill()
		return nil, fmt.Errorf("starting %s: %w", name, err)
	}
	return p, nil
}

// ask sends one command and returns the answer.
func (p *process) ask(format string, args ...any) (string, error) {
	if p.err != nil {
		return "", p.err
	}
	command := fmt.Sprintf(format, args...)
	late := time.AfterFunc(answerTime, p.kill)
	defer late.Stop()
	_, err := fmt.Fprintln(p.in, command)
	if err == nil && p.out.Scan() {
		return p.out.Text(), nil
	}
	p.close()
	p.err = fmt.Errorf("%s did not answer %q: %s", p.name, command, lastLine(p.errors.Bytes()))
	return "", p.err
}

// number asks for a number.
func (p *process) number(format string, args ...any) (float64, error) {
	answer, err := p.ask(format, args...)
	if err != nil {
		return 0, err
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(answer), 64)
	if err != nil {
		p.err = fmt.Errorf("%s answered %q to %q", p.name, answer, fmt.Sprintf(format, args...))
	}
	return x, p.err
}

// contender is the process at one game. If it fails, its times mean nothing and err says why.
func (p *process) contender(g game) contender {
	return contender{name: p.name, took: func(n int) time.Duration {
		ns, err := p.number("%s %d %d", g.name, g.keys, n)
		if err != nil {
			return roundTime
		}
		return time.Duration(ns)
	}}
}

// close ends the process: it is told that no command comes any more, and killed if it does not end then.
func (p *process) close() {
	p.in.Close()
	late := time.AfterFunc(time.Second, p.kill)
	defer late.Stop()
	p.cmd.Wait()
	p.kill()
}
