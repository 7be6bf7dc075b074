package lookup

import "reflect"

// A key, or an id, must be found again. One that does not equal itself is not, as a floating point NaN. One that cannot be
// compared would panic, as a slice does; the compiler keeps those away, but for types that are interfaces, or have some
// within.

// lax reports whether values of the type may be such that they cannot be compared.
func lax(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Array:
		return lax(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if lax(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// comparables says of a type whether its values must be looked at one by one.
type comparables[T comparable] struct{ lax bool }

func comparablesOf[T comparable]() comparables[T] { return comparables[T]{lax(reflect.TypeFor[T]())} }

// has reports whether the value can be compared.
func (c comparables[T]) has(v T) bool { return !c.lax || reflect.ValueOf(v).Comparable() }

// finds reports whether the value can be found again.
func (c comparables[T]) finds(v T) bool { return c.has(v) && v == v }
