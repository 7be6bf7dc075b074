"""A tier of files in Python, as public caches of this kind have one, for a benchmark to run.

Started with ROOT BLOCK_BYTES THREADS DIRECT; one file a block in directories of three levels, written beside its place and
moved there. It answers one command a line, "VERB COUNT TIMES", for the blocks 0 to COUNT - 1, with the nanoseconds of all times.
"""

import mmap
import os
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count
from time import perf_counter_ns

ROOT, BLOCK_BYTES, THREADS, DIRECT = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "true"
FLAGS = getattr(os, "O_DIRECT", 0) if DIRECT else 0
SLOTS = 16


def key_of(i):
    return (i * 0x9E3779B97F4A7C15 % 2**64).to_bytes(8, "little") + i.to_bytes(8, "little")


class Tier:
    def __init__(self):
        self.pool = ThreadPoolExecutor(THREADS)
        self.names = count()
        memory = mmap.mmap(-1, SLOTS * BLOCK_BYTES)
        memory.write(os.urandom(BLOCK_BYTES) * SLOTS)
        view = memoryview(memory)
        self.slots = [view[i * BLOCK_BYTES : (i + 1) * BLOCK_BYTES] for i in range(SLOTS)]

    def path(self, key):
        name = key.hex()
        return f"{ROOT}/{name[:3]}/{name[3:5]}/{name}.bin"

    def store(self, key, slot):
        path = self.path(key)
        temporary = f"{path}.{next(self.names)}.tmp"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | FLAGS
        try:
            fd = os.open(temporary, flags, 0o600)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            fd = os.open(temporary, flags, 0o600)
        try:
            if os.write(fd, slot) != BLOCK_BYTES:
                raise OSError(f"{temporary} is cut short")
        finally:
            os.close(fd)
        os.replace(temporary, path)

    def load(self, key, slot):
        fd = os.open(self.path(key), os.O_RDONLY | FLAGS)
        try:
            if os.readv(fd, [slot]) != BLOCK_BYTES:
                raise OSError(f"{self.path(key)} is cut short")
        finally:
            os.close(fd)

    def run(self, verb, n):
        if verb == "probe":
            return self.probe(n)
        move = {"load": self.load, "store": self.store, "store-busy": self.store}[verb]
        return self.all(move, n, busy=verb == "store-busy")

    def all(self, move, n, busy):
        """Moves n blocks, while the scheduler waits or computes. Nanoseconds."""
        keys = [key_of(i) for i in range(n)]
        ended = []

        def one(i):
            try:
                move(keys[i], self.slots[i % SLOTS])
            finally:
                ended.append(i)

        start = perf_counter_ns()
        jobs = [self.pool.submit(one, i) for i in range(n)]
        spent = 0
        while busy and len(ended) < n:
            spent += 1
        wait(jobs)
        took = perf_counter_ns() - start
        for job in jobs:
            job.result()
        return took

    def probe(self, n):
        """Looks up n keys, of which every other one was never stored."""
        keys = [key_of(i // 2 if i % 2 else 2**32 + i) for i in range(n)]
        path, exists = self.path, os.path.exists
        for key in keys:  # so that nobody pays for what came between two turns
            exists(path(key))
        start = perf_counter_ns()
        there = sum(exists(path(key)) for key in keys)
        took = perf_counter_ns() - start
        if there != n // 2:
            raise AssertionError(f"{there} of {n} keys are there")
        return took


def main():
    tier = Tier()
    for line in sys.stdin:
        verb, n, times = line.split()
        answer = 0
        for _ in range(int(times)):
            answer += tier.run(verb, int(n))
        print(answer, flush=True)


main()
