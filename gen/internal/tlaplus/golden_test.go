package tlaplus

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/testspec/ferry"
	"github.com/genlock-go/genlock/internal/testspec/lamps"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/internal/testspec/order"
	"github.com/genlock-go/genlock/internal/testspec/printing"
	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// golden are the systems whose modules are kept, to be read without running the generator in one's head.
var golden = []spec.System{
	lamps.System,    // the smallest one
	lease.System,    // tokens, and a model that ends when they are spent
	order.System,    // answers that come late
	printing.System, // a queue for each printer, an end that is no deadlock
	tiering.System,  // four machines in one step
	ferry.System,    // all that is seldom
}

// If it failed, the modules of every spec would have changed: rewrite them with -update and read what differs.
func TestGolden(t *testing.T) {
	for _, s := range golden {
		for _, f := range All(link(t, s)) {
			if strings.HasSuffix(f.Name, ".cfg") && s.Name != "Ferry" {
				continue // they are alike
			}
			path := filepath.Join("testdata", f.Name)
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o755))
				require.NoError(t, os.WriteFile(path, f.Data, 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(f.Data), path)
		}
	}
}

// If it failed, a reader would scroll, or a line would hide its end.
func TestLinesFit(t *testing.T) {
	systems := append([]spec.System{lookupspec.System}, golden...)
	for _, s := range systems {
		for _, bug := range s.KnownBugs {
			edited, err := s.With(bug)
			require.NoError(t, err)
			systems = append(systems, edited)
		}
	}
	for _, s := range systems {
		for _, f := range All(link(t, s)) {
			for n, line := range strings.Split(string(f.Data), "\n") {
				assert.LessOrEqual(t, width(line), lineWidth, "%s:%d: %s", f.Name, n+1, line)
				assert.Equal(t, strings.TrimRight(line, " "), line, "%s:%d ends in spaces", f.Name, n+1)
			}
		}
	}
}

// If it failed, TLC would count a step twice where a condition holds in two ways: a conjunct of an action that begins with
// a disjunction, a quantifier or an implication.
func TestEnablingConjunctsAreSingle(t *testing.T) {
	conjunct := regexp.MustCompile(`(?m)^  /\\ (\(?(?:\\/|\\A|\\E).*|.* (?:=>|\\/) .*)$`)
	for _, s := range golden {
		module := string(All(link(t, s))[0].Data)
		_, actions, _ := strings.Cut(module, "What happens in the world")
		actions, _, _ = strings.Cut(actions, "Behaviours.")
		for _, m := range conjunct.FindAllString(actions, -1) {
			if !strings.Contains(m, "'") {
				assert.True(t, strings.HasSuffix(m, "= TRUE") || strings.HasPrefix(m, `  /\ (\/`), "%s: %s", s.Name, m)
			}
		}
	}
}

// If it failed, a name that is bound inside would hide one outside, which TLA+ does not allow.
func TestNamesAreNotHidden(t *testing.T) {
	n := names{}
	assert.Equal(t, "key", n.take("key"))
	assert.Equal(t, "key_", n.take("key"))
	assert.Equal(t, "CHOOSE_", n.take("CHOOSE"), "a word of the language")
	inner := n.inside()
	assert.Equal(t, "key__", inner.take("key"))
	assert.Equal(t, "key__", n.take("key"), "what was taken inside is free outside")
}

// If it failed, entries would have odd names.
func TestSingular(t *testing.T) {
	for plural, want := range map[string]string{
		"slots": "slot", "entries": "entry", "boxes": "box", "branches": "branch", "classes": "class", "bus": "bu",
		"entry": "entry", "access": "access", "s": "s",
	} {
		assert.Equal(t, want, singular(plural))
	}
}

func link(t *testing.T, s spec.System) *ast.System {
	t.Helper()
	sys, err := spec.Resolve(s)
	require.NoError(t, err)
	return sys
}
