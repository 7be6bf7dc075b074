// Package fs keeps blocks in files below one directory: a storage that tiers.Secondary makes a tier of, and that several
// processes may share.
//
//	store, err := fs.Open("/var/cache/blocks", fs.Config[string]{
//		BlockBytes: 1 << 20,
//		AppendKey:  func(b []byte, key string) []byte { return append(b, key...) },
//		Namespace:  fs.Namespace{Model: "llama", Revision: "4f2a", DType: "bf16", Layout: "NHD"},
//		Capacity:   200 << 30,
//	})
//
// # Caveats
//
// A store that has returned has not reached the disk, unless Durable says so: after a power failure a file may be there with
// its full size and without its bytes. Checksum finds that. It costs about 1.6 times the time of a store to be durable.
//
// A checksum finds accidents. Whoever can write to the directory can write a checksum that fits: only Key finds a block that
// was planted, or moved there from another namespace.
//
// A rename is atomic on a local file system. On NFS it is on the server, but its client may report a failure of one that
// was done, and other clients see it late: a hit may be a failed load, and a store that failed may be there.
//
// Which process bounds the directory, and which temporary files are still being written, is told by file locks (flock). Over
// NFS they are as good as its lock manager; where there are none each process bounds the directory by what it knows itself,
// and sweeps nothing.
//
// O_DIRECT bypasses the page cache and needs aligned memory, blocks of a multiple of 4096 bytes, and a file system that has
// it. Open tries it. Otherwise, and for slots that are not aligned, blocks go through the page cache, and are counted.
//
// A namespace that is removed while it is open is not made again: every block is a miss, every store an error, until the
// store is opened anew. A namespace that nobody opens any more is nobody's to remove: that is for its operator.
//
// A call on a mount that hangs hangs, and so does Close until its context ends. Who drives the store bounds such calls.
//
// # On the disk
//
//	DIR/
//	  5f0c…/             a namespace: SHA-256 of everything that changes the bytes of a block
//	    manifest.json    says of what
//	    lease            locked by the process that bounds the namespace
//	    live-81c2…       locked by one process for as long as it lives
//	    00/ … 3f/        made ahead, and held open: two descriptors each on Linux
//	      k6b6579        a block, by the name of its key (tiers.Name)
//	      t-81c2…-7      a temporary file of that process
//
// A block's file has the bytes of the block, and behind them a page with its sums if Checksum or Key was set when it was
// stored. The version of all this (Format) is part of the namespace: builds of two versions never read each other's blocks.
//
// All access is below one os.Root and relative to the directory of the block, which stays open. Names have one component, of
// a fixed alphabet. A link is never followed: only regular files of our own user are read, counted, or removed. Files are
// made with the mode 0600 and directories with 0700, whatever the umask. A directory that others own or can write to is
// refused, unless OthersMayWrite says that it is as it should be.
//
// # What happens to a block
//
// It is there if a regular file of ours has its name and exactly its size. Anything else is a miss; it is counted and left
// alone. Failing to look is a failure of that key, never a miss.
//
// A store makes room, writes a temporary file beside the block's place, and renames it. One that fails leaves nothing; where
// a temporary file cannot be removed at once, its error says how it can be later (job.Leftover).
//
// A load reads the file. Only one that is provably bad (cut short, or not what was stored) is removed: it is moved aside,
// looked at, and put back if it is another file by now. Any other error leaves the file alone.
//
// To make room, the blocks that were not used for longest go, but none that is being read or stored. One process of those
// that share a namespace sees to that; it counts what is there when it begins, and goes on looking for what the others
// store and remove, some thousand names every five seconds. The others may store more than there is room for until then.
//
// What this process has stored and removed is told by Changes, in the order in which it happened. What others do is not told.
package fs
