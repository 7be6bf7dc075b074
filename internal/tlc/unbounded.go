package tlc

import (
	"context"
	"errors"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/quotient"
	"github.com/genlock-go/genlock/model"
)

// firstTokens are enough for most searches: a state that TLC keeps has drawn at most as many tokens as it is deep.
const firstTokens = 32

// unbounded explores with as many tokens as the search needs. TLC keeps states with their dead messages, and compares them
// without: it sees as many as the interpreter, and generates more.
func (r Runner) unbounded(ctx context.Context, sys *ast.System, i *ast.Instance, o model.Options) (*model.Report, error) {
	q, err := model.Quotient(sys, i)
	var why *quotient.Reason
	if errors.As(err, &why) {
		return &model.Report{Spec: sys.Name, Instance: i.Name, Engine: "tlc", Result: model.Refused, Reason: model.NeedsBound(why)}, nil
	}
	if err != nil {
		return nil, err
	}
	for tokens := firstTokens; ; tokens *= 2 {
		enough := *i
		enough.Tokens = tokens
		report, err := r.explore(ctx, sys, &enough, o, q)
		if err != nil || report.Result != model.Holds {
			return report, err
		}
		if report.Depth <= tokens {
			leaveOut(report, sys, i, o, q)
			return report, nil
		}
	}
}

// leaveOut says which properties were not judged; where one was asked for by name that is no verdict.
func leaveOut(r *model.Report, sys *ast.System, i *ast.Instance, o model.Options, q *quotient.Quotient) {
	unsaid := map[string]*quotient.Reason{}
	for _, p := range sys.PropertiesIn(i) {
		if len(o.Only) == 0 && p.Kind != ast.Sometimes {
			unsaid[p.Name] = leftOut(p, q)
		}
	}
	r.Reason = model.LeftOut(sys, unsaid)
	for _, name := range o.Only {
		if p := sys.Property(name); p != nil && leftOut(p, q) != nil {
			r.Result, r.Reason = model.Refused, leftOut(p, q).Error()
			return
		}
	}
}

// leftOut is why TLC does not judge a property; nil where it does.
func leftOut(p *ast.Property, q *quotient.Quotient) *quotient.Reason {
	if p.Kind == ast.LeadsTo || p.Kind == ast.Finitely {
		return &quotient.Reason{Where: "property " + p.Name, What: "TLC does not judge the long run of states that are alike"}
	}
	return q.Unsaid(p)
}
