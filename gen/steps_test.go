package gen_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
	lampsgen "github.com/genlock-go/genlock/gen/testdata/lamps"
	leasegen "github.com/genlock-go/genlock/gen/testdata/lease"
	ordergen "github.com/genlock-go/genlock/gen/testdata/order"
	printgen "github.com/genlock-go/genlock/gen/testdata/printing"
	tiergen "github.com/genlock-go/genlock/gen/testdata/tiering"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/statemachine"
)

// generated are the functions of each golden package.
var generated = map[string][]any{
	"lamps": {lampsgen.OnPress},
	"lease": {leasegen.OnAcquire, leasegen.OnRelease, leasegen.OnExpire},
	"order": {ordergen.OnPay, ordergen.OnConfirm, ordergen.OnGiveUp, ordergen.OnCancel, ordergen.OnDispatch},
	"printing": {printgen.OnSwitchOn, printgen.OnAccept, printgen.OnServe, printgen.OnEject, printgen.OnRefill, printgen.OnPromote,
		printgen.OnSubmit, printgen.OnAdmit, printgen.OnFulfil},
	"tiering": {tiergen.OnAsk, tiergen.OnSubmit, tiergen.OnSettle, tiergen.OnEvict, tiergen.OnLeave, tiergen.OnResetSlot,
		tiergen.OnEnqueue, tiergen.OnStart, tiergen.OnEnd, tiergen.OnCollect, tiergen.OnDisown, tiergen.OnOutdate, tiergen.OnResetJob,
		tiergen.OnChange, tiergen.OnFault,
		tiergen.OnTell, tiergen.OnJudge, tiergen.OnExpire, tiergen.OnDrop, tiergen.OnResetView},
}

// If it failed, a step would do something else than the spec says: of options, counters, words, pairs of keys, sets and
// marks, in one machine or in several.
func TestStepsAreTheSpec(t *testing.T) {
	for name, functions := range generated {
		t.Run(name, func(t *testing.T) {
			files, err := gen.Render(target(name))
			require.NoError(t, err)
			requireOnDisk(t, ".", files) // else it is another spec's step that runs
			sys, err := spec.Resolve(golden[name])
			require.NoError(t, err)
			m, err := model.Compile(sys, &ast.Instance{Name: "step", Sizes: sizes(sys, 2), Tokens: 2})
			require.NoError(t, err)
			require.Len(t, functions, len(sys.Events))
			reached := map[int]bool{}
			for i, e := range sys.Events {
				for entry := range m.Entries(e.Machine) {
					for args := range m.Arguments(e) {
						reached[compare(t, m, reflect.ValueOf(functions[i]), e, entry, args)] = true
					}
				}
			}
			require.Len(t, reached, len(sys.Cells), "every cell is met")
		})
	}
}

func sizes(sys *ast.System, n int) map[string]int {
	sizes := map[string]int{}
	for _, i := range sys.Instances {
		for sort := range i.Sizes {
			sizes[sort] = n
		}
	}
	return sizes
}

// compare requires that both do the same, unless the model has no value for it, and returns the number of the cell.
func compare(t *testing.T, m *model.Model, f reflect.Value, e *ast.Event, entry model.Entry, args []int) int {
	const fresh = 2
	want, err := m.Apply(e.Name, make([]int, len(e.Machine.Keys)), entry, args, fresh)
	require.NoError(t, err)
	r := f.Call(inputs(f.Type(), e, entry, args, fresh))[0]
	at := []any{e.Name, entry, args}

	require.Equal(t, want.Cell, cell(m.System, e, r), "%v", at)
	require.Equal(t, want.Outcome.String(), r.MethodByName("Outcome").Call(nil)[0].Interface().(statemachine.Outcome).String(), "%v", at)
	if want.Fault == "" {
		require.Equal(t, want.Next, next(e.Machine, entry, r, args), "%v", at)
	}
	if want.Reply != "" {
		require.Equal(t, want.Reply, text(r.FieldByName("Reply")), "%v", at)
	}
	if drew := r.FieldByName("Drew"); drew.IsValid() {
		require.Equal(t, want.Drew, drew.Bool(), "%v", at)
	}
	for _, message := range want.Sent {
		require.NotZero(t, r.FieldByName("Sent").Uint(), "%v", at)
		requireMessage(t, message, r.FieldByName(title(message.Channel.Name)))
	}
	if sent := r.FieldByName("Sent"); len(want.Sent) == 0 && sent.IsValid() {
		require.Zero(t, sent.Uint(), "%v", at)
	}
	return want.Cell
}

