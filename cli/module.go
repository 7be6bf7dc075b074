package cli

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// A module is where the command comes from: what it generates goes below this module's root and nowhere else.
type module struct {
	path string // of the module
	main string // of the main package
}

func mainModule() module {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return module{}
	}
	return module{path: info.Main.Path, main: info.Path}
}

// folder is the main package's folder below the root of the module.
func (m module) folder() (string, error) {
	if m.main == m.path {
		return ".", nil
	}
	below, ok := strings.CutPrefix(m.main, m.path+"/")
	if !ok {
		return "", fmt.Errorf("main package %q is not in module %q; run it by its package path, not by its files", m.main, m.path)
	}
	return below, nil
}

// root is the nearest folder, from the working directory upwards, whose go.mod declares the module.
func (m module) root() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding the module's root: %w", err)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		declared, err := declaredModule(filepath.Join(dir, "go.mod"))
		if err != nil {
			return "", fmt.Errorf("finding the module's root: %w", err)
		}
		if declared != "" && declared == m.path {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("module %q: no go.mod of it in %s or above; run this inside the module", m.path, start)
		}
	}
}

// declaredModule is the path on the module line of a go.mod; "" where there is no such file.
func declaredModule(file string) (string, error) {
	f, err := os.Open(file)
	if os.IsNotExist(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) >= 2 && words[0] == "module" {
			return strings.Trim(words[1], "\"`"), nil
		}
	}
	return "", lines.Err()
}
