package tlaplus

import (
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// names are those in use where something is written. TLA+ has no shadowing: a second x in sight of a first is an error,
// so the second is written x_.
type names map[string]bool

// take is the name, or the next free one after it, in use from now on.
func (n names) take(name string) string {
	for n[name] || keywords[name] {
		name += "_"
	}
	n[name] = true
	return name
}

// inside are the names in use within: what is taken there is free again outside.
func (n names) inside() names {
	inner := make(names, len(n)+4)
	for name := range n {
		inner[name] = true
	}
	return inner
}

// keywords are the words of the language and of the standard modules that a generated module extends.
var keywords = wordSet(`ACTION ASSUME ASSUMPTION AXIOM BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF DEFINE DEFS
	DOMAIN ELSE ENABLED EXCEPT EXTENDS HAVE HIDE IF IN INSTANCE LAMBDA LEMMA LET LOCAL MODULE NEW OBVIOUS OMITTED ONLY
	OTHER PICK PROOF PROPOSITION PROVE QED RECURSIVE SF_ STATE SUBSET SUFFICES TAKE TEMPORAL THEN THEOREM UNCHANGED UNION
	USE VARIABLE VARIABLES WF_ WITH WITNESS TRUE FALSE BOOLEAN STRING
	Nat Seq Len Head Tail Append SubSeq SelectSeq IsFiniteSet Cardinality
	IsABag BagToSet SetToBag BagIn EmptyBag BagUnion SubBag BagOfAll BagCardinality CopiesIn Bags Naturals Sequences
	FiniteSets TLC Print PrintT Assert JavaTime TLCGet TLCSet Permutations SortSeq RandomElement Any ToString TLCEval`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// entryNames are how a module speaks of the entries of a machine.
type entryNames struct {
	one    string // a word for one of them: slot of slots
	record string // their type
	blank  string // the entry in the first phase
	phases string // the set of all phases
}

// nameEntries finds words for the entries of a machine; a machine that is alone needs no name of its own.
func nameEntries(m *ast.Machine, alone bool, top names) entryNames {
	one := singular(m.Name)
	n := entryNames{one: one}
	if alone {
		n.record, n.blank, n.phases = top.take("Entry"), top.take("NoEntry"), top.take("Phase")
		return n
	}
	word := capital(one)
	n.record = top.take(strings.TrimSuffix(word, "Entry") + "Entry")
	n.blank, n.phases = top.take("No"+word), top.take(word+"Phase")
	return n
}

// singular makes slot of slots, and entry of entries.
func singular(plural string) string {
	switch {
	case strings.HasSuffix(plural, "ies") && len(plural) > 4:
		return strings.TrimSuffix(plural, "ies") + "y"
	case strings.HasSuffix(plural, "sses"), strings.HasSuffix(plural, "xes"), strings.HasSuffix(plural, "ches"),
		strings.HasSuffix(plural, "shes"):
		return strings.TrimSuffix(plural, "es")
	case strings.HasSuffix(plural, "ss"):
		return plural
	case strings.HasSuffix(plural, "s") && len(plural) > 2:
		return strings.TrimSuffix(plural, "s")
	default:
		return plural
	}
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
