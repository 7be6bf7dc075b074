// Package diagram draws the phases of a system and the events between them, and writes its cells as a table.
//
// A picture shows what events do, not when: events that lead from and to the same phases share a line, and guards are
// left to the table. The table shows every cell.
package diagram
