package fs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// deepestDocument is how many objects and lists are within each other in a manifest.
const deepestDocument = 3

// sameDocument is an error unless found says in JSON what text does. Blanks, escapes and the order of an object's names say
// nothing; a name too many, or one twice, or anything after the end is an error.
func sameDocument(found, text []byte) error {
	want, err := document(text)
	if err != nil {
		return err
	}
	got, err := document(found)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(got, want) {
		return errors.New("it says something else")
	}
	return nil
}

func document(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	v, err := decoded(d, deepestDocument)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows it")
	}
	return v, nil
}

// decoded is the next value: encoding/json would take the last of two values of one name, and any name in any case.
func decoded(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	open, nests := token.(json.Delim)
	switch {
	case err != nil || !nests:
		return token, err
	case depth == 0:
		return nil, errors.New("it is too deep")
	case open == '{':
		return object(d, depth-1)
	}
	list := []any{}
	for d.More() {
		v, err := decoded(d, depth-1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err = d.Token() // its end
	return list, err
}

func object(d *json.Decoder, depth int) (any, error) {
	fields := map[string]any{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string) // the decoder takes nothing else here
		if _, twice := fields[name]; twice {
			return nil, fmt.Errorf("it says %.64q twice", name)
		}
		if fields[name], err = decoded(d, depth); err != nil {
			return nil, err
		}
	}
	_, err := d.Token() // its end
	return fields, err
}
