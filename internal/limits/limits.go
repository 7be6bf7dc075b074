// Package limits fills in what a configuration leaves out, and refuses what is out of range.
package limits

import (
	"cmp"
	"fmt"
	"time"
)

// A Field fills in one field if it is zero, or says by its name why it cannot be what it is.
type Field func() error

// Duration is a field that is not negative.
func Duration(name string, at *time.Duration, zero time.Duration) Field {
	return func() error {
		if *at < 0 {
			return fmt.Errorf("%s is %v, which is negative", name, *at)
		}
		*at = cmp.Or(*at, zero)
		return nil
	}
}

// Count is a field from 0 to most.
func Count(name string, at *int, zero, most int) Field {
	return func() error {
		if *at < 0 || *at > most {
			return fmt.Errorf("%s is %d, which is not within 0 and %d", name, *at, most)
		}
		*at = cmp.Or(*at, zero)
		return nil
	}
}

// Fill fills in the fields, up to the first that is out of range: that is the error, as one of the kind that is given.
func Fill(kind error, fields ...Field) error {
	for _, fill := range fields {
		if err := fill(); err != nil {
			return fmt.Errorf("%w: %w", kind, err)
		}
	}
	return nil
}
