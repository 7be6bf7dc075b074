// Package tiertest tests tiers: a suite that any of them must pass, storages that fail on purpose, and a storage in memory.
//
// The tests of a storage say how it is opened:
//
//	func TestTier(t *testing.T) {
//		tiertest.Run(t, tiertest.Backends(func(t *testing.T, o tiertest.Opening) tiers.Backend[string] {
//			s, err := mystorage.Open(o.Dir, o.Memory.SlotBytes())
//			if err != nil {
//				t.Fatal(err)
//			}
//			return s
//		}))
//	}
//
// Each subtest opens tiers, plays their scheduler, lets their storage hang, fail, panic and do half by values (Fault), and
// holds them against what the documentation of tiers.Tier and tiers.Backend says. In the end nothing may be left: no
// request, job, slot or goroutine. Time is that of a bubble of testing/synctest, so a deadline of a minute costs nothing.
//
// A Harness says what else the storage can do: lose and evict blocks, be shared, keep tenants apart. A test that needs what
// it does not say is skipped with the reason.
//
// The package needs nothing but the standard library and the packages that it tests, so that the tests of a tier which
// lives elsewhere can import it.
package tiertest
