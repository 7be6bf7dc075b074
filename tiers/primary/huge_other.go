//go:build !linux

package primary

func adviseHuge([]byte) {}
