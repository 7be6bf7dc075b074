package primary

import "syscall"

// adviseHuge asks for huge pages. A system that has none says no, and gives small ones.
func adviseHuge(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }
