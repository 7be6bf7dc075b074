// Package lint holds what no compiler holds of this repository, as tests: who may import whom, what importing us costs,
// that generated files are fresh and say so, that no symbol is newer than the Go version we promise, and that tracked
// files are formatted and speak of nothing outside the repository.
package lint
