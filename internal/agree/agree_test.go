package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/internal/tlc"
	"github.com/genlock-go/genlock/model"
)

// If the interpreter and TLC understood anything in a spec differently, one of them would explore another system than the
// one that was declared. These systems use the vocabulary in ways that nobody would think of.
func TestInterpreterAndTLCAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("runs TLC, which -short leaves out")
	}
	tool, err := tlc.Find(t.Context())
	demand.Of(t, "tlc", err)
	list, err := specimens(t.Context(), 0, 200)
	require.NoError(t, err)
	for _, number := range kept(t) {
		s := numbered(number)
		_, err := s.interpret(t.Context())
		require.NoError(t, err)
		list = append(list, s)
	}
	require.NoError(t, compareAll(t.Context(), tool, list))
	t.Log(tally(list))
}

// kept are the numbers in testdata.
func kept(t *testing.T) []int {
	f, err := os.Open("testdata/kept.txt")
	require.NoError(t, err)
	defer f.Close()
	var numbers []int
	for lines := bufio.NewScanner(f); lines.Scan(); {
		word, _, _ := strings.Cut(lines.Text(), " ")
		if word == "" || word == "#" {
			continue
		}
		n, err := strconv.Atoi(word)
		require.NoError(t, err)
		numbers = append(numbers, n)
	}
	return numbers
}

// If most random systems were alike, agreement on them would say little.
func TestSystemsAreOfAllKinds(t *testing.T) {
	list, err := specimens(t.Context(), 0, 200)
	require.NoError(t, err)
	verdicts := map[string]int{}
	strong := 0
	for _, s := range list {
		verdicts[s.ours.Property]++
		for _, a := range s.system.Actions {
			if a.Fair == ast.Strong && s.ours.Result == model.Liveness {
				strong++
				break
			}
		}
	}
	for _, property := range []string{"", "Leads", "Ends", "Holds", "Steps", "Moved", model.NoRejectedCell, model.TypeOK} {
		assert.Positive(t, verdicts[property], "property %q", property)
	}
	assert.Greater(t, verdicts[""], 40, "systems in which everything holds")
	assert.Greater(t, strong, 10, "counterexamples beside strong fairness")
}

// A difference in any number that matters must be told.
func TestDifferencesAreTold(t *testing.T) {
	base := model.Report{Engine: "interp", Result: model.Holds, Distinct: 7, Generated: 20, Depth: 3}
	for what, change := range map[string]func(*model.Report){
		"says holds":     func(r *model.Report) { r.Result = model.Liveness },
		"8, 20, 3 with":  func(r *model.Report) { r.Distinct = 8 },
		"7, 21, 3 with":  func(r *model.Report) { r.Generated = 21 },
		"7, 20, 4 with ": func(r *model.Report) { r.Depth = 4 },
	} {
		other := base
		other.Engine = "tlc"
		assert.Empty(t, difference(&base, &other))
		change(&other)
		assert.Contains(t, difference(&base, &other), what)
	}
}
