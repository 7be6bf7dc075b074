// Package steptest is what tests of generated steps share, and tests of the code that runs them.
package steptest
