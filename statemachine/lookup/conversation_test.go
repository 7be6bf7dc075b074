package lookup_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

var rewrite = flag.Bool("rewrite", false, "write what the manager says now into testdata")

// A conversation is a file of commands, each block followed by ---- and all that the manager does and says. It opens
// with a comment that says why it is there. TestConversations fails where the manager says another thing than it did.
type conversation struct {
	why    string
	blocks []block
}

type block struct {
	comment  string // before the commands
	commands []string
	output   string
}

func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			c, err := parseConversation(string(text))
			require.NoError(t, err)
			synctest.Test(t, func(t *testing.T) { c.hold(t) })
			if *rewrite {
				require.NoError(t, os.WriteFile(file, []byte(c.text()), 0o644))
				return
			}
			require.Equal(t, string(text), c.text())
		})
	}
}

// hold holds the conversation anew.
func (c *conversation) hold(t *testing.T) {
	s := newStage(t)
	defer s.end()
	for i := range c.blocks {
		var out bytes.Buffer
		for _, command := range c.blocks[i].commands {
			s.run(&out, command)
		}
		c.blocks[i].output = out.String()
	}
}

const divider = "----"

func parseConversation(text string) (*conversation, error) {
	why, rest, found := strings.Cut(text, "\n\n")
	if !found || !strings.HasPrefix(why, "# ") {
		return nil, os.ErrInvalid
	}
	c := &conversation{why: why}
	for _, part := range strings.Split(strings.TrimSuffix(rest, "\n"), "\n\n") {
		commands, output, found := strings.Cut(part, "\n"+divider)
		if !found && !*rewrite {
			return nil, os.ErrInvalid
		}
		var b block
		for _, line := range strings.Split(commands, "\n") {
			if strings.HasPrefix(line, "#") {
				b.comment += line + "\n"
				continue
			}
			b.commands = append(b.commands, line)
		}
		b.output = strings.TrimPrefix(output, "\n")
		c.blocks = append(c.blocks, b)
	}
	return c, nil
}

func (c *conversation) text() string {
	var b strings.Builder
	b.WriteString(c.why + "\n")
	for _, k := range c.blocks {
		b.WriteString("\n" + k.comment + strings.Join(k.commands, "\n") + "\n" + divider + "\n" + k.output)
	}
	return b.String()
}
