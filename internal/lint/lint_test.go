package lint

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const ours = "github.com/genlock-go/genlock"

// A listed is what `go list -json` says of a package.
type listed struct {
	ImportPath, Name, Dir, Export, ForTest string
	Standard, DepOnly                      bool
	GoFiles, CgoFiles                      []string
	Imports, TestImports, XTestImports     []string
	ImportMap                              map[string]string
	Module                                 *struct{ Path string }
}

// list runs `go list -json` with more arguments at the root of the repository.
func list(t *testing.T, args ...string) []listed {
	t.Helper()
	out := run(t, root(t), "go", append([]string{"list", "-json"}, args...)...)
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

// foreign reports that a package is neither ours nor of the standard library.
func (p listed) foreign() bool { return !p.Standard && !isOurs(p.ImportPath) }

func isOurs(path string) bool { return path == ours || strings.HasPrefix(path, ours+"/") }

// below is the path of a package of ours under the module's; "" of the root, and of any other package.
func below(path string) string {
	rest, _ := strings.CutPrefix(path, ours+"/")
	if rest == path {
		return ""
	}
	return rest
}

func run(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s %s: %s", name, strings.Join(args, " "), stderr.String())
	return out
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	require.NoError(t, err)
	return dir
}

// tracked are the files of the repository, by their paths below its root.
func tracked(t *testing.T) map[string][]byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", "ls-files", "-z")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Skip("no git checkout: nothing says which files are tracked")
	}
	files := map[string][]byte{}
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root(t), name))
		if errors.Is(err, os.ErrNotExist) {
			continue // removed, and not yet committed so
		}
		require.NoError(t, err)
		files[name] = data
	}
	require.Contains(t, files, "go.mod")
	return files
}
