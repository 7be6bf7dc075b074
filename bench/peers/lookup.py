"""A lookup manager in Python, as public caches of this kind have one, and games that a benchmark has it play.

It answers one command a line, "GAME KEYS TIMES", with one line: nanoseconds for all TIMES, or bytes a key. What its
design leaves out stays left out, in its favour: deadlines, failures, told changes, more than one worker.
"""

import gc
import sys
import threading
import time
import tracemalloc
from collections import defaultdict
from dataclasses import dataclass, field
from queue import SimpleQueue
from time import perf_counter_ns

PENDING, IN_FLIGHT, RESOLVED = range(3)


@dataclass
class Entry:
    """What is known of one key, and who holds it."""

    generation: int
    phase: int = PENDING
    found: bool | None = None
    requests: set[str] = field(default_factory=set)


class Manager:
    """One dict of entries, one counter of generations, one thread that probes a batch at a time."""

    def __init__(self, probe):
        self.probe = probe
        self.entries = {}
        self.keys = defaultdict(set)
        self.generation = 0
        self.asked = []
        self.batches = SimpleQueue()
        self.answers = SimpleQueue()
        threading.Thread(target=self.work, daemon=True).start()

    def lookup(self, key, request):
        """True: a hit. False: a miss. None: ask again in the next step."""
        entry = self.entries.get(key)
        if entry is None:
            self.generation += 1
            self.entries[key] = entry = Entry(self.generation)
            self.asked.append((key, self.generation))
        if request not in entry.requests:
            entry.requests.add(request)
            self.keys[request].add(key)
        return entry.found

    def flush(self):
        """Sends what was asked since the last flush and still exists; the number of keys that were sent."""
        batch = []
        entries = self.entries
        for key, generation in self.asked:
            entry = entries.get(key)
            if entry is not None and entry.generation == generation:
                entry.phase = IN_FLIGHT
                batch.append((key, generation))
        self.asked.clear()
        if batch:
            self.batches.put(batch)
        return len(batch)

    def work(self):
        while (batch := self.batches.get()) is not None:
            found = self.probe([key for key, _ in batch])
            self.answers.put((batch, found))

    def drain(self, wait):
        """Takes the answers that have come, after waiting for the first if told to; their number."""
        taken = 0
        entries = self.entries
        while wait or not self.answers.empty():
            wait = False
            batch, found = self.answers.get()
            taken += len(batch)
            for (key, generation), there in zip(batch, found):
                entry = entries.get(key)
                if entry is None or entry.generation != generation:
                    continue
                if not entry.requests:
                    del entries[key]
                    continue
                entry.phase = RESOLVED
                entry.found = there
        return taken

    def mark_miss(self, key):
        entry = self.entries.get(key)
        if entry is not None and entry.found is not None:  # resolved
            entry.found = False

    def cleanup(self, request):
        entries = self.entries
        for key in self.keys.pop(request, ()):
            entry = entries.get(key)
            if entry is None:
                continue
            entry.requests.discard(request)
            if not entry.requests and entry.phase != IN_FLIGHT:
                del entries[key]

    def close(self):
        self.batches.put(None)


def instant(keys):
    return [True] * len(keys)


def block_keys(n):
    return [(i * 0x9E3779B97F4A7C15 % 2**64).to_bytes(8, "little") + i.to_bytes(8, "little") for i in range(n)]


class Scheduler:
    """What a manager works for: it holds keys, and begins one request after the other."""

    def __init__(self, n):
        self.manager = Manager(instant)
        self.keys = block_keys(n)
        self.begun = 0
        self.at = 0
        self.held = None

    def ask(self, request, want):
        lookup = self.manager.lookup
        for key in self.keys:
            if lookup(key, request) is not want:
                raise AssertionError("a wrong verdict")

    def resolve(self):
        """Begins a request and asks until all keys are there. Nanoseconds that were not spent waiting for the thread."""
        self.begun += 1
        request = f"request-{self.begun}"
        manager = self.manager
        start = perf_counter_ns()
        self.ask(request, None)
        sent = manager.flush()
        busy = perf_counter_ns() - start
        while manager.answers.empty():
            time.sleep(0)
        start = perf_counter_ns()
        if manager.drain(wait=False) != sent:
            raise AssertionError("a wrong number of answers")
        self.ask(request, True)
        return request, busy + perf_counter_ns() - start

    # Each game returns the nanoseconds of all its times.

    def lookup(self, times):
        if self.held is None:
            self.held, _ = self.resolve()
        lookup, keys, request, at = self.manager.lookup, self.keys, self.held, self.at
        left = times
        start = perf_counter_ns()
        while left:
            part = keys[at : at + left]
            for key in part:
                lookup(key, request)
            left -= len(part)
            at += len(part)
            if at == len(keys):
                at = 0
        took = perf_counter_ns() - start
        self.at = at
        return took

    def cycle(self, times):
        manager = self.manager
        start = perf_counter_ns()
        for _ in range(times):
            self.begun += 1
            request = f"request-{self.begun}"
            self.ask(request, None)
            sent = manager.flush()
            if manager.drain(wait=True) != sent:
                raise AssertionError("a wrong number of answers")
            self.ask(request, True)
            manager.cleanup(request)
        return perf_counter_ns() - start

    def work(self, times):
        """The scheduler's own part of a cycle."""
        total = 0
        for _ in range(times):
            request, busy = self.resolve()
            start = perf_counter_ns()
            self.manager.cleanup(request)
            total += busy + perf_counter_ns() - start
        return total

    def cleanup(self, times):
        total = 0
        for _ in range(times):
            request, _ = self.resolve()
            start = perf_counter_ns()
            self.manager.cleanup(request)
            total += perf_counter_ns() - start
        return total

    def mark(self, times):
        total = 0
        for _ in range(times):
            request, _ = self.resolve()
            mark_miss = self.manager.mark_miss
            start = perf_counter_ns()
            for key in self.keys:
                mark_miss(key)
            total += perf_counter_ns() - start
            self.manager.cleanup(request)
        return total


def size(n):
    """Bytes a key that a request holds, the key itself not counted."""
    scheduler = Scheduler(n)
    gc.collect()
    tracemalloc.start()
    scheduler.resolve()
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    scheduler.manager.close()
    return held / n


def probes(n, busy):
    """Nanoseconds until one thread has made n probes of 200 microseconds while the scheduler waits, or computes."""

    def slow(keys):
        for _ in keys:
            time.sleep(200e-6)
        return instant(keys)

    manager = Manager(slow)
    for key in block_keys(n):
        manager.lookup(key, "request")
    start = perf_counter_ns()
    manager.flush()
    if busy:
        spent = 0
        while manager.answers.empty():
            spent += 1
    manager.drain(wait=True)
    took = perf_counter_ns() - start
    manager.close()
    return took


def main():
    schedulers = {}
    for line in sys.stdin:
        game, n, times = line.split()
        n, times = int(n), int(times)
        if game == "bytes":
            answer = size(n)
        elif game in ("idle", "busy"):
            answer = probes(n, game == "busy")
        else:
            player = schedulers.get((game, n)) or schedulers.setdefault((game, n), Scheduler(n))
            if game != "lookup":  # which leaves no garbage, and whose entries a collection would push out of the caches
                gc.collect()
            answer = getattr(player, game)(times)
        print(answer, flush=True)


main()
