package job

// A record is what is kept of a job. It stays while anything of the job is under way, and is used again for another one.
type record struct {
	Entry
	class    Class
	mover    Mover
	context  *jobContext
	next     int       // the block that starts next
	outcomes []Outcome // by block; one whose copy runs counts as failed until it has arrived
	err      error     // of the first block that failed
	remains  []*Leftover
}

// An ID is the place of the job's record in its low bits, and above them how many jobs came before.
const placeBits = 16

func (id ID) place() uint32 { return uint32(id & (1<<placeBits - 1)) }

// fresh is the generation of the next job, if it is kept at this place.
func (m *Manager) fresh(place uint32) Token { return Token((m.drawn+1)<<placeBits | uint64(place)) }

// vacant is the place of the next job, and what is kept there.
func (m *Manager) vacant() (uint32, Entry) {
	if n := len(m.free); n > 0 {
		place := m.free[n-1]
		return place, m.slab[place].Entry
	}
	return uint32(len(m.slab)), m.nobody
}

// occupy takes the place that vacant named.
func (m *Manager) occupy(place uint32, class Class, mover Mover, blocks int) *record {
	if int(place) == len(m.slab) {
		m.slab = append(m.slab, &record{Entry: m.nobody, context: &jobContext{}})
		m.in[m.nobody.Phase]++
	} else {
		m.free = m.free[:len(m.free)-1]
	}
	e := m.slab[place]
	e.class, e.mover, e.next = class, mover, 0
	e.outcomes = append(e.outcomes[:0], make([]Outcome, blocks)...)
	m.under[class]++
	return e
}

// vacate frees the place of a job that is over. What it pointed to may not stay reachable.
func (m *Manager) vacate(place uint32) {
	e := m.slab[place]
	e.context = e.context.renew()
	e.mover, e.err = nil, nil
	clear(e.remains)
	e.remains = e.remains[:0]
	m.under[e.class]--
	m.free = append(m.free, place)
}

// record is the record that an id names, whether its job is over or not; nil if there never was one.
func (m *Manager) record(id ID) *record {
	if id == 0 || int(id.place()) >= len(m.slab) {
		return nil
	}
	return m.slab[id.place()]
}
