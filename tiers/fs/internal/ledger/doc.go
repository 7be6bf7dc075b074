// Package ledger keeps the books of a directory of blocks: which files there are, how many bytes they and the stores under
// way take, which file was used when, and what has changed. It bounds the bytes, and says which file has to go.
//
// It does no I/O, but for the function that Reserve and Trim are given, which they call without holding a lock. What an
// event does to a file is decided by the generated step of statemachine/file; the ledger adds bytes up and keeps the order
// of use.
//
// A store:
//
//	r, err := books.Reserve(name, key, bytes, remove) // makes room, or is an error and nothing is begun
//	… write a temporary file, rename it …
//	books.Publish(r, now)                             // or books.Fail(r), if nothing stands under the name
//
// A load:
//
//	p, ok := books.Pin(name, key)                     // not ok: the file is just being removed
//	… read …
//	books.Found(p, bytes, now)                        // or Lost, if there is no such file; Condemn, if it is bad; Unpin
//
// # Duties of the caller
//
//  1. A reservation ends with exactly one Publish or Fail, a pin with exactly one Found, Lost, Condemn or Unpin, and a
//     removal that Condemn asked for with exactly one Removed.
//  2. Nothing is removed from the directory under the name of a block but what Condemn, Reserve or Trim said.
//  3. What remove removes it removes: after nil no file stands under the name.
//  4. One ledger a directory. Tenants have directories, so a victim is never another tenant's.
//
// # Leaders and followers
//
// Of several processes that share a directory one bounds it: it leads. The others follow: their books hold what they happen
// to know, and where those are full they forget instead of removing. Who begins to lead must count what is there (Look,
// Found, Counted); until then stores are refused, since nobody knows how much room there is.
package ledger
