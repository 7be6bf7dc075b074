// Package mutant asks whether the properties of a system would notice if it were wrong.
//
// A mutant is the system with one small edit. All makes every single edit of a few kinds; Hunt explores each of them, the
// cheapest instance first, until a property breaks. A mutant that none of them notices has survived: either a property is
// missing, or what was edited does nothing. The other way round a property that no mutant breaks is idle: it says what
// follows from the others, or nothing.
//
// Not every edit makes another system. One that Validate refuses, one of a cell that no behaviour enters, and one that
// leaves the reachable graph as it is (the same states, joined by the same steps with the same answers, compared one by
// one) are counted apart.
//
// Faults are edits of the world and no mistakes: messages that are lost, doubled, or overtake one another. A system
// tolerates some, and is told which property falls of the others.
package mutant
