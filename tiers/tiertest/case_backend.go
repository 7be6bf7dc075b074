package tiertest

import (
	"context"
	"errors"

	"github.com/genlock-go/genlock/tiers"
)

// What a storage owes that no tier asks of it as long as all goes well.
var backendCases = []conform{
	{name: "a block that was never stored cannot be loaded", check: func(s *scene) {
		if err := s.faults().Load(context.Background(), "never stored", s.memory.Slot(0)); !errors.Is(err, tiers.ErrNotFound) {
			s.Errorf("its load ends with %v, want ErrNotFound", err)
		}
	}},
	{name: "changes keep to their budget", check: func(s *scene) {
		storage := s.faults()
		for i, key := range []string{"a", "b", "c"} {
			if err := storage.Store(context.Background(), key, s.memory.Slot(i)); err != nil {
				s.Fatal(err)
			}
		}
		var told []tiers.Change[string]
		for range 3 {
			before := len(told)
			if told = storage.Changes(told, 1); len(told) > before+1 {
				s.Errorf("%d changes are told where 1 was asked for", len(told)-before)
			}
		}
		if len(told) != 3 {
			s.Errorf("of 3 changes %d are told in 3 calls", len(told))
		}
	}},
}
