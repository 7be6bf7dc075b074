package tlc

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A value is one of TLA+ as TLC prints it.
type value struct {
	atom  string  // a number, a string in quotes, TRUE, a model value; "" of all others
	items []value // of a set or a tuple
	keys  []value // of a function or a record: items are what it maps them to
	set   bool
}

// text is the value written so that equal values read the same: the fields of a record have no order.
func (v value) text() string {
	if v.atom != "" {
		return v.atom
	}
	parts := make([]string, len(v.items))
	for i, x := range v.items {
		parts[i] = x.text()
		if v.keys != nil {
			parts[i] = v.keys[i].text() + ":" + parts[i]
		}
	}
	if v.keys != nil || v.set {
		slices.Sort(parts)
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// at is what a function maps a key to.
func (v value) at(key string) (value, bool) {
	for i, k := range v.keys {
		if k.text() == key {
			return v.items[i], true
		}
	}
	return value{}, false
}

// parseState reads the conjuncts of a state: variables and their values.
func parseState(text string) (vars map[string]value, err error) {
	p := &valueParser{rest: text}
	defer func() {
		if r := recover(); r != nil {
			complaint, ok := r.(parseError)
			if !ok {
				panic(r)
			}
			vars, err = nil, fmt.Errorf("tlc: reading a state: %s", string(complaint))
		}
	}()
	vars = map[string]value{}
	for p.peek() != "" {
		p.skip(`/\`)
		name := p.word()
		p.want("=")
		vars[name] = p.value()
	}
	return vars, nil
}

type parseError string

// A valueParser reads values from the front of a text.
type valueParser struct{ rest string }

func (p *valueParser) peek() string {
	p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	return p.rest
}

func (p *valueParser) fail(wanted string) {
	panic(parseError(fmt.Sprintf("%s expected at %.40q", wanted, p.rest)))
}

// skip reads a sign if it comes next.
func (p *valueParser) skip(sign string) bool {
	if !strings.HasPrefix(p.peek(), sign) {
		return false
	}
	p.rest = p.rest[len(sign):]
	return true
}

func (p *valueParser) want(sign string) {
	if !p.skip(sign) {
		p.fail(sign)
	}
}

func (p *valueParser) word() string {
	n := strings.IndexFunc(p.peek(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' })
	if n < 0 {
		n = len(p.rest)
	}
	if n == 0 {
		p.fail("a name or a number")
	}
	word := p.rest[:n]
	p.rest = p.rest[n:]
	return word
}

func (p *valueParser) value() value {
	switch {
	case p.skip("<<"):
		return value{items: p.list(">>")}
	case p.skip("{"):
		return value{items: p.list("}"), set: true}
	case p.skip("["):
		return p.pairs(p.field, "|->", ",", "]")
	case p.skip("("):
		return p.pairs(p.value, ":>", "@@", ")")
	case strings.HasPrefix(p.peek(), `"`):
		return value{atom: p.quoted()}
	default:
		return value{atom: p.word()}
	}
}

// field is the name of a record's field: a string, as a key.
func (p *valueParser) field() value { return value{atom: `"` + p.word() + `"`} }

func (p *valueParser) quoted() string {
	for i := 1; i < len(p.rest); i++ {
		switch p.rest[i] {
		case '\\':
			i++
		case '"':
			s := p.rest[:i+1]
			p.rest = p.rest[i+1:]
			return s
		}
	}
	p.fail("the end of a string")
	return ""
}

func (p *valueParser) list(end string) []value {
	items := []value{}
	for !p.skip(end) {
		if len(items) > 0 {
			p.want(",")
		}
		items = append(items, p.value())
	}
	return items
}

func (p *valueParser) pairs(key func() value, to, between, end string) value {
	v := value{keys: []value{}}
	for !p.skip(end) {
		if len(v.keys) > 0 {
			p.want(between)
		}
		v.keys = append(v.keys, key())
		p.want(to)
		v.items = append(v.items, p.value())
	}
	return v
}
