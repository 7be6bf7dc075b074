// Package testspec holds small systems on which the engines are tested, and which show the vocabulary at work. In the
// order in which a reader meets new words:
//
//	lamps     a machine, an event, an action
//	lease     tokens that are compared by age, bags, facts, leads-to, known bugs
//	order     counters of the world, sums over messages
//	printing  queues, counters, options, sets with marks, a pair, fairness of an action as a whole, an end
//	tiering   four machines that move in one step, answers as arguments, events at many entries
//
// And systems that everybody knows, whose published counts are ours, so that readers can tell what a word means by what
// they know already:
//
//	twophase  two-phase commit; messages that are looked at and never taken
//	peterson  Peterson's mutual exclusion; shared memory as facts, fairness
//	channel   a bounded channel, right and wrong
//	tcp       the states of a TCP connection; queues, answers that are sent by another machine
package testspec
