// Package quietlog writes what goes wrong again and again, without filling the log: of each kind one line a minute, with
// the number of those that were left out since the last one.
//
// A storage that hangs or fails does so for every key at once, and whoever reads the log must still find in it what else
// happens.
package quietlog

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Every is how long a kind is silent after one of its lines.
const Every = time.Minute

// most is how many kinds are told apart; the rest shares one line a minute. Kinds are words in code, so they are few.
const most = 32

// A Log writes lines about one tier. The nil Log writes none. Its methods may be called from any goroutine.
type Log struct {
	to *slog.Logger

	mu    sync.Mutex
	kinds map[string]*kind
	rest  kind
}

// kind is what is known of the lines of one kind.
type kind struct {
	said    bool
	last    time.Time // of a line
	leftOut int       // since then
}

// New writes to a logger, each line with the name of the tier. If the logger is nil nothing is written.
func New(to *slog.Logger, tier string) *Log {
	if to == nil {
		return nil
	}
	return &Log{to: to.With("tier", tier), kinds: map[string]*kind{}}
}

// Warn writes that something is wrong. what names its kind and is the message of the line, and must not carry anything
// that varies; that is for args, pairs of a name and a value. now is the caller's time.
func (l *Log) Warn(now time.Time, what string, args ...any) { l.say(slog.LevelWarn, now, what, args) }

// Info writes, likewise, that something is as it should be.
func (l *Log) Info(now time.Time, what string, args ...any) { l.say(slog.LevelInfo, now, what, args) }

func (l *Log) say(level slog.Level, now time.Time, what string, args []any) {
	if l == nil {
		return
	}
	leftOut, due := l.due(now, what)
	if !due {
		return
	}
	if leftOut > 0 {
		args = append(args[:len(args):len(args)], "left_out", leftOut)
	}
	l.to.Log(context.Background(), level, what, args...)
}

// due reports whether a line of the kind may be written now, and how many were not since the last one. A clock that was
// set back makes no kind silent for longer than Every.
func (l *Log) due(now time.Time, what string) (leftOut int, due bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.kind(what)
	if age := now.Sub(k.last); k.said && age >= 0 && age < Every {
		k.leftOut++
		return 0, false
	}
	leftOut = k.leftOut
	*k = kind{said: true, last: now}
	return leftOut, true
}

func (l *Log) kind(what string) *kind {
	if k := l.kinds[what]; k != nil {
		return k
	}
	if len(l.kinds) == most {
		return &l.rest
	}
	k := &kind{}
	l.kinds[what] = k
	return k
}
