package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/model"
)

// A counted is one exploration in models.json: what both engines found, said once. The names of the fields are those
// of -json.
type counted struct {
	Spec      string `json:"spec"`
	Instance  string `json:"instance"`
	Bug       string `json:"bug,omitempty"`
	Result    string `json:"result"`
	Property  string `json:"property,omitempty"`
	Distinct  int64  `json:"distinct,omitempty"`
	Generated int64  `json:"generated,omitempty"`
	Depth     int    `json:"depth,omitempty"`
	TraceLen  int    `json:"trace_len,omitempty"`
}

// countedOf keeps what engines can be compared by: counts where the exploration came to its end and holds, the length
// of a shortest behaviour where one breaks a property of states or steps.
func countedOf(r *model.Report, bug string) counted {
	c := counted{Spec: r.Spec, Instance: r.Instance, Bug: bug, Result: codeOfReport(r).String(), Property: r.Property}
	switch r.Result {
	case model.Holds:
		c.Distinct, c.Generated, c.Depth = r.Distinct, r.Generated, r.Depth
	case model.Safety, model.Deadlock:
		if r.Trace != nil {
			c.TraceLen = r.Trace.Len()
		}
	}
	return c
}

// differ says in what two findings of one exploration differ; "" where they agree.
func (c counted) differ(other counted) string {
	switch {
	case c.Result != other.Result:
		return fmt.Sprintf("%s and %s", c.Result, other.Result)
	case c.Property != other.Property:
		return fmt.Sprintf("%q and %q broken", c.Property, other.Property)
	case c.Distinct != other.Distinct:
		return fmt.Sprintf("%d and %d distinct states", c.Distinct, other.Distinct)
	case c.Generated != other.Generated:
		return fmt.Sprintf("%d and %d generated states", c.Generated, other.Generated)
	case c.Depth != other.Depth:
		return fmt.Sprintf("depth %d and %d", c.Depth, other.Depth)
	case c.TraceLen != other.TraceLen:
		return fmt.Sprintf("%d and %d steps", c.TraceLen, other.TraceLen)
	}
	return ""
}

const modelsName = "models.json"

// modelsFile renders models.json, one exploration a line.
func modelsFile(dir string, all []counted) (gen.File, error) {
	var b bytes.Buffer
	b.WriteString("[")
	for i, c := range all {
		line, err := json.Marshal(c)
		if err != nil {
			return gen.File{}, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  ")
		b.Write(line)
	}
	b.WriteString("\n]\n")
	return gen.File{Path: path.Join(dir, modelsName), Data: b.Bytes()}, nil
}

// models is what the models.json of a folder says; nothing where there is no such file.
func (t *tree) models(dir string) ([]counted, error) {
	name := path.Join(dir, modelsName)
	data, err := t.read(name)
	if err != nil || data == nil {
		return nil, err
	}
	var all []counted
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return all, nil
}

// recorded is what models.json says of a spec's explorations, by instance and bug.
func (t *tree) recorded(x Spec) (map[[2]string]counted, error) {
	if x.tla() == "" {
		return nil, nil
	}
	all, err := t.models(x.tla())
	if err != nil {
		return nil, err
	}
	of := map[[2]string]counted{}
	for _, c := range all {
		if c.Spec == x.System.Name {
			of[[2]string{c.Instance, c.Bug}] = c
		}
	}
	return of, nil
}
