package lookup

// The holders of an entry are not kept as a list: the entry counts them, and each request keeps its holdings. Nor are
// the marks on them kept as sets. What is done to a mark, for one holder or for all, is stamped with the moment at which
// it was done, and of the two stamps the later one counts:
//
//	one holder is refused       its holding's stamp is now, set
//	all holders are refused     the entry's stamp is now, set
//	nobody is refused           the entry's stamp is now, not set
//	a request joins             its holding's stamp is now, not set
//
// So what happens to all holders at once is one assignment, however many they are.

// A stamp is a moment, and whether the mark is set from then on: twice the moment, plus one if it is set. Moments are
// never used twice, so the later of two stamps is the larger one.
type stamp uint64

// marked reports whether a holder bears a mark, by its own stamp and the one of all holders.
func (own stamp) marked(all stamp) bool { return max(own, all)&1 != 0 }

// stamp is one of a new moment.
func (m *Manager[K, R]) stamp(set bool) stamp {
	m.moment++
	if set {
		return m.moment<<1 | 1
	}
	return m.moment << 1
}

// A record is what the manager keeps of a key.
type record struct {
	Entry
	refused stamp  // told miss until a store is told, as far as it concerns all holders
	loaders stamp  // its load of this generation runs, likewise
	since   int64  // when it came into its phase, by the caller's clock
	holders uint32 // how many holdings there are of it
	under   uint32 // probes gathered or under way that name the slot, of whatever generation
	hash    uint32 // of the key
	started bool   // a load has been started under the entry's generation
}

// A holding is one key that one request holds.
type holding struct {
	deadline int64 // from when on the request waits no longer, by the caller's clock; it passes once
	refused  stamp // as far as it concerns this holder alone
	loads    stamp
	slot     uint32
	waits    bool // for its first hit or miss
}

// A view answers what the step asks of the holders. The step asks of no request but the one that its event names, so
// the view has that request's holding; nil: it does not hold the key, or the event names none.
type view struct {
	of *record
	by *holding
}

func (v *view) Len() int             { return int(v.of.holders) }
func (v *view) Has(Request) bool     { return v.by != nil }
func (v *view) Refused(Request) bool { return v.by != nil && v.by.refused.marked(v.of.refused) }
func (v *view) Loaders(Request) bool { return v.by != nil && v.by.loads.marked(v.of.loaders) }

// look is the view of a record that the next step gets: one at a time, so that nothing is allocated.
func (m *Manager[K, R]) look(e *record, a *holding) *view {
	m.view = view{e, a}
	return &m.view
}
