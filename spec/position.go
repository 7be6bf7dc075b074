package spec

import (
	"reflect"
	"runtime"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// caller is the line on which an author called this package: the first frame outside it.
func caller() ast.Pos {
	var pcs [8]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		frame, more := frames.Next()
		if inside, ok := strings.CutPrefix(frame.Function, thisPackage); !ok || !strings.HasPrefix(inside, ".") {
			return ast.Pos{File: frame.File, Line: frame.Line}
		}
		if !more {
			return ast.Pos{}
		}
	}
}

var thisPackage = reflect.TypeFor[Sort]().PkgPath()

// posOf is the line of the outermost condition inside x that knows one.
func posOf(x ast.Expr) ast.Pos {
	var pos ast.Pos
	ast.Walk(x, func(x ast.Expr) bool {
		if pos.Line != 0 {
			return false
		}
		switch x := x.(type) {
		case ast.Not:
			pos = x.Pos
		case ast.And:
			pos = x.Pos
		case ast.Or:
			pos = x.Pos
		case ast.Implies:
			pos = x.Pos
		case ast.Named: // stands where the name was given, not where it is used
			return false
		}
		return true
	})
	return pos
}
