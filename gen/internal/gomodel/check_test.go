package gomodel

import (
	"go/importer"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen/internal/gostep"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/spec"
)

// If it failed, generated models would be checked against a package packed that is not the one they are built with.
func TestPackedIsPacked(t *testing.T) {
	c := checker{token.NewFileSet(), map[string]*types.Package{}}
	require.NoError(t, c.check(packedPath, [][]byte{[]byte(packedSource)}))
	real, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import(packedPath)
	require.NoError(t, err)
	stated := c.done[packedPath]
	for _, name := range stated.Scope().Names() {
		object, said := real.Scope().Lookup(name), stated.Scope().Lookup(name)
		require.NotNil(t, object, "packed has no %s", name)
		if _, isType := said.(*types.TypeName); !isType {
			require.Equal(t, object.String(), said.String())
			continue
		}
		requireFields(t, object.Type().Underlying(), said.Type().Underlying(), name)
		if named, ok := said.Type().(*types.Named); ok {
			for method := range named.Methods() {
				same, _, _ := types.LookupFieldOrMethod(object.Type(), true, real, method.Name())
				require.NotNil(t, same, "%s has no method %s", name, method.Name())
				require.Equal(t, same.String(), method.String())
			}
		}
	}
}

// requireFields compares the fields that others see; of what is no struct all.
func requireFields(t *testing.T, real, said types.Type, name string) {
	fields, ok := said.(*types.Struct)
	if !ok {
		require.Equal(t, real.String(), said.String(), name)
		return
	}
	for f := range fields.Fields() {
		same, _, _ := types.LookupFieldOrMethod(real, false, nil, f.Name())
		require.NotNil(t, same, "%s has no field %s", name, f.Name())
		require.Equal(t, same.String(), f.String(), name)
	}
}

// If it failed, a model that does not compile would be written.
func TestTypeCheckRefuses(t *testing.T) {
	sys, err := spec.Resolve(lease.System)
	require.NoError(t, err)
	source, err := Render(sys, "digest", "leasemodel", "example.com/lease", "lease")
	require.NoError(t, err)
	step, err := gostep.Render(sys, "digest", "lease")
	require.NoError(t, err)
	broken := strings.Replace(string(source), "packed.NewLayout", "packed.NoLayout", 1)
	require.ErrorContains(t, typeCheck("leasemodel", []byte(broken), "example.com/lease", step), "NoLayout")
}
