package tiers

import (
	"fmt"
	"io"
	"slices"
)

// A Secret is bytes that nobody may read by accident: however it is printed, also within something else, exported or not,
// it shows at most that it is there. The zero Secret is none.
type Secret struct {
	reveal func() []byte // whatever prints a function shows an address
}

const hidden = "(secret)"

// NewSecret hides a copy of the bytes. No bytes are no secret.
func NewSecret(b []byte) Secret {
	if len(b) == 0 {
		return Secret{}
	}
	b = slices.Clone(b)
	return Secret{func() []byte { return b }}
}

// Set reports whether there is a secret.
func (s Secret) Set() bool { return s.reveal != nil }

// Reveal is the secret, for whoever must present it; nil if there is none. It must not be changed.
func (s Secret) Reveal() []byte {
	if s.reveal == nil {
		return nil
	}
	return s.reveal()
}

// String implements fmt.Stringer.
func (Secret) String() string { return hidden }

// Format implements fmt.Formatter, for every verb.
func (Secret) Format(f fmt.State, _ rune) { io.WriteString(f, hidden) }

// MarshalText implements encoding.TextMarshaler, which encoders and logs ask: it hides the secret.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// UnmarshalText implements encoding.TextUnmarshaler: a configuration may hold a secret.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = NewSecret(text)
	return nil
}
