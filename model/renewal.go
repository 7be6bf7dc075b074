package model

import (
	"fmt"
	"math/bits"

	"github.com/genlock-go/genlock/internal/ast"
)

// Without a bound on tokens a fair action owes something for each of endlessly many tokens, and all that are an entry's own
// in turn look the same. When an entry draws another token, or loses it, its messages die, and to take a dead message is
// always possible and changes nothing that is left. So what was owed under the old token can be paid, and a step that
// renews the token of an entry meets all conditions about messages that carried it.

// renewals say which conditions are met when an entry's token is another; the zero value, where tokens have a bound: none.
type renewals struct {
	places []int   // of the tokens
	owed   [][]int // by token: the conditions about messages that carry it
}

// maxRenewals bounds the entries with tokens: one bit each.
const maxRenewals = 64

// anchor notes which conditions are about messages with an entry's own token.
func (r *renewals) anchor(m *Model, own []move) error {
	if len(own) > maxRenewals {
		return fmt.Errorf("model: instance %s has more than %d entries with tokens", m.Instance.Name, maxRenewals)
	}
	at := map[int]int{}
	for i, o := range own {
		r.places = append(r.places, o.from)
		at[o.from] = i
	}
	r.owed = make([][]int, len(own))
	for _, st := range m.steps {
		if place := m.tokenTaken(st); place >= 0 && st.owing >= 0 {
			i := at[place]
			r.owed[i] = append(r.owed[i], st.owing)
		}
	}
	return nil
}

// tokenTaken is the place of the token of the entry that the message of a step names; -1: it names none, or is dead.
func (m *Model) tokenTaken(st *step) int {
	channel := st.action.Message()
	home := m.quotient.Home[channel]
	if home == nil {
		return -1
	}
	message := m.layout.channels[channel].domain.tuple(st.message)
	if message[home.Token] != ownToken {
		return -1
	}
	entries, keys := m.layout.machines[home.Machine], make([]int, len(home.Keys))
	for i, n := range home.Keys {
		keys[i] = message[n]
	}
	return entries.at(entries.keys.index(keys)) + entries.fields[m.quotient.Own[home.Machine]]
}

// renewed are the tokens that a step makes others, a bit each.
func (r *renewals) renewed(now, next []byte) (mask uint64) {
	for i, place := range r.places {
		mask |= uint64(bit(now[place] != next[place])) << i
	}
	return mask
}

// each calls do with the conditions that a step meets which renews some tokens.
func (r *renewals) each(mask uint64, do func(condition int)) {
	for ; mask != 0; mask &= mask - 1 {
		for _, n := range r.owed[bits.TrailingZeros64(mask)] {
			do(n)
		}
	}
}

// unsaidEndlessly is why a property of the long run cannot be judged without a bound on tokens: "" where it can.
func (m *Model) unsaidEndlessly(p *ast.Property) string {
	if p.Kind != ast.LeadsTo && p.Kind != ast.Finitely {
		return ""
	}
	if a := m.System.Action(p.On); a != nil && m.quotient.Home[a.Message()] != nil {
		return p.On + " is told by the token that it takes, and each token passes"
	}
	for _, a := range m.System.ActionsIn(m.Instance) {
		fair := a.FairnessIn(m.Instance)
		if m.quotient.Home[a.Message()] != nil && (fair == ast.WeakAny || fair == ast.StrongAny) {
			return a.Name + " is fair as a whole, and to take a dead message will do"
		}
	}
	return ""
}
