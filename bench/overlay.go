package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	_ "embed"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// The step as one would write it by hand, with the signatures of the generated one.
//
//go:embed testdata/step_hand.go.txt
var handStep string

// handDigest is what the manager on the hand-written step says it runs.
const handDigest = "hand-written"

// overlayGames are those in which the step of a manager is replaced.
var overlayGames = []struct {
	game
	title string
	each  float64
}{
	{game{"lookup", 64}, "resolved lookup, 64 keys (ns)", 1},
	{game{"lookup", 4096}, "resolved lookup, 4096 keys (ns)", 1},
	{game{"lookup", 65536}, "resolved lookup, 65536 keys (ns)", 1},
	{game{"cycle", 1}, "cycle of 1 key (us)", 1e3},
	{game{"cycle", 64}, "cycle of 64 keys (us)", 1e3},
	{game{"cycle", 4096}, "cycle of 4096 keys (us)", 1e3},
}

// overlayBars is the whole manager on the generated step beside the same one on a hand-written step: two builds of this
// command, which play in turn.
func overlayBars(r run) ([]Bar, error) {
	dir, err := os.MkdirTemp("", "genlock-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	generated, hand, err := startBoth(dir)
	if err != nil {
		return nil, err
	}
	defer generated.close()
	defer hand.close()
	var bars []Bar
	for _, g := range overlayGames {
		ns := race(r.rounds(), generated.contender(g.game), hand.contender(g.game))
		for _, p := range []*process{generated, hand} {
			if p.err != nil {
				return nil, p.err
			}
		}
		bars = append(bars, slower("manager: "+g.title+", beside a hand-written step", ns[0]/g.each, ns[1]/g.each, 1.15))
	}
	return bars, nil
}

// startBoth builds and starts both managers, and makes sure that they run the steps that they should, and that the steps
// say the same.
func startBoth(dir string) (generated, hand *process, err error) {
	overlay, err := writeOverlay(dir)
	if err != nil {
		return nil, nil, err
	}
	generated, err = startServing(filepath.Join(dir, "generated"))
	if err != nil {
		return nil, nil, err
	}
	hand, err = startServing(filepath.Join(dir, "hand"), "-overlay="+overlay)
	if err != nil {
		generated.close()
		return nil, nil, err
	}
	if err := sameSteps(generated, hand); err != nil {
		generated.close()
		hand.close()
		return nil, nil, err
	}
	return generated, hand, nil
}

// startServing builds this command and lets it play for us.
func startServing(binary string, flags ...string) (*process, error) {
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	build := append(append([]string{"build"}, flags...), "-o", binary, ".")
	if _, err := command(filepath.Join(root, "bench"), nil, "go", build...); err != nil {
		return nil, err
	}
	return start(filepath.Base(binary), binary, "-serve")
}

// sameSteps is an error unless one runs the generated step, the other the hand-written one, and both say the same of
// every event. An overlay that names no file of a build is ignored without a word.
func sameSteps(generated, hand *process) error {
	for p, want := range map[*process]string{generated: lookup.Digest, hand: handDigest} {
		digest, err := p.ask("digest")
		if err != nil {
			return err
		}
		if digest != want {
			return fmt.Errorf("%s runs the step %q, not %q", p.name, digest, want)
		}
	}
	ours, err := generated.ask("steps")
	if err != nil {
		return err
	}
	theirs, err := hand.ask("steps")
	if err == nil && ours != theirs {
		err = fmt.Errorf("the hand-written step is not the generated one: %s and %s", theirs, ours)
	}
	return err
}

// writeOverlay writes a step that has the declarations of the generated one and the functions of the hand-written one,
// and the list that puts it in the place of the generated one.
func writeOverlay(dir string) (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	generated := filepath.Join(root, "statemachine", "lookup", "step_gen.go")
	code, err := os.ReadFile(generated)
	if err != nil {
		return "", err
	}
	declarations, err := beforeSteps(code)
	if err != nil {
		return "", err
	}
	step := filepath.Join(dir, "step_hand.go")
	if err := os.WriteFile(step, []byte(strings.Replace(declarations, lookup.Digest, handDigest, 1)+handStep), 0o600); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{generated: step}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o600)
}

// beforeSteps is the part of a generated step before the functions of its events, which are its last declarations.
func beforeSteps(code []byte) (string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "step_gen.go", code, parser.ParseComments)
	if err != nil {
		return "", err
	}
	end := -1
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		step := ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "On")
		switch {
		case step && end < 0:
			end = files.Position(f.Doc.Pos()).Offset
		case !step && end >= 0:
			return "", fmt.Errorf("the generated step declares something after its events")
		}
	}
	if end < 0 {
		return "", fmt.Errorf("the generated step has no event")
	}
	return string(code[:end]), nil
}
