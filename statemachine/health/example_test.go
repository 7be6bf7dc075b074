package health_test

import (
	"context"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/health"
)

// Two calls hang, and there is one place.
func Example() {
	now := time.Unix(1000, 0)
	watch, err := health.New(now, health.Config{Bound: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	var calls [2]health.Call
	for i := range calls {
		calls[i].Start(0)
	}

	now = now.Add(time.Second)
	for i := range calls {
		late := calls[i].Late(time.Second, time.Second)
		takeOver := func() { fmt.Println("another worker") }
		fmt.Println("late:", late, "replaced:", late && calls[i].Relieve(watch, takeOver))
	}
	fmt.Println("serves:", watch.Step(now))

	fmt.Println("its worker ends:", calls[0].Return(watch))
	now = now.Add(time.Second)
	fmt.Println("serves:", watch.Step(now))
	fmt.Println(watch.Close(context.Background()))
	// Output:
	// another worker
	// late: true replaced: true
	// late: true replaced: false
	// serves: false
	// its worker ends: true
	// serves: true
	// <nil>
}
