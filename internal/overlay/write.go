package overlay

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Write writes files where no build looks for them, and the list that puts them where their paths say: what -overlay takes.
func Write(t *testing.T, files map[string][]byte) (list string) {
	t.Helper()
	dir, replace := t.TempDir(), map[string]string{}
	for path, data := range files {
		replace[path] = filepath.Join(dir, fmt.Sprintf("%d_%s", len(replace), filepath.Base(path)))
		write(t, replace[path], data)
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list = filepath.Join(dir, "overlay.json")
	write(t, list, data)
	return list
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
