package cli_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What somebody else's module needs to have every verb for a spec of their own.
var shop = map[string]string{
	"go.mod": `module example.com/shop

go 1.25.0

tool example.com/shop/order/internal/orders

require github.com/genlock-go/genlock v0.0.0

replace github.com/genlock-go/genlock => ROOT
`,
	"order/internal/orders/main.go": `package main

import (
	"os"

	"example.com/shop/order/orderspec"
	"github.com/genlock-go/genlock/cli"
)

func main() { os.Exit(cli.Main(cli.Spec{System: orderspec.System, Step: "order"})) }
`,
	"order/orderspec/orderspec.go": `package orderspec

import "github.com/genlock-go/genlock/spec"

//go:generate go run -tags genlock_bare ../internal/orders generate

type Number spec.Sort

type Pay struct{}

const (
	Open spec.Phase = "Open"
	Paid spec.Phase = "Paid"
)

var (
	number = spec.Var[Number]("number")
	orders = spec.Each(number, "orders", Open, Paid)
	pay    = spec.On(orders, Pay{})
)

var System = spec.System{
	Name: "Order",
	Cells: []spec.Cell{
		{In: Open, On: pay, To: Paid},
		{In: Paid, On: pay, Ignore: "paid before"},
	},
	Actions:   []spec.Action{{Name: "Payment", By: "customer", For: spec.Vars(number), Fire: spec.Fire(pay.At(number, Pay{}))}},
	Instances: []spec.Instance{{Name: "one", Sizes: spec.Sizes(spec.Size[Number](1))}},
}
`,
}

// A second user would be stuck: with files that cannot be generated again, or with a verify that sees no fault.
func TestASecondUser(t *testing.T) {
	dir := newShop(t)
	goTool(t, dir, "generate", "./...")
	generated := generatedIn(t, dir)
	assert.Contains(t, generated, "order/step_gen.go")
	assert.Contains(t, generated, "order/internal/orders/models_gen.go")

	binary := filepath.Join(t.TempDir(), "orders")
	goTool(t, dir, "build", "-o", binary, "./order/internal/orders")
	requireCode(t, 0, "holds", call(t, dir, binary, "verify"))
	out := goTool(t, dir, "tool", "orders", "check", "order", "-json")
	assert.Contains(t, out, `"result":"holds"`)

	for name := range generated {
		require.NoError(t, os.Remove(filepath.Join(dir, name)))
	}
	goTool(t, dir, "generate", "./...")
	assert.Equal(t, generated, generatedIn(t, dir), "all is back")
	write(t, dir, "order/step_gen.go", "<<<<<<< a merge that went wrong\n")
	goTool(t, dir, "generate", "./...")
	assert.Equal(t, generated, generatedIn(t, dir), "a broken file does not stop its own repair")

	declaration := filepath.Join(dir, "order/orderspec/orderspec.go")
	text, err := os.ReadFile(declaration)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(declaration, []byte(strings.ReplaceAll(string(text), "paid before", "it is paid")), 0o600))
	goTool(t, dir, "build", "-o", binary, "./order/internal/orders")
	r := call(t, dir, binary, "verify")
	requireCode(t, 20, "stale", r)
	assert.Contains(t, r.stderr, "compiled in")
	requireCode(t, 0, "holds", call(t, dir, binary, "generate"))
	r = call(t, dir, binary, "verify")
	requireCode(t, 20, "stale", r)
	assert.Contains(t, r.stderr, "compiled in", "the files are fresh, the binary is not")
}

// Who wants no Go step would be left with a command that does not compile.
func TestAUserWithoutAStep(t *testing.T) {
	dir := newShop(t)
	main := shop["order/internal/orders/main.go"]
	write(t, dir, "order/internal/orders/main.go", strings.ReplaceAll(main, `Step: "order"`, `Step: cli.None`))
	goTool(t, dir, "generate", "./...")
	assert.Equal(t, []string{"order/internal/orders/models_gen.go"}, slices.Collect(maps.Keys(generatedIn(t, dir))))
	goTool(t, dir, "tool", "orders", "verify")
}

func newShop(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	dir := t.TempDir()
	for name, text := range shop {
		write(t, dir, name, strings.ReplaceAll(text, "ROOT", root))
	}
	return dir
}

func goTool(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "go %s: %s%s", strings.Join(args, " "), out, stderr.String())
	return string(out)
}

// generatedIn are the generated Go files.
func generatedIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := files(t, dir)
	maps.DeleteFunc(all, func(name, _ string) bool { return !strings.HasSuffix(name, "_gen.go") })
	require.NotEmpty(t, slices.Collect(maps.Keys(all)))
	return all
}
