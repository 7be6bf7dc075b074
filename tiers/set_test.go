package tiers

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A stub is a tier that has a name and a kind of storage, and shuts down as it is told.
type stub struct {
	Tier[string, int]
	name  string
	kind  Capabilities
	shut  func(context.Context) error
	times int
}

func (s *stub) Name() string               { return s.name }
func (s *stub) Capabilities() Capabilities { return s.kind }
func (s *stub) Shutdown(ctx context.Context) error {
	s.times++
	if s.shut == nil {
		return nil
	}
	return s.shut(ctx)
}

func setOf(t *testing.T, tiers ...*stub) *Set[string, int] {
	s := &Set[string, int]{}
	for _, tier := range tiers {
		require.NoError(t, s.Add(tier))
	}
	return s
}

// TestSetRefusesTwins fails if two tiers can have one name, or none.
func TestSetRefusesTwins(t *testing.T) {
	s := setOf(t, &stub{name: "disk"}, &stub{name: "share"})
	for name, says := range map[string]string{"disk": `two tiers are called "disk"`, "": "without a name"} {
		err := s.Add(&stub{name: name})
		require.ErrorIs(t, err, ErrConfig)
		assert.ErrorContains(t, err, says)
	}
	require.ErrorIs(t, s.Add(nil), ErrConfig)
	require.Len(t, s.Allowed(Filter{}), 2)
}

// TestSetDetaches fails if a tier that was detached is still asked, or its name is not free again.
func TestSetDetaches(t *testing.T) {
	disk, share := &stub{name: "disk"}, &stub{name: "share"}
	s := setOf(t, disk, share)
	detached, err := s.Remove("disk")
	require.NoError(t, err)
	require.Same(t, disk, detached)
	require.Equal(t, []Tier[string, int]{share}, s.Allowed(Filter{}))

	_, err = s.Remove("disk")
	require.ErrorIs(t, err, ErrConfig)
	assert.ErrorContains(t, err, `no tier is called "disk"`)
	require.NoError(t, s.Add(disk))
}

// TestFiltersChooseTiers fails if a request reaches a tier that it must not use, or is kept from one that it may.
func TestFiltersChooseTiers(t *testing.T) {
	s := setOf(t,
		&stub{name: "disk", kind: Capabilities{Medium: File, Locality: Host}},
		&stub{name: "share", kind: Capabilities{Medium: File, Locality: Shared}},
		&stub{name: "bucket", kind: Capabilities{Medium: Object, Locality: Shared}},
	)
	for _, tt := range []struct {
		filter  Filter
		allowed []string
	}{
		{Filter{}, []string{"disk", "share", "bucket"}},
		{Filter{DenyAll: true}, nil},
		{Filter{DenyAll: true, Media: []Medium{File}}, nil},
		{Filter{Media: []Medium{File}}, []string{"disk", "share"}},
		{Filter{Localities: []Locality{Shared}}, []string{"share", "bucket"}},
		{Filter{Media: []Medium{File, Object}, Localities: []Locality{Host, Private}}, []string{"disk"}},
		{Filter{Media: []Medium{"tape"}}, nil},
	} {
		var names []string
		for _, tier := range s.Allowed(tt.filter) {
			names = append(names, tier.Name())
		}
		assert.Equal(t, tt.allowed, names, "%+v", tt.filter)
	}
}

// TestParseLocality fails if a slip in a configuration is taken for some locality.
func TestParseLocality(t *testing.T) {
	for _, l := range []Locality{Private, Host, Shared} {
		parsed, err := ParseLocality(string(l))
		require.NoError(t, err)
		assert.Equal(t, l, parsed)
	}
	for _, name := range []string{"", "hosts", "HOST"} {
		_, err := ParseLocality(name)
		require.ErrorIs(t, err, ErrConfig)
		assert.ErrorContains(t, err, `"`+name+`"`)
	}
}

// TestShutdownReachesEveryTier fails if a tier that fails, panics, ends its goroutine or hangs keeps another one from
// shutting down, or its error is lost.
func TestShutdownReachesEveryTier(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failing := errors.New("disk full")
		all := []*stub{
			{name: "hangs", shut: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
			{name: "fails", shut: func(context.Context) error { return failing }},
			{name: "panics", shut: func(context.Context) error { panic("nil map") }},
			{name: "waits", shut: func(ctx context.Context) error {
				select {
				case <-time.After(time.Second):
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			}},
			{name: "last"},
		}
		s := setOf(t, all...)
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		err := s.Shutdown(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorIs(t, err, failing)
		require.ErrorIs(t, err, ErrPanic)
		for _, tier := range all {
			assert.Equal(t, 1, tier.times, tier.name)
		}
		var joined interface{ Unwrap() []error }
		require.ErrorAs(t, err, &joined)
		require.Len(t, joined.Unwrap(), 3, "the one that takes half of the time had it")
	})
}
