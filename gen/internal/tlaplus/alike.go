package tlaplus

import "strings"

// alike writes what tells TLC that several states are as good as one.
func (d *model) alike(o Options) {
	if o.Symmetry && len(d.m.use.sorts) > 0 {
		d.blank()
		d.comment("States that differ only by a renaming of these are alike.")
		d.write(d.renamings + " == " + strings.Join(d.permutations(), ` \cup `))
	}
}

func (d *model) permutations() []string {
	var sets []string
	for _, sort := range d.m.use.sorts {
		sets = append(sets, "Permutations("+sort+")")
	}
	return sets
}
