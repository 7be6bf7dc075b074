package job

import (
	"context"
	"fmt"
)

// An ID names one job. It is never used again for another: it is the job's generation. The zero ID is none.
type ID uint64

// String is the id for a log: "job 7".
func (id ID) String() string { return fmt.Sprintf("job %d", uint64(id)) }

// A Class is what workers prefer: blocks of reads come before blocks of writes, within Config.Overtakes.
type Class uint8

const (
	Read Class = iota
	Write

	classes = iota
)

func (c Class) String() string {
	switch c {
	case Read:
		return "read"
	case Write:
		return "write"
	}
	return fmt.Sprintf("Class(%d)", uint8(c))
}

// A Mover is what a job does.
type Mover interface {
	// Move copies one block of the job, numbered from 0. It is called on a worker, of several blocks of a job at a time,
	// and of none after the first that failed. The buffer of the block is its own until it returns, and no longer. ctx
	// ends when the job was given up, when its deadline passed, and at Close; it is valid until Move returns. Move then
	// returns as soon as it can; an error that wraps context.Canceled says that it stopped for that, and nothing was
	// learnt about the block. Any other error says that the block was tried and is not there; where it wraps a *Leftover,
	// that is cleaned up later.
	Move(ctx context.Context, id ID, block int) error
}

// A Leftover is something that a failed move has left behind and could not remove. It is an error, or wrapped by one.
type Leftover struct {
	// What names it, for an error or a log.
	What string
	// Clean removes it. It is called on a worker, once the job is reported, until it succeeds, at most Tries times.
	Clean func(ctx context.Context) error
	// Err is why the move failed.
	Err error
}

func (l *Leftover) Error() string { return fmt.Sprintf("%v (%s is left behind)", l.Err, l.What) }

// Unwrap makes errors.Is find why the move failed.
func (l *Leftover) Unwrap() error { return l.Err }

// A Report tells the end of a job, once.
type Report struct {
	ID    ID
	Class Class
	Mover Mover // as it was submitted
	// Outcomes has one a block. It is valid until the next Poll.
	Outcomes []Outcome
	// Cause is what stopped the job first, and Err says more: the error of the first block that failed, ErrGivenUp, ErrExpired
	// or ErrClosed; nil if nothing did. A job that was stopped when its last blocks ran may have all of them.
	Cause Cause
	Err   error
	// Held says that copies still run, though the deadline has passed: the buffer must not be used again before Released
	// names the job. A report that is not held gives the buffer back.
	Held bool
}

// A Release gives back the buffer of a job whose report was Held.
type Release struct {
	ID    ID
	Mover Mover
}

// A Forsaken is a leftover that could not be removed in Tries tries.
type Forsaken struct {
	ID   ID
	What string
	Err  error // of the last try
}
