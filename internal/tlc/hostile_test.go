package tlc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// hostile are texts that would end a comment, a string or a module, or begin one.
var hostile = []string{
	"*)", "(*", "(* *)", "((**))", "(*)", `\* \*`, "a\n\\* b\n====\n", "====", "---- MODULE Evil ----", "--algorithm evil",
	"a\u202eb\u2066c\u200bd\u2028e", "\x00\x07\x1b[31m", "\xff\xfe broken", `"`, `\`, "é ü — 鍵 🔑", strings.Repeat("long ", 300),
	strings.Repeat("x", 400), "", " ", "`", "@", "VARIABLE x", `/\ FALSE`,
}

type Door spec.Sort

type (
	Knock  struct{}
	Letter struct{ Door spec.Value[Door] }
)

// If it failed, an author's words could change the module, or keep it from being one. Each text stands in every place
// where there are words.
func TestHostileTextsAreComments(t *testing.T) {
	t.Parallel()
	door := spec.Var[Door]("door")
	doors := spec.Each(door, "doors", "Shut", "Open")
	knock := spec.On(doors, Knock{})
	s := spec.System{Name: "Doors", Doc: strings.Join(hostile, "\n")}
	for i, text := range hostile {
		why := text
		if strings.TrimSpace(text) == "" {
			why = "because" // an ignore says why
		}
		letters := spec.Bag(Letter{door}, fmt.Sprint("letters", i), text)
		doors.Doc(text).Means("Open", text)
		knock.Doc(text)
		s.Cells = []spec.Cell{
			{In: spec.Phase("Shut"), On: knock, To: "Open"},
			{In: spec.Phase("Open"), On: knock, Ignore: why},
		}
		s.Actions = append(s.Actions,
			spec.Action{Name: fmt.Sprint("Call", i), By: text, Doc: text, For: spec.Vars(door), Fire: spec.Fire(knock.At(door, Knock{}))},
			spec.Action{Name: fmt.Sprint("Post", i), Doc: text, Take: letters})
		s.Properties = append(s.Properties, spec.Always{Name: fmt.Sprint("Hinge", i), Doc: text, Holds: doors.In(door, spec.Phase("Shut"), spec.Phase("Open"))})
	}
	s.Instances = []spec.Instance{{Name: "one", Doc: strings.Join(hostile, " "), Sizes: spec.Sizes(spec.Size[Door](1))}}
	r := check(t, spec.Link(s), model.Options{})
	require.Equal(t, model.Holds, r.Result)
	assert.Equal(t, int64(2), r.Distinct)
}
