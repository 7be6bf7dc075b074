package gen_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/spec"
)

type (
	Door   spec.Sort
	Person spec.Sort
	Knock  struct{ Person spec.Value[Person] }
	Mood   spec.Enum
)

var (
	calm  = spec.Word[Mood]("calm")
	angry = spec.Word[Mood]("angry")
)

// hostile are texts that end a comment, a string, a cell of a table or an element in one of the formats, or that show
// other than they are.
var hostile = []string{
	"*/ func init() { panic(1) } /*", "// a\n// b", "a\nfunc init() { panic(1) }", "a\r\nb", "`raw` ` \" ' \\ \\n %d %s",
	"*) (* ---- MODULE Evil ----", "====", "| a | b |", "</script><script>alert(1)</script>", "--> <!--", "<b>&amp;</b> ]]>",
	"[*] --> Open : x", "state \"x\" as y; %% c", "#35; #quot;", "a\u202eb\u2066c\u200bd\u2028e", "\x00\x07\x1b[31m", "\xff\xfe broken",
	"//go:build ignore", "/* nolint */", strings.Repeat("long ", 200), "", " ",
}

// doors is a system with a text in every place where an author can write one.
func doors(text string) spec.System {
	var (
		door   = spec.Var[Door]("door")
		person = spec.Var[Person]("person")
		shut   = spec.Phase("Shut")
		open   = spec.Phase("Open")
		doorOf = spec.Each(door, "doors", shut, open).Doc(text).Means(shut, text).Means(open, text)
		inside = spec.SetOf[Person](doorOf, "inside", text)
		known  = spec.MarkOn(inside, "known", text)
		mood   = spec.FieldOf[Mood](doorOf, "mood", text)
		knock  = spec.On(doorOf, Knock{person}).Doc(text)
		calls  = spec.Bag(Knock{person}, "calls", text)
		why    = text
	)
	if strings.TrimSpace(why) == "" {
		why = "because" // an ignore says why; an empty reason is refused
	}
	return spec.System{
		Name: "Doors", Doc: text,
		Cells: []spec.Cell{
			{In: shut, On: knock, Do: spec.Do(inside.Add(person), known.Mark(person), mood.Becomes(angry), calls.Send(Knock{person})), To: open, Reply: calm},
			{In: open, On: knock, When: spec.All(known.Has(person), mood.Eq(angry)), Reply: angry, Ignore: why},
			{In: open, On: knock, When: spec.Not(spec.All(known.Has(person), mood.Eq(angry))), Do: spec.Do(inside.Remove(person)), To: shut, Reply: calm},
		},
		Actions: []spec.Action{
			{Name: "Call", By: "person", Doc: text, For: spec.Vars(door, person), Fire: spec.Fire(knock.At(door, Knock{person}))},
			{Name: "Forget", By: "person", Doc: text, Take: calls},
		},
		Properties: []spec.Property{spec.Always{Name: "Known", Doc: text, Holds: spec.Implies(known.At(door).Has(person), inside.At(door).Has(person))}},
		Instances:  []spec.Instance{{Name: "one", Doc: text, Sizes: spec.Sizes(spec.Size[Door](1), spec.Size[Person](1))}},
	}
}

// If it failed, a reason or a doc could end the comment, string or cell that it stands in, or be read as something else.
func TestHostileTexts(t *testing.T) {
	for _, text := range hostile {
		files, err := gen.Render(gen.Target{System: doors(text), Step: "doors", TLA: "tla", Docs: "docs", Model: "doorsmodel", Module: "example.com/doors"})
		require.NoError(t, err, "%q", text)
		for _, f := range files {
			for _, r := range string(f.Data) {
				if r == unicode.ReplacementChar || r != '\n' && r != '\t' && unicode.In(r, unicode.C, unicode.Zl, unicode.Zp) {
					assert.Fail(t, "a character that shows other than it is", "%s has %q for %q", f.Path, r, text)
				}
			}
			if parses := parsers[path.Ext(f.Path)]; parses != nil {
				assert.NoError(t, parses(f.Data), "%s for %q", f.Path, text)
			}
		}
	}
}

var parsers = map[string]func([]byte) error{
	".go": func(data []byte) error {
		f, err := parser.ParseFile(token.NewFileSet(), "", data, parser.ParseComments)
		if err == nil {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "init" {
					return assert.AnError
				}
			}
		}
		return err
	},
	".svg": func(data []byte) error {
		d := xml.NewDecoder(bytes.NewReader(data))
		for {
			switch token, err := d.Token(); {
			case err == io.EOF:
				return nil
			case err != nil:
				return err
			default:
				if start, ok := token.(xml.StartElement); ok && (start.Name.Local == "script" || start.Name.Local == "b") {
					return assert.AnError
				}
			}
		}
	},
	".mmd": mermaidParses,
	".md":  markdownParses,
}

// mermaidLine is every form of line that we write; no text holds a character that ends one.
var mermaidLine = regexp.MustCompile(`^(%% Code generated .*|stateDiagram-v2| *state "([^";<>]|#\d+;|<br/>)*" as \w+| *(\[\*\]|\w+) --> \w+( : [\w, ]+)?|)$`)

func mermaidParses(data []byte) error {
	for _, line := range strings.Split(string(data), "\n") {
		if !mermaidLine.MatchString(line) {
			return fmt.Errorf("a strange line: %q", line)
		}
	}
	return nil
}

var escapedInMarkdown = regexp.MustCompile(`\\.|<br>`)

// markdownParses looks for code, elements, and rows that a text has split or ended.
func markdownParses(data []byte) error {
	columns := 0
	for i, line := range strings.Split(string(data), "\n") {
		bare := escapedInMarkdown.ReplaceAllString(line, "")
		if i > 0 && strings.ContainsAny(bare, "`<") {
			return fmt.Errorf("code or an element: %q", line)
		}
		n := strings.Count(bare, "|")
		if n > 0 && columns > 0 && n != columns || n > 0 && !strings.HasPrefix(bare, "|") {
			return fmt.Errorf("a broken row: %q", line)
		}
		columns = n
	}
	return nil
}

// If it failed, two machines would generate two outputs, and every commit would fight over them.
func TestRenderingIsDeterministic(t *testing.T) {
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	target := gen.Target{System: golden["tiering"], Step: "a", TLA: "b", Docs: "c", Model: "d", Module: "example.com/e"}
	first, err := gen.Render(target)
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	for _, procs := range []int{1, 3, 8} {
		before := runtime.GOMAXPROCS(procs)
		for range 5 { // map order differs from one run to the next
			again, err := gen.Render(target)
			require.NoError(t, err)
			require.Equal(t, first, again)
		}
		runtime.GOMAXPROCS(before)
	}
	for _, f := range first {
		require.NotContains(t, string(f.Data), root, f.Path)
	}
}

// If it failed, an invalid spec would leave something to write.
func TestInvalidSpecRendersNothing(t *testing.T) {
	broken := doors("")
	broken.Cells = broken.Cells[1:]
	files, err := gen.Render(gen.Target{System: broken, Step: "doors"})
	require.Error(t, err)
	require.Empty(t, files)
}
