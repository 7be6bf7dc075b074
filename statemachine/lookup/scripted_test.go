package lookup_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A scripted prober answers nothing by itself: each call waits until it is told what to answer and how to return.
type scripted struct {
	mu    sync.Mutex
	calls []*scriptedCall
	told  int  // how many of them the conversation has heard of
	over  bool // calls return at once

	tests     []chan error // that have begun; one is told how to end, once
	toldTests int
}

type scriptedCall struct {
	keys    []string // a copy: the call's own may be touched no longer once it has returned
	answer  lookup.Answer
	returns chan func() error
	done    bool
}

func (p *scripted) Probe(_ context.Context, keys []string, answer lookup.Answer) error {
	c := &scriptedCall{keys: slices.Clone(keys), answer: answer, returns: make(chan func() error, 1)}
	p.mu.Lock()
	p.calls = append(p.calls, c)
	over := p.over
	p.mu.Unlock()
	if over {
		return nil
	}
	end := <-c.returns
	return end()
}

// tell writes the calls that have begun since it was last asked.
func (p *scripted) tell(out io.Writer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	news := p.calls[p.told:]
	slices.SortFunc(news, func(a, b *scriptedCall) int { return strings.Compare(a.keys[0], b.keys[0]) })
	for i, c := range news {
		fmt.Fprintf(out, "call %d: %s\n", p.told+i+1, strings.Join(c.keys, " "))
	}
	p.told = len(p.calls)
	for ; p.toldTests < len(p.tests); p.toldTests++ {
		fmt.Fprintf(out, "test %d begins\n", p.toldTests+1)
	}
}

// Test hangs until it is told how to end, whatever its context says.
func (p *scripted) Test(context.Context) error {
	p.mu.Lock()
	if p.over {
		p.mu.Unlock()
		return nil
	}
	end := make(chan error, 1)
	p.tests = append(p.tests, end)
	p.mu.Unlock()
	return <-end
}

// test ends a test: well, or with an error.
func (p *scripted) test(t *testing.T, words []string) {
	n, err := strconv.Atoi(words[0])
	require.NoError(t, err)
	require.LessOrEqual(t, n, len(p.tests), "no such test")
	if words[1] == "fails" {
		p.tests[n-1] <- errors.New("no such device")
		return
	}
	require.Equal(t, "passes", words[1], "a test either passes or fails")
	p.tests[n-1] <- nil
}

func (p *scripted) call(t *testing.T, number string) *scriptedCall {
	n, err := strconv.Atoi(number)
	require.NoError(t, err)
	require.LessOrEqual(t, n, len(p.calls), "no such call")
	return p.calls[n-1]
}

var verdicts = map[string]lookup.Verdict{
	"hit": lookup.VerdictHit, "miss": lookup.VerdictMiss, "failed": lookup.VerdictRetry,
}

// answer posts answers: a call's number, then keys (or indices, as #5) each with what is found.
func (p *scripted) answer(t *testing.T, words []string) {
	c := p.call(t, words[0])
	for i := 1; i < len(words); i += 2 {
		index := slices.Index(c.keys, words[i])
		if n, found := strings.CutPrefix(words[i], "#"); found {
			var err error
			index, err = strconv.Atoi(n)
			require.NoError(t, err)
		}
		c.answer.Post(index, verdict(t, words[i+1]))
	}
}

// together posts answers at once: a call's number, then what is found of its keys, from the first on.
func (p *scripted) together(t *testing.T, words []string) {
	var found []lookup.Verdict
	for _, word := range words[1:] {
		found = append(found, verdict(t, word))
	}
	p.call(t, words[0]).answer.PostAll(found)
}

func verdict(t *testing.T, word string) lookup.Verdict {
	v, known := verdicts[word]
	require.True(t, known, "no verdict %q", word)
	return v
}

// give lets a call return: well, with an error, by a panic, or by ending its goroutine.
func (p *scripted) give(t *testing.T, words []string) {
	how := "well"
	if len(words) > 1 {
		how = words[1]
	}
	c := p.call(t, words[0])
	end, known := map[string]func() error{
		"well":   func() error { return nil },
		"error":  func() error { return errors.New("input/output error") },
		"panics": func() error { panic("no such device") },
		"exits":  func() error { runtime.Goexit(); return nil },
	}[how]
	require.True(t, known, "a call cannot return %q", how)
	c.done = true
	c.returns <- end
}

// returnAll lets every call return that has not, and those that begin from now on.
func (p *scripted) returnAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
	for _, end := range p.tests {
		select {
		case end <- nil:
		default: // told before
		}
	}
	for _, c := range p.calls {
		if !c.done {
			c.done = true
			c.returns <- func() error { return nil }
		}
	}
}
