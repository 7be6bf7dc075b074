package portable

// Format and Version name the form of a file; another version is refused.
const (
	Format  = "genlock system"
	Version = 1
)

// The lists of a file are in the order of the system's; a reference is a place in one of them, from 0.
type file struct {
	Format     string     `json:"format"`
	Version    int        `json:"version"`
	Name       string     `json:"name"`
	Doc        string     `json:"doc,omitempty"`
	Words      []words    `json:"words,omitempty"`
	Machines   []machine  `json:"machines"`
	Events     []event    `json:"events"`
	Channels   []channel  `json:"channels,omitempty"`
	Facts      []fact     `json:"facts,omitempty"`
	Cells      []cell     `json:"cells"`
	Actions    []action   `json:"actions"`
	Done       *node      `json:"done,omitempty"`
	Properties []property `json:"properties,omitempty"`
	Instances  []instance `json:"instances,omitempty"`
}

type words struct {
	Name string   `json:"name"`
	List []string `json:"list"`
}

type typ struct {
	Kind    string `json:"kind"`
	Name    string `json:"name,omitempty"`
	Words   *int   `json:"words,omitempty"`
	Max     int    `json:"max,omitempty"`
	MaxSort string `json:"max_sort,omitempty"`
}

type variable struct {
	Name string `json:"name"`
	Type typ    `json:"type"`
}

type set struct {
	Name   string   `json:"name,omitempty"`
	Phases []string `json:"phases"`
}

type machine struct {
	Name   string            `json:"name"`
	Doc    string            `json:"doc,omitempty"`
	Keys   []variable        `json:"keys"`
	Phases []string          `json:"phases"`
	Docs   map[string]string `json:"docs,omitempty"`
	Blank  []string          `json:"blank,omitempty"`
	Fields []field           `json:"fields,omitempty"`
}

type field struct {
	Name  string `json:"name"`
	Doc   string `json:"doc,omitempty"`
	Shape string `json:"shape"`
	Type  typ    `json:"type"`
	On    *int   `json:"on,omitempty"` // of a mark: the set, a field before it
}

type event struct {
	Machine int        `json:"machine"`
	Name    string     `json:"name"`
	Doc     string     `json:"doc,omitempty"`
	Args    []variable `json:"args,omitempty"`
}

type channel struct {
	Name   string     `json:"name"`
	Doc    string     `json:"doc,omitempty"`
	Struct string     `json:"struct"`
	Fields []variable `json:"fields"`
	Queue  bool       `json:"queue,omitempty"`
	Room   int        `json:"room,omitempty"`
	Each   []variable `json:"each,omitempty"`
}

type fact struct {
	Name string     `json:"name"`
	Doc  string     `json:"doc,omitempty"`
	Keys []variable `json:"keys"`
	Type typ        `json:"type"`
}

type cell struct {
	Event   int      `json:"event"`
	In      set      `json:"in"`
	When    *node    `json:"when,omitempty"`
	Outcome string   `json:"outcome"`
	Why     string   `json:"why,omitempty"`
	Do      []effect `json:"do,omitempty"`
	To      string   `json:"to,omitempty"`
	Reply   string   `json:"reply,omitempty"`
	ReplyOf *typ     `json:"reply_of,omitempty"`
}

type firing struct {
	Event int        `json:"event"`
	At    []*node    `json:"at"`
	Args  []*node    `json:"args,omitempty"`
	Over  []variable `json:"over,omitempty"`
	Where *node      `json:"where,omitempty"`
}

type action struct {
	Name     string     `json:"name"`
	Doc      string     `json:"doc,omitempty"`
	By       string     `json:"by,omitempty"`
	For      []variable `json:"for,omitempty"`
	Fair     string     `json:"fair,omitempty"`
	Take     *int       `json:"take,omitempty"`
	Peek     *int       `json:"peek,omitempty"`
	When     *node      `json:"when,omitempty"`
	Fire     []firing   `json:"fire,omitempty"`
	Do       []effect   `json:"do,omitempty"`
	Optional bool       `json:"optional,omitempty"`
}

type property struct {
	Kind     string   `json:"kind"`
	Name     string   `json:"name"`
	Doc      string   `json:"doc,omitempty"`
	Holds    *node    `json:"holds,omitempty"`
	From     *node    `json:"from,omitempty"`
	To       *node    `json:"to,omitempty"`
	On       string   `json:"on,omitempty"`
	Except   []string `json:"except,omitempty"`
	Optional bool     `json:"optional,omitempty"`
}

type instance struct {
	Name    string            `json:"name"`
	Doc     string            `json:"doc,omitempty"`
	Sizes   map[string]int    `json:"sizes"`
	Tokens  int               `json:"tokens,omitempty"`
	Checks  string            `json:"checks,omitempty"`
	With    []string          `json:"with,omitempty"`
	Without []string          `json:"without,omitempty"`
	Fair    map[string]string `json:"fair,omitempty"`
}

// A node is an expression: its operator, the expressions inside it, and what else its operator needs. In Xs a null is an
// argument of a count that anything matches.
type node struct {
	Op      string    `json:"op"`
	Xs      []*node   `json:"xs,omitempty"`
	Var     *variable `json:"var,omitempty"`
	Type    *typ      `json:"type,omitempty"`
	N       int       `json:"n,omitempty"`
	Machine *int      `json:"machine,omitempty"`
	Field   *int      `json:"field,omitempty"`
	Channel *int      `json:"channel,omitempty"`
	Fact    *int      `json:"fact,omitempty"`
	In      *set      `json:"in,omitempty"`
	Firing  *firing   `json:"firing,omitempty"`
	Word    string    `json:"word,omitempty"`
	Name    string    `json:"name,omitempty"`
}

type effect struct {
	Op      string  `json:"op"`
	Machine *int    `json:"machine,omitempty"`
	Field   *int    `json:"field,omitempty"`
	Channel *int    `json:"channel,omitempty"`
	Fact    *int    `json:"fact,omitempty"`
	At      []*node `json:"at,omitempty"`
	Xs      []*node `json:"xs,omitempty"` // the value, or the arguments of a message
	By      int     `json:"by,omitempty"`
}

// Words of the format; the place in a list is the number in package ast.
var (
	kinds      = []string{"bool", "sort", "token", "nat", "enum"}
	shapes     = []string{"plain", "option", "set", "mark"}
	outcomes   = []string{"apply", "ignore", "reject"}
	fairnesses = []string{"unfair", "weak", "strong", "weak any", "strong any"}
	claims     = []string{"always", "step", "leads to", "finitely", "sometimes"}
	checks     = []string{"everything", "safety", "invariants"}
)
