package tlaplus

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// inPhase asks for one phase, or for one of several.
func (s *scope) inPhase(x ast.InPhase, negated bool) layout {
	return s.m.phaseTest(atom(s.entry(x.Machine, x.At)+".phase"), x.Machine, x.Phases, negated)
}

func (m *module) phaseTest(phase layout, machine *ast.Machine, set ast.PhaseSet, negated bool) layout {
	if len(set.Phases) == 1 {
		return relation(phase, [...]string{"=", "#"}[number(negated)], atom(quoted(set.Phases[0])))
	}
	return relation(phase, [...]string{`\in`, `\notin`}[number(negated)], m.phases(machine, set.Phases))
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// phases is a set of phases in the words in which the author put it together: a run of phases that has a name is
// written as that name.
func (m *module) phases(machine *ast.Machine, phases []string) layout {
	var parts []layout
	var loose []layout
	flush := func() {
		if len(loose) > 0 {
			parts, loose = append(parts, list{open: "{", close: "}", items: loose}), nil
		}
	}
	for i := 0; i < len(phases); {
		if set, ok := m.namedRun(machine, phases[i:]); ok {
			flush()
			parts = append(parts, atom(m.sets[machine][set.Name]))
			i += len(set.Phases)
			continue
		}
		loose = append(loose, atom(quoted(phases[i])))
		i++
	}
	flush()
	if len(parts) == 1 {
		return parts[0]
	}
	return infix{`\cup`, parts, bindSet}
}

// namedRun is the longest named set that the phases begin with.
func (m *module) namedRun(machine *ast.Machine, phases []string) (best ast.PhaseSet, found bool) {
	for _, set := range m.sys.Sets[machine] {
		n := len(set.Phases)
		if n > 1 && n <= len(phases) && n > len(best.Phases) && slices.Equal(set.Phases, phases[:n]) {
			best, found = set, true
		}
	}
	return best, found
}
