package metrics

import "github.com/genlock-go/genlock/tiers/fs"

// Files shows what an fs.Store counts. stats is its method.
func Files(tier string, stats func() fs.Stats) *Collector[fs.Stats] {
	g := group{tier, "files"}
	return newCollector(g, stats, transfers(g), oddities(g), room(g))
}

func transfers(g group) []family[fs.Stats] {
	type S = fs.Stats
	return []family[S]{
		counters(g, "probes_total", "Keys that were looked up, by what was found.", "found", func(s *S) []labelled {
			return []labelled{of("hit", s.Hits), of("miss", s.Misses), of("wrong", s.Wrong), of("failure", s.Failures)}
		}),
		counters(g, "loads_total", "Blocks whose load has ended, by how.", "outcome", func(s *S) []labelled {
			return []labelled{of("whole", s.Loads), of("failed", s.FailedLoads)}
		}),
		counters(g, "stores_total", "Blocks whose store has ended, by how.", "outcome", func(s *S) []labelled {
			return []labelled{of("whole", s.Stores), of("failed", s.FailedStores)}
		}),
		counter(g, "loaded_bytes_total", "Bytes of blocks that were loaded whole.",
			func(s *S) float64 { return float64(s.LoadedBytes) }),
		counter(g, "stored_bytes_total", "Bytes of blocks that were stored whole.",
			func(s *S) float64 { return float64(s.StoredBytes) }),
		counters(g, "transfers_total", "Transfers by whether they went through the page cache.", "cache", func(s *S) []labelled {
			return []labelled{of("direct", s.Direct), of("buffered", s.Buffered)}
		}),
	}
}

// oddities are files that were not as they should be.
func oddities(g group) []family[fs.Stats] {
	type S = fs.Stats
	return []family[S]{
		counters(g, "bad_blocks_total", "Files met instead of a whole block, by what they were.", "kind", func(s *S) []labelled {
			return []labelled{of("short", s.Short), of("corrupt", s.Corrupt), of("foreign", s.Foreign)}
		}),
		counter(g, "removed_blocks_total", "Bad blocks that were removed.", func(s *S) float64 { return float64(s.Removed) }),
		counter(g, "put_back_blocks_total", "Good blocks that had taken the place of a bad one, and were put back.",
			func(s *S) float64 { return float64(s.PutBack) }),
		counter(g, "leftover_files_total", "Temporary files that could not be removed at once.",
			func(s *S) float64 { return float64(s.Leftover) }),
		counter(g, "swept_files_total", "Temporary files of dead processes that were removed.",
			func(s *S) float64 { return float64(s.Swept) }),
		counter(g, "rounds_total", "How often all of the directory was looked through.",
			func(s *S) float64 { return float64(s.Rounds) }),
		counters(g, "met_total", "What a round met that is no block, by what it was.", "kind", func(s *S) []labelled {
			return []labelled{of("strange", s.Strange), of("unfinished", s.Unfinished), of("unseen", s.Unseen)}
		}),
	}
}

// room is how much of the capacity is used.
func room(g group) []family[fs.Stats] {
	type S = fs.Stats
	return []family[S]{
		gauge(g, "blocks", "Blocks that are known to be there.", func(s *S) float64 { return float64(s.Files) }),
		gauge(g, "bytes", "Bytes of the blocks that are known to be there.", func(s *S) float64 { return float64(s.Bytes) }),
		gauge(g, "reserved_bytes", "Bytes of stores that run.", func(s *S) float64 { return float64(s.Reserved) }),
		counter(g, "evicted_blocks_total", "Blocks that had to go, for others.", func(s *S) float64 { return float64(s.Evicted) }),
		counter(g, "unremoved_blocks_total", "Blocks that were to be removed, and stand.",
			func(s *S) float64 { return float64(s.Unremoved) }),
		counter(g, "forgotten_blocks_total", "Blocks that the books of a process had no room for that does not lead.",
			func(s *S) float64 { return float64(s.Forgotten) }),
		counters(g, "refused_stores_total", "Stores for which there was no room, by the reason.", "reason", func(s *S) []labelled {
			return []labelled{of("too_large", s.RefusedTooLarge), of("full", s.RefusedFull)}
		}),
		counters(g, "untold_changes_total", "Changes that were not told, by the reason.", "reason", func(s *S) []labelled {
			return []labelled{of("dropped", s.DroppedChanges), of("unnamed", s.UnnamedChanges)}
		}),
		counter(g, "rejected_events_total", "Events that can never be: each a bug of genlock.",
			func(s *S) float64 { return float64(s.Rejected) }),
		gauge(g, "leads", "1 if this process bounds the namespace.", func(s *S) float64 { return truth(s.Leads) }),
	}
}
