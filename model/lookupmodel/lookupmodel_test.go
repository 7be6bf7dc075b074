package lookupmodel_test

import (
	"context"
	"fmt"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/fast"
	"github.com/genlock-go/genlock/model/lookupmodel"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// Checking a lifecycle is quick enough for go test.
func Example() {
	sys, err := spec.Resolve(lookupspec.System)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := fast.Explore(context.Background(), sys, lookupmodel.New, fast.Options{Options: model.Options{Instance: "daily"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Result, r.Distinct, "states")
	// Output: holds 12580 states
}
