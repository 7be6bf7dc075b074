package primary_test

import (
	"context"
	"fmt"

	"github.com/genlock-go/genlock/tiers/primary"
)

func Example() {
	pool, err := primary.New(primary.Config[string]{Slots: 2, SlotBytes: 4096})
	if err != nil {
		fmt.Println(err)
		return
	}
	refs, _ := pool.Reserve([]string{"block"}, nil)
	_ = pool.Send(refs[0])
	_, pinned := pool.Pin("block") // a second request asks for it: it waits, too
	fmt.Println("pinned before it landed:", pinned)

	copy(pool.Slot(refs[0].Slot()), "its bytes") // what the load does
	readable, _ := pool.Land(refs[0], true, 2)   // both requests hold a pin now
	fmt.Println("readable:", readable)

	_ = pool.Unpin(refs[0]) // one has read it
	_, err = pool.Reserve([]string{"x", "y"}, nil)
	fmt.Println(err)

	pool.Detach("block") // no longer worth anything, but still read
	fmt.Println("draining:", pool.Stats().Draining)
	_ = pool.Unpin(refs[0]) // its last user frees it
	fmt.Println("free:", pool.Stats().Free)
	fmt.Println(pool.Close(context.Background(), nil))
	// Output:
	// pinned before it landed: false
	// readable: true
	// primary: full: 2 slots are wanted, 1 are free and 0 can be evicted
	// draining: 1
	// free: 2
	// <nil>
}
