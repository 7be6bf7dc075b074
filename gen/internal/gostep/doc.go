// Package gostep renders the machines of a system as a Go package.
//
// Each event becomes one pure function: a switch over the phases, in each case the guards of its cells as conditions.
// What a cell does is written as assignments in the order of its effects, so the function reads as the cells do. Every
// cell is in the table as well, as data.
package gostep
