package fs_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

func Example() {
	dir, err := os.MkdirTemp("", "blocks")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store, err := fs.Open(dir, fs.Config[uint64]{
		BlockBytes: 3,
		AppendKey:  binary.BigEndian.AppendUint64,
		Namespace:  fs.Namespace{Model: "small", DType: "bf16"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	defer store.Close(ctx)

	slot := []byte("abc")
	fmt.Println(store.Store(ctx, 7, slot))
	clear(slot)
	fmt.Println(store.Load(ctx, 7, slot), string(slot))
	fmt.Println(errors.Is(store.Load(ctx, 8, slot), tiers.ErrNotFound))
	fmt.Println(store.Changes(nil, 10))
	// Output:
	// <nil>
	// <nil> abc
	// true
	// [{7 true}]
}
