package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const module = "github.com/genlock-go/genlock"

// commandBars measures the command as a user runs it: generate once it is built, verify from a cold build cache.
func commandBars(r run) ([]Bar, error) {
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "genlock-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	generate, err := generateTime(root, filepath.Join(dir, "genlock"), 5)
	if err != nil {
		return nil, err
	}
	verify, err := verifyTime(r, root, dir)
	if err != nil {
		return nil, err
	}
	return []Bar{
		atMost("command: generate, whole repository (s)", generate, 1),
		atMost("command: verify, its build included (s)", verify.wall, 60),
		figureOnly("command: verify, its build included (CPU s)", verify.cpu),
	}, nil
}

func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("finding the module: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// generateTime is the fastest of a few runs that render everything and compare it with what is there.
func generateTime(root, binary string, rounds int) (float64, error) {
	if _, err := command(root, nil, "go", "build", "-o", binary, "./cmd/genlock"); err != nil {
		return 0, err
	}
	best := 0.0
	for i := range rounds {
		took, err := command(root, nil, binary, "generate", "-check")
		if err != nil {
			return 0, err
		}
		if i == 0 || took.wall < best {
			best = took.wall
		}
	}
	return best, nil
}

// verifyTime is one run of a newcomer's first command; its build is part of it, from an empty cache unless short.
func verifyTime(r run, root, dir string) (seconds, error) {
	var env []string
	if r.short {
		r.note("-short: verify is built from a warm build cache")
	} else {
		env = append(env, "GOCACHE="+filepath.Join(dir, "cache"))
	}
	return command(root, env, "go", "run", "./cmd/genlock", "verify")
}

// seconds are what a command took by the clock, and of the processor with all that it started.
type seconds struct{ wall, cpu float64 }

// command runs a command for at most five minutes.
func command(dir string, env []string, name string, args ...string) (seconds, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return seconds{}, fmt.Errorf("%s: %w: %s", cmd, err, lastLine(out))
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return seconds{time.Since(start).Seconds(), cpu.Seconds()}, nil
}

// lastLine is where genlock says in words what it found.
func lastLine(out []byte) []byte {
	out = bytes.TrimSpace(out)
	return out[bytes.LastIndexByte(out, '\n')+1:]
}
