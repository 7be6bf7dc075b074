// Package demo runs a lookup manager on real files, the way a scheduler would, while everything goes wrong that may go
// wrong: requests are aborted at any time, blocks vanish and are cut short without a word, loads fail, and one file
// takes longer to look at than anybody waits.
//
// What it holds against the manager is what its callers rely on: each request hears an answer to each key in time, a
// block that was loaded is the right one, a request whose load failed hears miss, and when all have gone nothing is left.
package demo
