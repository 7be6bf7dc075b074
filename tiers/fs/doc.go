// Package fs keeps blocks in files: a tiers.Backend on a directory, local or shared by several processes.
package fs
