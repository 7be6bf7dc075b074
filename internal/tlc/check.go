package tlc

import (
	"context"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/model"
)

// Check checks modules of which some are written by hand; module and config name two of the files. The report is of the
// module as spec and of the configuration as instance. It has no trace, and names the broken property only where TLC
// does: of one that another module declares, TLC says the line.
func (r Runner) Check(ctx context.Context, files []gen.File, module, config string) (*model.Report, error) {
	out, err := r.run(ctx, job{files, module, config}, func(message) {})
	if err != nil {
		return nil, err
	}
	report := &model.Report{Spec: module, Instance: config, Engine: "tlc", Property: out.property, Distinct: out.distinct,
		Generated: out.generated, Depth: out.depth, Seconds: out.seconds, CPUSeconds: out.cpuSeconds}
	if err := ctx.Err(); err != nil {
		report.Result, report.Reason = model.Incomplete, whyEnded(err)
		return report, nil
	}
	result, ok := out.result()
	if !ok {
		return nil, &RunError{module, config, out.code, out.complaint()}
	}
	report.Result = result
	return report, nil
}
