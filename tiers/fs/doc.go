// Package fs looks blocks up in a directory: a prober for statemachine/lookup.
//
// The block of a key is there if the directory has a regular file of the key's name (tiers.Name), of our owner and of
// exactly the size of a block. Anything else under that name, a file that is cut short, a directory, a link, a file of
// somebody else, is a miss; it is counted and left alone. Failing to look is a failure of that key, never a miss.
//
// All access is below one os.Root, a name has one component, and links are not followed: nothing outside the directory
// is ever looked at.
//
// # Caveats
//
// A file that is a hit may be gone, or shorter, when it is read: that is a failed load. On a network file system another
// host's rename shows late. A mount that hangs holds the call, and the worker that made it.
package fs
