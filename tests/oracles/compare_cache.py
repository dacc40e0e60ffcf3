"""A second simulated cache, held against the one of the lab: hits and misses, in all and of each line.

    compare_cache.py PROGRAM [COUNT]

PROGRAM is lab_oracle: it prints the accesses that the trace of some queries noted, and what the lab's cache made of them. This
one shares nothing with it: each set is a dict whose order is that of use. Ends with 1 when anything differs, and when a
cache that works otherwise (first in, first out) is not told apart.
"""

import subprocess
import sys

STORAGES = ["000", "001", "002", "003", "004", "chunks"]
SHAPES = [(1024, 2), (4096, 1), (4096, 4), (4096, 64), (12288, 3), (32768, 8), (1048576, 16)]  # bytes, ways
LINE = 64


def told_by(program, storage, count, size, ways):
    """The accesses, and the hits and misses by line and in all."""
    words = [program, "cache", storage, "repaired", count, str(size), str(ways)]
    accesses, lines, total = [], {}, None
    for row in subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines():
        kind, *values = row.split(",")
        if kind == "access":
            accesses.append((int(values[1], 16), int(values[2])))
        elif kind == "cache":
            hits, misses, not_kept = map(int, values)
            if not_kept:
                raise SystemExit(f"{' '.join(words)}: {not_kept} accesses were not kept; fewer entities, please")
            total = (hits, misses)
        elif kind == "line":
            lines[int(values[0], 16)] = (int(values[1]), int(values[2]))
    return accesses, lines, total


def simulate(accesses, size, ways, first_out="used longest ago"):
    sets = [{} for _ in range(size // LINE // ways)]
    lines = {}
    for at, length in accesses:
        for number in range(at // LINE, (at + length - 1) // LINE + 1):
            kept = sets[number % len(sets)]
            hit = number in kept
            if hit and first_out == "used longest ago":
                del kept[number]
            elif not hit and len(kept) == ways:
                del kept[next(iter(kept))]
            kept[number] = None
            hits, misses = lines.get(number * LINE, (0, 0))
            lines[number * LINE] = (hits + hit, misses + (not hit))
    return lines, (sum(hits for hits, _ in lines.values()), sum(misses for _, misses in lines.values()))


def main():
    program = sys.argv[1]
    count = sys.argv[2] if len(sys.argv) > 2 else "1000"
    wrong, told_apart, seen = [], False, 0
    for storage in STORAGES:
        for size, ways in SHAPES:
            accesses, lines, total = told_by(program, storage, count, size, ways)
            seen += len(accesses)
            own_lines, own_total = simulate(accesses, size, ways)
            if not accesses or total != own_total or lines != own_lines:
                differing = [f"{line:#x}" for line in sorted(lines.keys() | own_lines.keys())
                             if lines.get(line) != own_lines.get(line)]
                wrong.append(f"{storage}, {size} bytes in {ways} ways, {len(accesses)} accesses: (hits, misses) are told "
                             f"to be {total} and are {own_total}; lines that differ: {', '.join(differing[:4])}")
            told_apart = told_apart or simulate(accesses, size, ways, "come longest ago")[0] != lines
    for line in wrong:
        print(line)
    if not told_apart:
        print("the check does not tell a cache apart that lets go of what came first")
    if wrong or not told_apart:
        return 1
    print(f"both caches agree: {len(STORAGES)} storages, {len(SHAPES)} shapes, {seen} accesses")
    return 0


if __name__ == "__main__":
    sys.exit(main())
