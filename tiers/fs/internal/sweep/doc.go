// Package sweep goes through a directory of blocks: it tells the books what is there, and removes the temporary files that
// dead processes have left.
//
// Whoever begins to bound a directory counts it once (Count), in the order in which its files were used, as their
// modification times say. From then on it goes through it in small steps (Step), since other processes store and remove, too:
// what appeared is counted, what was used is known to have been, and what is gone is taken off the books.
//
// A temporary file is removed if it is ours, its instance is dead, and it is old. Everything else that is not a block of ours
// is left alone and counted: names of others, links, pipes, directories, files of other users. Nothing here follows a link,
// opens a file, or holds more names in memory than it must.
//
// A call takes its time, as the storage does. One goroutine at a time.
package sweep
