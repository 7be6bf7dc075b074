package model

import (
	"bytes"

	"github.com/genlock-go/genlock/internal/ast"
)

// What an event would do or answer is asked by judging it without taking a step.

// asked is the frame in which an event is judged: the state before, or inside After the state after.
func (s scope) asked(x *frame, spare *frame) *frame {
	if !s.after {
		return x
	}
	spare.now = x.next
	return spare
}

func (s scope) replies(x ast.Replies) condition {
	at, word, spare := s.at(x.Firing), x.Of.Words.Index(x.Word), &frame{}
	return condition{f: func(x *frame) bool {
		x = s.asked(x, spare)
		return at.occasion(x).judge(x).reply == word
	}}
}

// replyOf is the word's place; the blank one where the event answers nothing.
func (s scope) replyOf(x ast.ReplyOf) number {
	at, spare := s.at(x.Firing), &frame{}
	return number{f: func(x *frame) int {
		x = s.asked(x, spare)
		return max(0, at.occasion(x).judge(x).reply)
	}}
}

// moves carries the cell out on a copy of the state: a cell may do something that changes nothing.
func (s scope) moves(x ast.Moves) condition {
	at, spare := s.at(x.Firing), &frame{next: make([]byte, s.layout.size)}
	stride := s.layout.machines[x.Firing.Event.Machine].stride
	return condition{f: func(x *frame) bool {
		spare.now = x.now
		if s.after {
			spare.now = x.next
		}
		o := at.occasion(spare)
		does := o.judge(spare)
		if !does.changes {
			return false
		}
		copy(spare.next, spare.now)
		for _, e := range does.effects {
			e(spare)
		}
		return !bytes.Equal(spare.now[o.entry:o.entry+stride], spare.next[o.entry:o.entry+stride])
	}}
}

// changed compares an entry before and after the step.
func (s scope) changed(x ast.Changed) condition {
	e := s.layout.machines[x.Machine]
	index := s.index(e.keys, s.numbers(x.At))
	return condition{f: func(x *frame) bool {
		i := index.value(x)
		return i >= 0 && !bytes.Equal(x.now[e.at(i):e.at(i)+e.stride], x.next[e.at(i):e.at(i)+e.stride])
	}}
}
