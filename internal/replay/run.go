package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// A run is the right specification as it follows actions.
type run struct {
	model  *model.Model
	labels []model.Label
	last   model.Step
	held   map[string]map[string]string // what is not blank, by entry and part
	asked  []probe                      // in the order in which a manager sends them
	sent   map[probe]bool               // and not drained
}

// A probe is named by its key and generation.
type probe struct{ key, generation string }

// args are the parameters of an action, by name.
type args map[string]string

// tokens is more generations than any counterexample draws.
const tokens = 40

// newRun has the right specification in the bounds of an instance, with tokens to spare and one request more: a newcomer
// of which no behaviour of that instance speaks.
func newRun(instance string) (r *run, newcomer string, err error) {
	sys, err := spec.Resolve(lookupspec.System)
	if err != nil {
		return nil, "", err
	}
	bounds := sys.Instance(instance)
	if bounds == nil {
		return nil, "", fmt.Errorf("replay: there is no instance %q", instance)
	}
	sizes := maps.Clone(bounds.Sizes)
	sizes["Request"]++
	m, err := model.Compile(sys, &ast.Instance{Name: "replay", Sizes: sizes, Tokens: tokens, With: bounds.With})
	if err != nil {
		return nil, "", fmt.Errorf("replay: %w", err)
	}
	return &run{model: m, held: map[string]map[string]string{}, sent: map[probe]bool{}},
		fmt.Sprint("request", sizes["Request"]), nil
}

// take follows an action; false where the right specification does not allow it.
func (r *run) take(action string, v args) bool {
	trace, err := r.model.Replay(append(r.labels, r.label(action, v)))
	if err != nil {
		return false
	}
	r.labels = append(r.labels, r.label(action, v))
	r.last = trace.Steps[len(trace.Steps)-1]
	for _, c := range r.last.Changes {
		if r.held[c.At] == nil {
			r.held[c.At] = map[string]string{}
		}
		r.held[c.At][c.Part] = c.To
	}
	return true
}

// can reports whether the action is possible now.
func (r *run) can(action string, v args) bool {
	_, err := r.model.Replay(append(r.labels, r.label(action, v)))
	return err == nil
}

func (r *run) label(action string, v args) model.Label {
	label := model.Label{Action: action}
	for _, p := range r.model.System.Action(action).Params() {
		label.Params = append(label.Params, v[p.Name])
	}
	return label
}

// reply is what the last event was answered.
func (r *run) reply() string { return r.last.Events[0].Reply }

// sends reports whether the last step sent into a channel.
func (r *run) sends(channel string) bool {
	return slices.ContainsFunc(r.last.Sent, func(s model.Sent) bool { return s.Channel == channel })
}

func (r *run) part(key, part, blank string) string {
	if v, ok := r.held["entry["+key+"]"][part]; ok {
		return v
	}
	return blank
}

func (r *run) phase(key string) string      { return r.part(key, "phase", string(lookupspec.Absent)) }
func (r *run) generation(key string) string { return r.part(key, "generation", "0") }

// holders are the requests that hold a key.
func (r *run) holders(key string) []string {
	list := strings.Trim(r.part(key, "holders", "{}"), "{}")
	if list == "" {
		return nil
	}
	return strings.Split(list, ", ")
}

func (r *run) holds(request, key string) bool { return slices.Contains(r.holders(key), request) }
