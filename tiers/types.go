package tiers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// An Opener opens a storage of one type. decode fills in the configuration of that type, which into points to, from
// wherever the user wrote it. It may wait for the storage until ctx ends.
type Opener[K comparable] func(ctx context.Context, decode func(into any) error) (Backend[K], error)

// Types are the types of storage that a configuration can name. The zero Types has none.
type Types[K comparable] struct {
	openers map[string]Opener[K]
}

// Register adds a type. A name that is empty or taken, and an opener that is nil, are an ErrConfig.
func (t *Types[K]) Register(name string, open Opener[K]) error {
	switch {
	case name == "":
		return fmt.Errorf("%w: a tier type without a name", ErrConfig)
	case open == nil:
		return fmt.Errorf("%w: tier type %.64q has no opener", ErrConfig, name)
	case t.openers[name] != nil:
		return fmt.Errorf("%w: tier type %.64q is registered twice", ErrConfig, name)
	}
	if t.openers == nil {
		t.openers = map[string]Opener[K]{}
	}
	t.openers[name] = open
	return nil
}

// Names are the types, sorted.
func (t *Types[K]) Names() []string { return slices.Sorted(maps.Keys(t.openers)) }

// Open opens a storage of a type. A type that nobody registered is an ErrConfig; other errors are the opener's, with the
// type in front.
func (t *Types[K]) Open(ctx context.Context, name string, decode func(into any) error) (Backend[K], error) {
	open := t.openers[name]
	if open == nil {
		return nil, fmt.Errorf("%w: tier type %.64q is none of %q", ErrConfig, name, t.Names())
	}
	var b Backend[K]
	err := guarded(func() (err error) {
		b, err = open(ctx, decode)
		return err
	})
	if err != nil {
		return nil, &OpError{Tier: name, Op: "open", Err: err}
	}
	if b == nil {
		return nil, &OpError{Tier: name, Op: "open", Err: errors.New("the opener returned no storage")}
	}
	return b, nil
}

// FromJSON decodes a configuration from JSON: one value, whose fields all mean something.
func FromJSON(text []byte) func(into any) error {
	return func(into any) error {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(into); err != nil {
			return fmt.Errorf("%w: %w", ErrConfig, err)
		}
		if _, err := d.Token(); err != io.EOF {
			return fmt.Errorf("%w: more than one JSON value", ErrConfig)
		}
		return nil
	}
}
