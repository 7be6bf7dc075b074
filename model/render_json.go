package model

import (
	"bytes"
	"encoding/json"
)

// JSON is the trace as one object, indented, without a newline at the end. Names keep their spelling; everything in them
// is escaped.
func (t *Trace) JSON() []byte {
	var w bytes.Buffer
	e := json.NewEncoder(&w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(t); err != nil {
		panic(err) // strings, numbers and slices of them always encode
	}
	return bytes.TrimSuffix(w.Bytes(), []byte("\n"))
}