// cell is the number that the system gives to the cell of the machine's table.
func cell(sys *ast.System, e *ast.Event, r reflect.Value) int {
	n := int(r.FieldByName("Cell").Uint())
	for i, c := range sys.Cells {
		if c.Event.Machine == e.Machine {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return -1
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func text(v reflect.Value) string { return v.MethodByName("String").Call(nil)[0].String() }

// inputs are the parameters of a generated function: the entry, the set if it asks one, the arguments, the fresh token.
func inputs(f reflect.Type, e *ast.Event, entry model.Entry, args []int, fresh int) []reflect.Value {
	self := reflect.New(f.In(0)).Elem()
	self.FieldByName("Phase").SetUint(uint64(entry.Phase))
	for i, field := range e.Machine.Fields {
		if to := self.FieldByName(title(field.Name)); to.IsValid() {
			to.Set(value(to.Type(), entry.Fields[i]))
		}
	}
	in := []reflect.Value{self}
	if f.NumIn() > 1 && f.In(1).Kind() == reflect.Interface {
		in = append(in, reflect.ValueOf(waiting{entry.Fields[0], entry.Fields[1]}))
	}
	for _, n := range args {
		in = append(in, value(f.In(len(in)), n))
	}
	if len(in) < f.NumIn() {
		in = append(in, value(f.In(len(in)), fresh))
	}
	return in
}

// waiting is the printer's set and its mark, as bits.
type waiting struct{ members, urgent int }

func (w waiting) Len() int                    { return w.members&1 + w.members>>1 }
func (w waiting) Has(u printgen.User) bool    { return w.members>>u&1 == 1 }
func (w waiting) Urgent(u printgen.User) bool { return w.urgent>>u&1 == 1 }
func (w waiting) UrgentLen() int              { return w.urgent&1 + w.urgent>>1 }

// value is a number of the model as a value of the generated package.
func value(t reflect.Type, n int) reflect.Value {
	if some, ok := options[t]; ok {
		return some(n)
	}
	v := reflect.New(t).Elem()
	switch {
	case t.Kind() == reflect.Bool:
		v.SetBool(n == 1)
	case v.CanInt():
		v.SetInt(int64(n))
	default:
		v.SetUint(uint64(n))
	}
	return v
}

// number is a value of the generated package as a number of the model.
func number(v reflect.Value) int {
	switch {
	case v.Kind() == reflect.Bool && v.Bool():
		return 1
	case v.Kind() == reflect.Bool:
		return 0
	case v.CanInt():
		return int(v.Int())
	case v.CanUint():
		return int(v.Uint())
	}
	for n := range 3 {
		if options[v.Type()](n).Equal(v) {
			return n
		}
	}
	return -1
}

// options make an option of a number: 0 is none, n is the value n-1.
var options = map[reflect.Type]func(int) reflect.Value{}

func init() {
	option[leasegen.Client]()
	option[printgen.User]()
	option[tiergen.Key]()
	option[tiergen.Request]()
	option[tiergen.Slot]()
}

func option[T ~uint32]() {
	options[reflect.TypeFor[statemachine.Option[T]]()] = func(n int) reflect.Value {
		if n == 0 {
			return reflect.ValueOf(statemachine.Option[T]{})
		}
		return reflect.ValueOf(statemachine.Some(T(n - 1)))
	}
}

// next is the entry once the step is carried out.
func next(m *ast.Machine, before model.Entry, r reflect.Value, args []int) model.Entry {
	to := r.FieldByName("Next")
	e := model.Entry{Phase: int(to.FieldByName("Phase").Uint()), Fields: slices.Clone(before.Fields)}
	for i, f := range m.Fields {
		if v := to.FieldByName(title(f.Name)); v.IsValid() {
			e.Fields[i] = number(v)
		}
	}
	if change := r.FieldByName("Waiting"); change.IsValid() {
		user := 0
		if len(args) > 0 {
			user = 1 << args[0]
		}
		e.Fields[0], e.Fields[1] = carryOut(printgen.PrintersWaitingChange(change.Uint()), e.Fields[0], e.Fields[1], user)
	}
	return e
}

// carryOut changes a printer's set in the order in which the generated package says that its bits are meant.
func carryOut(change printgen.PrintersWaitingChange, members, urgent, user int) (int, int) {
	for bit, do := range []func(){
		func() { members, urgent = 0, 0 },
		func() { members, urgent = members&^user, urgent&^user },
		func() { members |= user },
		func() { urgent = 0 },
		func() { urgent &^= user },
		func() { urgent = members },
		func() { urgent |= user },
	} {
		if change>>bit&1 == 1 {
			do()
		}
	}
	return members, urgent
}

// requireMessage compares the fields that the step fills in.
func requireMessage(t *testing.T, want model.Message, got reflect.Value) {
	require.True(t, got.IsValid(), want.Text())
	require.NotZero(t, got.NumField(), want.Text())
	for i, v := range want.Channel.Fields {
		if f := got.FieldByName(title(v.Name)); f.IsValid() {
			require.Equal(t, want.Values[i], number(f), want.Text())
		}
	}
}
