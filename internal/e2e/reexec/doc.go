// Package reexec runs a test binary a second time, as a process that a test can talk to and kill. What such a process
// does is a role, a function that was registered under a name before TestMain called Main.
package reexec
