package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
)

// fio is the way of the tool that measures storage: as many threads, one file a block, and nothing else.
var fio = way{"fio", func(m medium, dir string) (mover, error) {
	program, err := find("fio")
	return &fioMover{m, dir, program}, err
}}

type fioMover struct {
	medium
	directory string
	program   string
}

func (f *fioMover) store() (float64, error) { return f.run("write") }
func (f *fioMover) load() (float64, error)  { return f.run("read") }
func (f *fioMover) close() error            { return nil }

// run moves all blocks in one direction.
func (f *fioMover) run(direction string) (float64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, f.program, f.arguments(direction)...).Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w: %s", direction, err, lastLine(out))
	}
	return f.seconds(direction, out)
}

// arguments are the settings of the others in words of fio. Files are made when they are opened, as blocks are, and none is
// asked for from the page cache that it was not asked for by the others.
func (f *fioMover) arguments(direction string) []string {
	return []string{
		"--name=block", "--directory=" + f.directory, "--rw=" + direction, "--output-format=json",
		"--ioengine=psync", "--direct=" + map[bool]string{true: "1", false: "0"}[f.direct], "--invalidate=0",
		"--bs=" + strconv.Itoa(f.blockBytes), "--filesize=" + strconv.Itoa(f.blockBytes),
		"--numjobs=" + strconv.Itoa(f.threads), "--nrfiles=" + strconv.Itoa(f.blocks/f.threads),
		"--thread", "--group_reporting", "--openfiles=1", "--create_on_open=1", "--file_service_type=sequential", "--fallocate=none",
	}
}

// seconds reads what fio says of its run.
func (f *fioMover) seconds(direction string, out []byte) (float64, error) {
	type side struct {
		Bytes   float64 `json:"io_bytes"`
		Runtime float64 `json:"runtime"` // milliseconds
	}
	var report struct {
		Jobs []struct {
			Error       int
			Read, Write side
		}
	}
	out = out[max(0, bytes.IndexByte(out, '{')):] // warnings may come first
	if err := json.Unmarshal(out, &report); err != nil {
		return 0, fmt.Errorf("%s: reading the report: %w", direction, err)
	}
	if len(report.Jobs) != 1 || report.Jobs[0].Error != 0 {
		return 0, fmt.Errorf("%s: the run failed", direction)
	}
	s := report.Jobs[0].Read
	if direction == "write" {
		s = report.Jobs[0].Write
	}
	if s.Bytes != f.bytes() || s.Runtime <= 0 {
		return 0, fmt.Errorf("%s: %g bytes in %g ms, not %g bytes", direction, s.Bytes, s.Runtime, f.bytes())
	}
	return s.Runtime / 1e3, nil
}
