// Command lease shows what a fencing token is for: a client sleeps through the end of its lease, and its write comes
// when another has written. The service and the storage run the generated steps, which are the ones that were checked.
package main

import (
	"fmt"

	"example.com/lease/lease"
)

const (
	alice lease.Client = iota + 1
	bob
)

// A service grants the lease of one resource.
type service struct {
	lease lease.LeasesEntry
	drawn lease.Token // the last token
}

func (s *service) acquire(c lease.Client) (lease.Answer, lease.Token) {
	r := lease.OnAcquire(s.lease, c, s.drawn+1)
	if r.Drew {
		s.drawn++
	}
	s.lease = r.Next
	return r.Reply, s.lease.Fence
}

func (s *service) runOut() { s.lease = lease.OnExpire(s.lease).Next }

// A disk takes the writes of one resource.
type disk struct {
	state lease.StorageEntry
	text  string
}

func (d *disk) write(t lease.Token, text string) lease.StorageCell {
	r := lease.OnWrite(d.state, t)
	d.state = r.Next
	if r.Reply == lease.VerdictStored {
		d.text = text
	}
	return r.Cell
}

func main() {
	var s service
	var d disk
	answer, old := s.acquire(alice)
	fmt.Println("alice asks for the lease:", answer, "with token", old)
	answer, _ = s.acquire(bob)
	fmt.Println("bob asks for it:", answer)
	s.runOut()
	fmt.Println("alice sleeps, and her lease runs out")
	answer, young := s.acquire(bob)
	fmt.Println("bob asks again:", answer, "with token", young)
	fmt.Println("bob writes:", d.write(young, "bob's"))
	fmt.Println("alice wakes and writes:", d.write(old, "alice's"))
	fmt.Println("on the disk:", d.text)
}
