package tlc

import (
	"context"
	"fmt"
	"path"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/model"
)

// Check checks modules of which some are written by hand; module and config name two of the files. The report is of the
// module as spec and of the configuration as instance. It has no trace, and names the broken property only where TLC
// does: of one that another module declares, TLC says the line.
func (r Runner) Check(ctx context.Context, files []gen.File, module, config string) (*model.Report, error) {
	ordered, err := inOrder(files, module, config)
	if err != nil {
		return nil, err
	}
	out, err := r.run(ctx, ordered, func(message) {})
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

// inOrder puts the module and its configuration where run looks for them: after another file.
func inOrder(files []gen.File, module, config string) ([]gen.File, error) {
	ordered := make([]gen.File, 3, len(files))
	for _, f := range files {
		switch path.Base(f.Path) {
		case module:
			ordered[1] = f
		case config:
			ordered[2] = f
		default:
			ordered = append(ordered, f)
		}
	}
	if ordered[1].Path == "" || ordered[2].Path == "" || len(ordered) == 3 {
		return nil, fmt.Errorf("tlc: %s, %s and the modules that they extend are wanted", module, config)
	}
	ordered[0], ordered = ordered[len(ordered)-1], ordered[:len(ordered)-1]
	return ordered, nil
}
