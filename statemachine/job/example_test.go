package job_test

import (
	"context"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/job"
)

// A shelf is a mover: a load of some books.
type shelf []string

func (s shelf) Move(_ context.Context, _ job.ID, block int) error {
	if s[block] == "" {
		return fmt.Errorf("shelf: no book at %d", block)
	}
	return nil
}

func Example() {
	m, err := job.New(time.Now(), job.Config{Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close(context.Background())

	if _, err := m.Submit(job.Read, 3, shelf{"Emma", "", "Ulysses"}); err != nil {
		fmt.Println(err)
		return
	}
	<-m.Wake()
	for _, r := range m.Poll(nil) {
		fmt.Println(r.Class, r.Outcomes, r.Err)
	}
	// Output:
	// read [arrived failed untried] shelf: no book at 1
}
