// Package twophase declares the two-phase commit: resource managers vote, a coordinator decides, and all obey.
//
// Nothing that was said is ever unsaid, so messages are looked at and not taken; a lost message is one that nobody has
// looked at yet. The states are those of the well-known TLA+ module TwoPhase: 288 with three managers, 8,832 with five.
package twophase

import "github.com/genlock-go/genlock/spec"

type (
	Manager     spec.Sort // of a resource
	Coordinator spec.Sort // there is one; a machine has an entry for each value of a sort
	Decision    spec.Enum
)

var (
	abort  = spec.Word[Decision]("abort")
	commit = spec.Word[Decision]("commit")
)

const (
	Working   spec.Phase = "Working"
	Prepared  spec.Phase = "Prepared"
	Committed spec.Phase = "Committed"
	Aborted   spec.Phase = "Aborted"

	Collecting spec.Phase = "Collecting"
)

type (
	Prepare struct{}
	GiveUp  struct{}
	Obey    struct{ Decision spec.Value[Decision] }
	Decide  struct{ Decision spec.Value[Decision] }

	Vote  struct{ Manager spec.Value[Manager] }
	Order struct{ Decision spec.Value[Decision] }
)

var (
	manager     = spec.Var[Manager]("manager")
	other       = spec.Var[Manager]("other")
	coordinator = spec.Var[Coordinator]("coordinator")
	decision    = spec.Var[Decision]("decision")

	managers = spec.Each(manager, "managers", Working, Prepared, Committed, Aborted).
			Doc("What a resource manager has come to.").
			Means(Prepared, "it has voted to commit, and may no longer give up")
	chosen = spec.Each(coordinator, "chosen", Collecting, Committed, Aborted).Doc("What the coordinator has decided.")

	prepare = spec.On(managers, Prepare{}).Doc("It is ready to commit, and says so.")
	giveUp  = spec.On(managers, GiveUp{}).Doc("It cannot commit. The coordinator will not hear from it.")
	obey    = spec.On(managers, Obey{decision}).Doc("It hears the decision.")
	decide  = spec.On(chosen, Decide{decision}).Doc("The decision is taken, and told.")

	votes  = spec.Bag(Vote{manager}, "votes", "of those who are ready")
	orders = spec.Bag(Order{decision}, "orders", "of the coordinator to all")
	heard  = spec.Fact[bool](manager, "heard", "the coordinator has seen the manager's vote")
)

var (
	do, fire, vars, all, not = spec.Do, spec.Fire, spec.Vars, spec.All, spec.Not

	commits    = spec.Define("commits", decision.Eq(commit))
	collecting = chosen.In(coordinator, Collecting)
	decided    = spec.Named("Decided", Committed, Aborted)
)

// System is the managers of some resources, and who decides for all of them.
var System = spec.System{
	Name: "TwoPhase",
	Doc:  "Two-phase commit. Left out: crashes, and time; a coordinator that aborts has perhaps only lost patience.",
	Cells: []spec.Cell{
		{In: Working, On: prepare, Do: do(votes.Send(Vote{manager})), To: Prepared},
		{In: spec.In(Prepared, decided), On: prepare, Reject: "it votes once"},

		{In: Working, On: giveUp, To: Aborted},
		{In: spec.In(Prepared, decided), On: giveUp, Reject: "it has voted, or knows the decision"},

		{In: Prepared, On: obey, When: commits, To: Committed},
		{In: spec.In(Working, Prepared), On: obey, When: not(commits), To: Aborted},
		{In: spec.In(Working, Aborted), On: obey, When: commits, Reject: "nothing is committed without every vote"},
		{In: Committed, On: obey, When: commits, Ignore: "told before"},
		{In: Committed, On: obey, When: not(commits), Reject: "a decision is final"},
		{In: Aborted, On: obey, When: not(commits), Ignore: "told before, or it gave up by itself"},

		{In: Collecting, On: decide, When: commits, Do: do(orders.Send(Order{decision})), To: Committed},
		{In: Collecting, On: decide, When: not(commits), Do: do(orders.Send(Order{decision})), To: Aborted},
		{In: decided, On: decide, Reject: "a decision is taken once"},
	},
	Actions: []spec.Action{
		{Name: "Commit", By: "coordinator", For: vars(coordinator), When: all(collecting, spec.Forall(manager, heard.At(manager))),
			Fire: fire(decide.At(coordinator, Decide{commit}))},
		{Name: "Abort", By: "coordinator", For: vars(coordinator), When: collecting, Fire: fire(decide.At(coordinator, Decide{abort}))},
		{Name: "Hear", By: "coordinator", For: vars(coordinator), Peek: votes, When: collecting,
			Do: do(heard.At(manager).Becomes(spec.True))},
		{Name: "Ready", By: "manager", For: vars(manager), When: managers.In(manager, Working), Fire: fire(prepare.At(manager, Prepare{}))},
		{Name: "Fail", By: "manager", For: vars(manager), When: managers.In(manager, Working), Fire: fire(giveUp.At(manager, GiveUp{}))},
		{Name: "Follow", By: "manager", For: vars(manager), Peek: orders, Fire: fire(obey.At(manager, Obey{decision}))},
	},
	Properties: []spec.Property{
		spec.Always{Name: "Consistent", Doc: "Not one manager has committed where another has aborted.",
			Holds: not(all(managers.In(manager, Committed), managers.In(other, Aborted)))},
		spec.Sometimes{Name: "AllCommit", Doc: "Every manager has committed.",
			Holds: spec.Forall(manager, managers.In(manager, Committed))},
	},
	Instances: []spec.Instance{sized("three", 3), sized("five", 5)},
	KnownBugs: []spec.Edit{
		{Name: "hastyCommit", Doc: "The coordinator does not wait for votes.", Breaks: "NoRejectedCell",
			Found:   []spec.Found{{Instance: "three", Length: 2}},
			Changes: []spec.Change{spec.SetWhen("Commit", collecting)}},
		{Name: "deafManager", Doc: "Who has voted commits whatever it is told.", Breaks: "Consistent",
			Found:   []spec.Found{{Instance: "three", Length: 4}},
			Changes: []spec.Change{spec.ReplaceCells(spec.Cell{In: Prepared, On: obey, To: Committed})}},
	},
}

func sized(name string, managers int) spec.Instance {
	return spec.Instance{Name: name, Sizes: spec.Sizes(spec.Size[Manager](managers), spec.Size[Coordinator](1))}
}
