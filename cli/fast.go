package cli

import (
	"context"
	"fmt"
	"maps"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/fast"
	"github.com/genlock-go/genlock/spec"
)

// A packedModel is one that is compiled in, and the digest of the spec from which it was generated.
type packedModel struct {
	digest string
	build  fast.New
}

// exploreFast explores the packed model that is compiled in for the system.
func exploreFast(ctx context.Context, sys *ast.System, o model.Options) (*model.Report, error) {
	return explorePacked(ctx, sys, fast.Options{Options: o})
}

func exploreHashed(ctx context.Context, sys *ast.System, o model.Options) (*model.Report, error) {
	return explorePacked(ctx, sys, fast.Options{Options: o, Fingerprints: true})
}

func explorePacked(ctx context.Context, sys *ast.System, o fast.Options) (*model.Report, error) {
	m, ok := linked.models[sys.Name]
	if !ok {
		return nil, notCompiledIn(sys.Name)
	}
	return fast.Explore(ctx, sys, m.build, o)
}

func notCompiledIn(spec string) error {
	return fmt.Errorf("no packed model of spec %s is compiled in: generate it, and build without the tag genlock_bare", spec)
}

// hashed has the fast engine keep fingerprints instead of states.
func (s *session) hashed() {
	s.engines = maps.Clone(s.engines)
	s.engines["fast"] = exploreHashed
}

// compiledIn is an error where the packed model of a spec is not, or is that of another version of the spec.
func (s *session) compiledIn(x spec.System) error {
	m, ok := s.links.models[x.Name]
	switch {
	case !ok:
		return notCompiledIn(x.Name)
	case m.digest != spec.Digest(x):
		return &codedError{Stale, fmt.Errorf("the packed model of spec %s that is compiled in is that of another version: generate it again", x.Name)}
	}
	return nil
}
