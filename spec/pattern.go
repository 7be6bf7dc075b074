package spec

import (
	"fmt"
	"reflect"

	"github.com/genlock-go/genlock/internal/ast"
)

// A pattern, a message or the arguments of an event is a struct whose fields are values. Reflection reads it once,
// while the package is initialised; what is wrong with it becomes a fault that Validate reports.

// structOf reads a struct of values: the name of its type, and its values in order. A field left out is nil.
func structOf(s any) (name string, fields []ast.Expr, fault string) {
	v := reflect.ValueOf(s)
	if !v.IsValid() || v.Kind() != reflect.Struct {
		return fmt.Sprintf("%T", s), nil, fmt.Sprintf("%T is no struct of values", s)
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() || !field.Type.Implements(reflect.TypeFor[AnyValue]()) {
			return v.Type().Name(), nil, fmt.Sprintf("field %s of %s is no exported spec.Value", field.Name, v.Type())
		}
		value, _ := v.Field(i).Interface().(AnyValue)
		if value != nil && len(value.exprs()) != 1 {
			return v.Type().Name(), nil, fmt.Sprintf("field %s of %s is a pair", field.Name, v.Type())
		}
		fields = append(fields, raw(value))
	}
	return v.Type().Name(), fields, ""
}

// patternOf reads a struct of variables.
func patternOf(s any, pos ast.Pos) (name string, vs []*ast.Variable, faults []ast.Fault) {
	name, fields, fault := structOf(s)
	if fault != "" {
		return name, nil, []ast.Fault{{Pos: pos, Text: fault}}
	}
	vs, faults = variables(fields, name, pos)
	return name, vs, faults
}

// variables are the variables that a pattern consists of.
func variables(xs []ast.Expr, what string, pos ast.Pos) (vs []*ast.Variable, faults []ast.Fault) {
	for _, x := range xs {
		v, ok := x.(ast.Var)
		if !ok {
			faults = append(faults, ast.Fault{Pos: pos, Text: what + " is declared by variables, each field one"})
			continue
		}
		vs = append(vs, v.V)
	}
	return vs, faults
}

// argsOf reads a struct in which every field is given.
func argsOf(s any, pos ast.Pos) []ast.Expr {
	name, fields, fault := structOf(s)
	if fault != "" {
		return []ast.Expr{ast.Bad{Fault: ast.Fault{Pos: pos, Text: fault}}}
	}
	for i, x := range fields {
		if x == nil {
			fields[i] = ast.Bad{Fault: ast.Fault{Pos: pos, Text: fmt.Sprintf("field %d of %s is left out", i+1, name)}}
		}
	}
	return fields
}
