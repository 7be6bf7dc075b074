package filespec_test

import (
	"testing"

	"github.com/genlock-go/genlock/internal/spectest"
	"github.com/genlock-go/genlock/spec/filespec"
)

func TestInstancesHold(t *testing.T) { spectest.Holds(t, filespec.System) }
