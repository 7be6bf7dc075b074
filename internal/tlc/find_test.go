package tlc

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// If it failed, a machine without Java would be told that the spec is wrong.
func TestNoJava(t *testing.T) {
	bare(t)
	_, err := Find(t.Context())
	assert.ErrorIs(t, err, ErrNoJava)
	assert.ErrorContains(t, err, "install a Java runtime")
}

// If it failed, a user could not see why there is no TLC, or would run something else than what was asked for.
func TestNoJar(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins for programs are shell scripts")
	}
	t.Run("no Maven to fetch it", func(t *testing.T) {
		bin := bare(t)
		program(t, bin, "java", "")
		_, err := Find(t.Context())
		assert.ErrorIs(t, err, ErrNoJar)
		assert.ErrorContains(t, err, "install Maven")
	})
	t.Run("the variable names no file", func(t *testing.T) {
		program(t, bare(t), "java", "")
		t.Setenv(JarVariable, filepath.Join(t.TempDir(), "nowhere.jar"))
		_, err := Find(t.Context())
		assert.ErrorIs(t, err, ErrNoJar)
		assert.ErrorContains(t, err, "nowhere.jar")
	})
	t.Run("Maven cannot fetch it", func(t *testing.T) {
		bin := bare(t)
		program(t, bin, "java", "")
		program(t, bin, "mvn", "echo no such host; exit 1")
		_, err := Find(t.Context())
		assert.ErrorIs(t, err, ErrNoJar)
		assert.ErrorContains(t, err, "no such host")
	})
	t.Run("Maven fetches another", func(t *testing.T) {
		bin := bare(t)
		program(t, bin, "java", "")
		program(t, bin, "mvn", `for a in "$@"; do case "$a" in -DoutputDirectory=*) echo other > "${a#-DoutputDirectory=}/`+jarName+`";; esac; done`)
		_, err := Find(t.Context())
		assert.ErrorIs(t, err, ErrNoJar)
		assert.ErrorContains(t, err, "SHA-256")
		cache, err := os.UserCacheDir()
		require.NoError(t, err)
		left, err := os.ReadDir(filepath.Join(cache, "genlock"))
		require.NoError(t, err)
		assert.Empty(t, left, "nothing of it stays")
	})
}

// If it failed, a user's own jar would be refused for not being ours.
func TestOwnJar(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins for programs are shell scripts")
	}
	bin := bare(t)
	java := program(t, bin, "java", "")
	jar := filepath.Join(t.TempDir(), "own.jar")
	require.NoError(t, os.WriteFile(jar, []byte("mine"), 0o600))
	t.Setenv(JarVariable, jar)
	tool, err := Find(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Tool{java, jar}, tool)
}

// bare makes the test a machine on which nothing is installed or cached, and returns the folder of its programs.
func bare(t *testing.T) (bin string) {
	bin = t.TempDir()
	home := t.TempDir()
	t.Setenv("PATH", bin)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	t.Setenv("LocalAppData", filepath.Join(home, "cache"))
	t.Setenv("JAVA_HOME", "")
	t.Setenv(JarVariable, "")
	return bin
}

func program(t *testing.T, bin, name, script string) string {
	path := filepath.Join(bin, name)
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	return path
}
