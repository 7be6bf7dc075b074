package tlaplus

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/quotient"
)

// alike writes what tells TLC that several states are as good as one.
func (d *model) alike(o Options) {
	if o.Symmetry && len(d.m.use.sorts) > 0 {
		d.blank()
		d.comment("States that differ only by a renaming of these are alike.")
		d.write(d.renamings + " == " + strings.Join(d.permutations(), ` \cup `))
	}
	if o.Unbounded != nil {
		d.blank()
		d.comment("States are alike that differ only in what carries a token which is not its entry's any more, and in what " +
			"tokens are called.")
		d.define(d.view, list{"<<", ">>", d.looked(o.Unbounded), false})
	}
}

func (d *model) permutations() []string {
	var sets []string
	for _, sort := range d.m.use.sorts {
		sets = append(sets, "Permutations("+sort+")")
	}
	return sets
}

// looked is what is looked at in each variable.
func (d *model) looked(q *quotient.Quotient) []layout {
	var parts []layout
	for _, m := range d.m.sys.Machines {
		parts = append(parts, d.entriesWithout(m, q.Own[m]))
	}
	for _, c := range d.m.sys.Channels {
		parts = append(parts, d.liveOf(c, q))
	}
	for _, f := range d.m.sys.Facts {
		parts = append(parts, atom(f.Name))
	}
	if d.m.use.reject {
		parts = append(parts, atom("rejected"))
	}
	return parts
}

// entriesWithout are the entries of a machine, their own token none or 1.
func (d *model) entriesWithout(m *ast.Machine, own *ast.Field) layout {
	if own == nil {
		return atom(m.Name)
	}
	keys := variableNames(m.Keys)
	entry := m.Name + "[" + strings.Join(keys, ", ") + "]"
	return function(m.Keys, keys, atom(fmt.Sprintf("[%s EXCEPT !.%s = IF @ = 0 THEN 0 ELSE 1]", entry, own.Name)))
}

// liveOf is how many copies there are of each message that carries the token of its entry.
func (d *model) liveOf(c *ast.Channel, q *quotient.Quotient) layout {
	home := q.Home[c]
	if home == nil {
		return atom(c.Name)
	}
	in := d.m.names.inside()
	message, any := in.take("m"), in.take("any")
	token := c.Fields[home.Token].Name
	keys := make([]string, len(home.Keys))
	for i, n := range home.Keys {
		keys[i] = any + "." + c.Fields[n].Name
	}
	own := fmt.Sprintf("%s[%s].%s", home.Machine.Name, strings.Join(keys, ", "), q.Own[home.Machine].Name)
	return atom(fmt.Sprintf(`{<<[%s EXCEPT !.%s = 1], %s[%s]>> : %s \in {%s \in BagToSet(%s) : %s.%s = %s}}`,
		message, token, c.Name, message, message, any, c.Name, any, token, own))
}
