//go:build !race

package tiers_test

const races = false
