// Package demo runs the whole tier on a real directory, the way a scheduler would, while everything goes wrong that may go
// wrong. All five lifecycles are in it: requests look keys up, jobs load and store blocks, which live in slots of primary
// memory and in files, and a watch says whether the storage is called at all.
//
// Clients leave at any moment. Files are removed, cut short and changed by somebody else. Memory and directory are too small
// for what is wanted, so both evict. Jobs are given up, and memory is reset under copies. One key is looked at for longer than
// anybody waits, one load ends long after its deadline, and once all calls hang until the tier is down.
//
// What is held against the tier is what its callers rely on: each request hears an answer to each key in time, and no hit
// after a miss unless the block was stored; each job is reported once; every block that is read is the right one, to the last
// byte; no machine meets an event that can never be; and when all have gone nothing is left. A run goes on until all of the
// above has happened, so one that ends well has shown something.
package demo
