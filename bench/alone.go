package main

// An occasion is an event and the entry it happens to.
type occasion struct {
	world genWorld
	event event
}

// A handOccasion is the same for the hand-written step.
type handOccasion struct {
	world handWorld
	event event
}

// occasionsOf are the entries that a stream comes to, each with the event that happens to it next.
func occasionsOf(stream []event) ([]occasion, []handOccasion) {
	var g genWorld
	var h handWorld
	g.reset()
	h.reset()
	ours, theirs := make([]occasion, len(stream)), make([]handOccasion, len(stream))
	for i := range stream {
		e := &stream[i]
		ours[i], theirs[i] = occasion{g, *e}, handOccasion{h, *e}
		g.apply(g.step(e), e.request)
		h.apply(h.step(e), e.request)
	}
	return ours, theirs
}

// stepsAlone are the two steps on the occasions of a stream: what they say is added up and not carried out, so that
// nothing but the step differs, or dilutes the difference.
func stepsAlone(stream []event) []contender {
	ours, theirs := occasionsOf(stream)
	var sum uint64
	step := func(i int) {
		o := &ours[i]
		r := o.world.step(&o.event)
		sum += uint64(r.Next.Generation) + uint64(r.Next.Phase) + uint64(r.Holders) + uint64(r.Reply)
	}
	hand := func(i int) {
		o := &theirs[i]
		r := o.world.step(&o.event)
		sum += r.next.gen + uint64(r.next.phase) + uint64(r.change) + uint64(r.reply)
	}
	return []contender{{name: "generated", run: around(len(ours), step)}, {name: "hand-written", run: around(len(theirs), hand)}}
}

// around does something n times with the numbers below size, over and over.
func around(size int, do func(i int)) func(n int) {
	i := 0
	return func(n int) {
		for range n {
			do(i)
			if i++; i == size {
				i = 0
			}
		}
	}
}
