package tiers

import (
	"cmp"
	"fmt"
	"log/slog"

	"github.com/genlock-go/genlock/internal/limits"
	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// DefaultBlocks is how many blocks a job may have where Config does not say, and MaxBlocks how many it may say.
const (
	DefaultBlocks = 1 << 12
	MaxBlocks     = job.MaxBlocks
)

// Config bounds a Secondary. A zero field is its default; no field can say "no bound".
type Config[K, R comparable] struct {
	// Name is what errors, logs and metrics call the tier. Empty: what the storage calls itself, if it has a method Name that
	// says so, or else its medium. A storage that calls itself otherwise than Name does is refused.
	Name string
	// Blocks is how many blocks a job may have.
	Blocks int
	// Lookups bounds asks and probes. Watch, Name and Log are the tier's own.
	Lookups lookup.Config[K, R]
	// Jobs bounds loads and stores. Its Watch is the tier's own.
	Jobs job.Config
	// Health bounds stuck calls, and says how a tier that is down is tested. Test, Wake, Name and Log are the tier's own.
	Health health.Config
	// Events, if given, hears of what was stored and removed: on the owner's goroutine, inside BeginStep or Shutdown. It must
	// not call the tier.
	Events func(Event[K])
	// Log, if given, hears of what goes wrong: one line of each kind a minute, with the number of those left out.
	Log *slog.Logger
}

// withDefaults is the configuration with its own zero fields filled in, or an error that names the field. Those of the
// parts are checked by the parts.
func (c Config[K, R]) withDefaults(of Capabilities, itself string) (Config[K, R], error) {
	if err := limits.Fill(ErrConfig, limits.Count("Blocks", &c.Blocks, DefaultBlocks, MaxBlocks)); err != nil {
		return c, err
	}
	switch {
	case c.Jobs.Watch != nil || c.Lookups.Watch != nil:
		return c, fmt.Errorf("%w: Jobs.Watch or Lookups.Watch is given, but a tier has its own", ErrConfig)
	case c.Health.Test != nil || c.Health.Wake != nil:
		return c, fmt.Errorf("%w: Health.Test or Health.Wake is given, but a tier has its own", ErrConfig)
	}
	if c.Name != "" && itself != "" && c.Name != itself {
		return c, fmt.Errorf("%w: Name is %.64q, but the storage calls itself %.64q", ErrConfig, c.Name, itself)
	}
	c.Name = cmp.Or(c.Name, itself, string(of.Medium))
	if c.Name == "" {
		return c, fmt.Errorf("%w: Name is empty, and the storage has no medium to be called by", ErrConfig)
	}
	return c, nil
}

// nameOf is what a storage calls itself, if it has a name.
func nameOf[K comparable](b Backend[K]) string {
	if named, ok := b.(interface{ Name() string }); ok {
		return named.Name()
	}
	return ""
}
