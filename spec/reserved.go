package spec

import "strings"

// reserved says of a name that a declaration cannot have whose it is.
var reserved = func() map[string]string {
	whose := map[string]string{}
	for _, list := range [][2]string{{ourWords, "genlock, in what it generates"}, {tlaWords, "TLA+"}, {goWords, "Go"}} {
		for _, word := range strings.Fields(list[0]) {
			whose[word] = list[1]
		}
	}
	return whose
}()

const (
	// The Go specification: keywords and predeclared identifiers.
	goWords = `break case chan const continue default defer else fallthrough for func go goto if import interface map
		package range return select struct switch type var
		any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint
		uint8 uint16 uint32 uint64 uintptr true false iota nil append cap clear close complex copy delete imag len make
		max min new panic print println real recover init main _`

	// Specifying Systems and TLA+ 2: reserved words, and the operators of the modules that generated ones extend
	// (Naturals, Integers, Sequences, FiniteSets, Bags, TLC).
	tlaWords = `ACTION ASSUME ASSUMPTION AXIOM BOOLEAN BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF DEFINE DEFS DOMAIN
		ELSE ENABLED EXCEPT EXTENDS FALSE HAVE HIDE IF IN INSTANCE LAMBDA LEMMA LET LOCAL MODULE NEW OBVIOUS OMITTED
		ONLY OTHER PICK PROOF PROPOSITION PROVE QED RECURSIVE STATE STRING SUBSET SUFFICES TAKE TEMPORAL THEN THEOREM
		TRUE UNCHANGED UNION USE VARIABLE VARIABLES WITH WITNESS
		Nat Int Real Infinity Seq Len Append Head Tail SubSeq SelectSeq IsFiniteSet Cardinality
		IsABag BagToSet SetToBag BagIn EmptyBag BagUnion SubBag BagOfAll BagCardinality CopiesIn
		Print PrintT Assert JavaTime TLCGet TLCSet TLCEval Permutations SortSeq RandomElement Any ToString
		Naturals Integers Reals Sequences FiniteSets Bags TLC TLCExt Json`

	// What every generated module or file has of its own.
	ourWords = `r self stay cell message at vars phase fresh next nextToken rejected statemachine Token Tokens MaxToken Phase
		Entry NoEntry Init Next Spec Fairness TypeOK Done Spent NoRejectedCell Deadlock View Symmetry None Version1`
)
