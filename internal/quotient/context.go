package quotient

import (
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// A context is where an expression stands.
type context struct {
	q       *Quotient
	where   string
	self    *ast.Machine      // of the entry that a cell is about
	home    *Home             // of the message that an action takes, if it carries a token
	message *ast.Variable     // that token
	own     bool              // that token may be taken for that of its entry: where it is not, nothing happens that counts
	scope   []*ast.Variable   // in order of binding; those bound together are outside all others
	outer   int               // how many of them are
	looked  map[string]string // by token variable: the entry with whose token it is compared
	live    []string          // token variables that are known to be that entry's token
}

func (q *Quotient) context(where string) context {
	return context{q: q, where: where, looked: map[string]string{}}
}

func (c context) wrong(format string, args ...any) *Reason {
	return &Reason{c.where, fmt.Sprintf(format, args...)}
}

// inside is the context of a cell: tokens that the event carries are looked at by the entry itself.
func (c context) inside(e *ast.Event) context {
	c.self = e.Machine
	c = c.binding(append(append([]*ast.Variable(nil), e.Machine.Keys...), e.Args...)...)
	for _, i := range tokens(e.Args) {
		c.looked[e.Args[i].Name] = place(e.Machine, variables(e.Machine.Keys))
	}
	return c
}

// acting is the context of an action: the token of its message is looked at by the entry that the message names.
func (c context) acting(a *ast.Action) context {
	c = c.binding(a.Params()...)
	channel := a.Message()
	if c.home = c.q.Home[channel]; c.home == nil {
		return c
	}
	c.message, c.own = channel.Fields[c.home.Token], true
	at := make([]ast.Expr, len(c.home.Keys))
	for i, n := range c.home.Keys {
		at[i] = ast.Var{V: channel.Fields[n]}
	}
	c.looked[c.message.Name] = place(c.home.Machine, at)
	return c
}

// binding adds variables that are bound together, outside of all that come later.
func (c context) binding(vs ...*ast.Variable) context {
	c = c.within(vs...)
	c.outer = len(c.scope)
	return c
}

func (c context) within(vs ...*ast.Variable) context {
	c.scope = append(c.scope[:len(c.scope):len(c.scope)], vs...)
	return c
}

// knowing is the context in which a token is known to be its entry's.
func (c context) knowing(names ...string) context {
	c.live = append(c.live[:len(c.live):len(c.live)], names...)
	return c
}

// depth is where a variable is bound; 0: outermost.
func (c context) depth(name string) int {
	for i := len(c.scope) - 1; i >= 0; i-- {
		if c.scope[i].Name == name {
			return max(0, i+1-c.outer)
		}
	}
	return 0
}

// place names an entry.
func place(m *ast.Machine, at []ast.Expr) string {
	text := m.Name
	for _, x := range at {
		text += " " + ast.FullText(x)
	}
	return text
}

// ownAt is the place whose token an expression is; "" of any other expression.
func (c context) ownAt(x ast.Expr) string {
	get, ok := x.(ast.Get)
	switch {
	case !ok || !isToken(get.Field.Type):
		return ""
	case len(get.At) == 0 && c.self != nil:
		return place(c.self, variables(c.self.Keys))
	default:
		return place(get.Field.Machine, get.At)
	}
}

// compares notes that a token variable is compared with the token of an entry: always the same one, which is named before
// the variable is.
func (c context) compares(v *ast.Variable, entry string, at []ast.Expr) *Reason {
	for _, key := range ast.Free(at...) {
		if c.depth(key.Name) > c.depth(v.Name) {
			return c.wrong("%s is compared with the tokens of several entries", v.Name)
		}
	}
	if other, ok := c.looked[v.Name]; ok && other != entry {
		return c.wrong("%s is looked at by two entries", v.Name)
	}
	c.looked[v.Name] = entry
	return nil
}

// carried wants a token to be that of the entry of a machine, or a variable that is compared with it.
func (c context) carried(x ast.Expr, m *ast.Machine, at []ast.Expr, what string) *Reason {
	entry := place(m, at)
	if v, ok := x.(ast.Var); ok {
		return c.compares(v.V, entry, at)
	}
	if c.ownAt(x) == entry {
		return nil
	}
	return c.wrong("%s: the token is not that of %s", what, entry)
}

func (c context) isLive(name string) bool {
	return c.own && c.message != nil && c.message.Name == name || slices.Contains(c.live, name)
}
