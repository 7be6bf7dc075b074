// Package plaintext makes a text of a spec fit for one line of a generated file.
package plaintext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is a text on one line. Characters that show as something other than they are (controls, changes of direction,
// separators of lines, broken encoding) are spelled out, so what a reviewer sees is what the author wrote.
func Line(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case r == utf8.RuneError || unicode.In(r, unicode.C, unicode.Zl, unicode.Zp):
			fmt.Fprintf(&b, "U+%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Wrap is a text as lines of at most so many characters, where words allow it.
func Wrap(text string, width int) []string {
	var lines []string
	line, used := "", 0
	for _, w := range strings.Fields(Line(text)) {
		n := utf8.RuneCountInString(w)
		if used > 0 && used+1+n > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		if used > 0 {
			line += " "
			used++
		}
		line += w
		used += n
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}
