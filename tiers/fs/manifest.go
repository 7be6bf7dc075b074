package fs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	iofs "io/fs"

	"github.com/genlock-go/genlock/tiers/fs/internal/dir"
)

// manifestName is the file that tells a reader what a namespace's digest stands for. Nothing depends on it but that it says
// the same as who opens the namespace.
const manifestName = "manifest.json"

// manifest is the text of a namespace's manifest.
func manifest(fields []field) ([]byte, error) {
	type shown struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	all := make([]shown, len(fields))
	for i, f := range fields {
		all[i] = shown{f.tag, f.value}
		if f.shown != "" {
			all[i].Value = f.shown
		}
	}
	text, err := json.MarshalIndent(map[string]any{"digest": digest(fields), "fields": all}, "", "  ")
	return append(text, '\n'), err
}

// agree writes the manifest, or makes sure that the one that is there says the same, however it was put down.
func (s *shelf) agree(text []byte) error {
	found, err := readManifest(s.place, roomOfManifest*len(text))
	switch {
	case errors.Is(err, iofs.ErrNotExist):
		return s.writeManifest(text)
	case err == nil:
		err = sameDocument(found, text)
	}
	if err != nil {
		return fmt.Errorf("%w: %s in %s does not say what the directory's name stands for: %w",
			ErrNamespace, manifestName, s.place.Root().Name(), err)
	}
	return nil
}

// roomOfManifest is how many times as long as ours a manifest may be that says the same: six, if it is all escapes, and
// more blanks.
const roomOfManifest = 8

// readManifest reads at most so many bytes: a longer file is an error.
func readManifest(place *dir.Dir, most int) ([]byte, error) {
	f, err := place.Open(manifestName, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || !dir.Ours(info) {
		return nil, fmt.Errorf("%s is not a file of ours", manifestName)
	}
	text, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	return text, err
}

// writeManifest makes it appear whole. Whoever does so at the same time writes the same.
func (s *shelf) writeManifest(text []byte) error {
	name := s.temporary()
	f, err := s.place.Create(name, 0, s.fileMode)
	if err != nil {
		return err
	}
	if err = f.Chmod(s.fileMode); err == nil { // the umask took from it
		_, err = f.Write(text)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = s.place.Rename(name, manifestName)
	}
	if err != nil {
		return errors.Join(err, s.place.Remove(name))
	}
	return nil
}
