package ledger_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/ledger"
)

func Example() {
	books, err := ledger.New(ledger.Config[string]{Capacity: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	books.Lead()
	books.Counted() // the directory is empty
	store := func(key string, bytes int64) {
		r, err := books.Reserve(tiers.Name([]byte(key)), key, bytes, func(name string) error {
			fmt.Println("remove", name)
			return nil
		})
		if err != nil {
			fmt.Println(errors.Is(err, tiers.ErrFull), err)
			return
		}
		books.Publish(r, time.Now()) // once its file stands under its name
	}
	store("a", 60)
	store("b", 40)
	p, _ := books.Pin(tiers.Name([]byte("a")), "a")
	store("c", 50)
	books.Found(p, 60, time.Now())
	store("c", 50)
	fmt.Println(books.Changes(nil, 10))
	// Output:
	// true tiers: no room: 50 of 100 bytes would have to go, and 40 could
	// remove k62
	// remove k61
	// [{a true} {b true} {b false} {a false} {c true}]
}
