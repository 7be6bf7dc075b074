// Package keys tells keys that can be found again from those that cannot, and prints either.
//
// A key that does not equal itself is not found, as a floating point NaN. One that cannot be compared panics where it is
// looked for, as a slice does: the compiler keeps those away, but for types that are interfaces, or have some within.
package keys

import "reflect"

// A Type is what is known of all keys of one type.
type Type[K comparable] struct{ lax bool }

// TypeOf looks at the type, once, so that its keys need not be looked at one by one if they can all be compared.
func TypeOf[K comparable]() Type[K] { return Type[K]{lax(reflect.TypeFor[K]())} }

// Comparable reports whether the key can be compared, and so be looked for.
func (t Type[K]) Comparable(key K) bool {
	return !t.lax || any(key) == nil || reflect.ValueOf(key).Comparable()
}

// Found reports whether the key can be found again.
func (t Type[K]) Found(key K) bool { return t.Comparable(key) && key == key }

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
