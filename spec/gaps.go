package spec

// Gaps are the cases in which no cell applies. A case is a vector: a bit for each atom of the guards.
type gaps struct {
	cases []caseOf
	seen  map[uint]bool
}

type caseOf struct {
	vector  uint
	gap     bool
	example string
}

func (g *gaps) add(vector uint, gap bool, v *valuation) {
	if g.seen[vector] {
		return
	}
	g.seen[vector] = true
	c := caseOf{vector: vector, gap: gap}
	if gap {
		c.example = v.String()
	}
	g.cases = append(g.cases, c)
}

// A hole is a set of cases, all of them gaps: those that agree with the vector on the atoms of the mask.
type hole struct {
	vector, mask uint
	example      string
}

func (h hole) has(c caseOf) bool { return (c.vector^h.vector)&h.mask == 0 }

// holes cover all gaps, each as wide as it can be, so that the guard of a forgotten cell comes back in its own words. A
// few are enough to be told of.
func (g *gaps) holes(atoms int) []hole {
	var holes []hole
	covered := map[uint]bool{}
	for _, c := range g.cases {
		if !c.gap || covered[c.vector] || len(holes) == maxHoles {
			continue
		}
		h := g.widest(c, atoms)
		for _, c := range g.cases {
			covered[c.vector] = covered[c.vector] || h.has(c)
		}
		holes = append(holes, h)
	}
	return holes
}

// widest drops one atom after the other from the case, as long as nothing but gaps comes in.
func (g *gaps) widest(c caseOf, atoms int) hole {
	h := hole{vector: c.vector, mask: 1<<atoms - 1, example: c.example}
	for i := range atoms {
		wider := h
		wider.mask &^= 1 << i
		if g.only(wider) {
			h = wider
		}
	}
	return h
}

func (g *gaps) only(h hole) bool {
	for _, c := range g.cases {
		if h.has(c) && !c.gap {
			return false
		}
	}
	return true
}
