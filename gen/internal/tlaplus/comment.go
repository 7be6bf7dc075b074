package tlaplus

import (
	"strings"

	"github.com/genlock-go/genlock/gen/internal/plaintext"
)

// TLA+ has two kinds of comments, and both end early if their text says so. An author's words are therefore written
// without anything that opens or closes a comment or a module, or that an editor would not show.

// comment is an author's text on one line, safe in any comment.
func comment(text string) string {
	text = strings.Join(strings.Fields(plaintext.Line(text)), " ")
	for _, pair := range []string{"(*", "*)", `\*`} {
		for strings.Contains(text, pair) {
			text = strings.ReplaceAll(text, pair, pair[:1]+" "+pair[1:])
		}
	}
	for _, rule := range []string{"----", "===="} {
		for strings.Contains(text, rule) {
			text = strings.ReplaceAll(text, rule, rule[1:])
		}
	}
	return text
}

// quoted is a string constant.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(plaintext.Line(s)) + `"`
}

// wrap breaks a safe text into lines of at most n columns; a longer word is cut.
func wrap(text string, n int) []string {
	var lines []string
	for _, l := range plaintext.Wrap(text, n) {
		for ; width(l) > n; l = string([]rune(l)[n:]) {
			lines = append(lines, string([]rune(l)[:n]))
		}
		lines = append(lines, l)
	}
	return lines
}

// lineComment is a text as comments to the end of the line, from column col.
func lineComment(text string, col int) []string {
	ls := wrap(comment(text), lineWidth-col-3)
	for i, l := range ls {
		ls[i] = indent(col) + `\* ` + l
	}
	return ls
}

// boxed is a boxed comment of several paragraphs.
func boxed(paragraphs ...string) []string {
	const inner = 73
	rule := "(" + strings.Repeat("*", inner+4) + ")"
	ls := []string{rule}
	for i, p := range paragraphs {
		if i > 0 {
			ls = append(ls, "(* "+indent(inner)+" *)")
		}
		for _, l := range wrap(comment(p), inner) {
			ls = append(ls, "(* "+l+indent(inner-width(l))+" *)")
		}
	}
	return append(ls, rule)
}
