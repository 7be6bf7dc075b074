package model

import (
	"fmt"
	"slices"
	"strings"
)

// A Label names a step of a behaviour: an action and the values of its parameters, as traces or as TLC write them.
type Label struct {
	Action string
	Params []string
}

// Replay follows labels from the initial state. The error says which of them is not possible where it stands, counted
// from 1: the labels are no behaviour of the model.
func (m *Model) Replay(labels []Label) (*Trace, error) {
	t := m.tracer()
	for i, l := range labels {
		st, err := m.labelled(l)
		if err != nil {
			return nil, fmt.Errorf("%w (step %d)", err, i+1)
		}
		if !t.take(st) {
			return nil, fmt.Errorf("model: step %d, %s(%s), is not possible there", i+1, l.Action, strings.Join(l.Params, ", "))
		}
	}
	return t.trace, nil
}

// labelled finds the step that a label names.
func (m *Model) labelled(l Label) (*step, error) {
	for _, st := range m.steps {
		if st.action.Name != l.Action || len(l.Params) != len(st.params) {
			continue
		}
		params := make([]int, len(l.Params))
		for i, v := range st.action.params {
			var err error
			if params[i], err = parseValue(v.Type, l.Params[i]); err != nil {
				return nil, fmt.Errorf("%w (parameter %s of %s)", err, v.Name, l.Action)
			}
		}
		if slices.Equal(params, st.params) {
			return st, nil
		}
	}
	return nil, fmt.Errorf("model: instance %s has no step %s(%s)", m.Instance.Name, l.Action, strings.Join(l.Params, ", "))
}
