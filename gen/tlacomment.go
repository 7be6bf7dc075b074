package gen

import (
	"strings"
	"unicode"
)

// TLA+ has two kinds of comments, and both end early if their text says so. An author's words are therefore written
// without anything that opens or closes a comment or a module, or that an editor would not show.

// tlaText is an author's text on one line, safe in any comment.
func tlaText(s string) string {
	s = strings.Join(strings.Fields(strings.Map(visible, s)), " ")
	for _, pair := range []string{"(*", "*)", `\*`} {
		for strings.Contains(s, pair) {
			s = strings.ReplaceAll(s, pair, pair[:1]+" "+pair[1:])
		}
	}
	for _, rule := range []string{"----", "===="} {
		for strings.Contains(s, rule) {
			s = strings.ReplaceAll(s, rule, rule[1:])
		}
	}
	return s
}

// visible drops what changes the direction of text, and makes of control characters a space.
func visible(r rune) rune {
	switch {
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), r == unicode.ReplacementChar:
		return -1
	case unicode.IsControl(r), unicode.IsSpace(r):
		return ' '
	default:
		return r
	}
}

// tlaString is a string constant.
func tlaString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(strings.Map(visible, s)) + `"`
}

// wrap breaks a text into lines of at most n columns; a longer word is cut.
func wrap(text string, n int) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && width(line)+1+width(w) <= n {
			line += " " + w
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for width(w) > n {
			r := []rune(w)
			lines, w = append(lines, string(r[:n])), string(r[n:])
		}
		line = w
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// lineComment is a text as comments to the end of the line, from column col.
func lineComment(text string, col int) []string {
	ls := wrap(tlaText(text), tlaWidth-col-3)
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
		for _, l := range wrap(tlaText(p), inner) {
			ls = append(ls, "(* "+l+indent(inner-width(l))+" *)")
		}
	}
	return append(ls, rule)
}
