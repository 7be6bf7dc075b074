package ast

// CanDeadlock reports that an instance may reach a state in which no action is possible. It cannot where some action is
// possible in every state: one that waits for no message and no condition, fires at an entry that is always there, and
// draws no token. Of other systems this says nothing for sure; back ends look.
func (s *System) CanDeadlock(i *Instance) bool {
	for _, a := range s.ActionsIn(i) {
		if s.alwaysPossible(a, i) {
			return false
		}
	}
	return true
}

func (s *System) alwaysPossible(a *Action, i *Instance) bool {
	if a.Message() != nil || a.When != nil || len(a.Fire) > 0 && allOver(a.Fire) {
		return false
	}
	for _, v := range a.For {
		if v.Type.Kind == Token && i.Tokens == 0 || v.Type.Kind == Sort && i.Sizes[v.Type.Name] == 0 {
			return false
		}
	}
	for _, f := range a.Fire {
		if s.draws(f.Event) {
			return false
		}
	}
	return true
}

func allOver(fs []*Firing) bool {
	for _, f := range fs {
		if len(f.Over) == 0 {
			return false
		}
	}
	return true
}

func (s *System) draws(e *Event) bool {
	for _, c := range s.CellsOf(e) {
		for _, effect := range c.Do {
			if _, ok := effect.(Fresh); ok {
				return true
			}
		}
	}
	return false
}
