"""Holds the cache lines that the lab's trace counts for a query against the misses of a large cold cache, as valgrind's
callgrind simulates it. Coarser than compare_lines.py, by a tool that shares nothing with it: the lines of the program
itself miss as well. How many those are is taken from the same query over few entities; so what is compared is how misses
grow with the entities. An access that crosses into a second cold line is one miss.

    compare_misses.py PROGRAM [COUNT]

PROGRAM is lab_oracle, built where valgrind's headers are: it tells callgrind where a query begins and ends. Ends with 1
when the misses are not those lines, give or take 16 and such crossings.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

from compare_lines import LINE, MODES, STORAGES, ask_trace

TOLERANCE = 16
FEW = "40"  # entities, of all archetypes
CACHE = ["--cache-sim=yes", "--D1=1048576,16,64", "--LL=8388608,16,64"]


def misses_of(program, words, query):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        command = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", *CACHE, f"--callgrind-out-file={out}",
                   program, "run", *words, query]
        # Else the loader's search for functions, when they are first called, would be of the query.
        run = subprocess.run(command, env={**os.environ, "LD_BIND_NOW": "1"}, capture_output=True, text=True)
        if run.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: {run.stderr}")
        for name in glob.glob(out + "*"):
            with open(name) as file:
                text = file.read()
            if f"Client Request: {query}" not in text:
                continue
            events = re.search(r"^events: (.*)", text, re.M).group(1).split()
            totals = re.search(r"^(?:totals|summary): (.*)", text, re.M).group(1).split()
            counts = dict(zip(events, map(int, totals)))
            return counts["D1mr"] + counts["D1mw"]
    raise SystemExit("lab_oracle was built without valgrind/callgrind.h: remove it, and build it again")


def crossings(program, words):
    """Accesses of the query that are the first to two lines at once, by the name of the query."""
    found, query, lines = {}, None, set()
    told = subprocess.run([program, "cache", *words, "1048576", "16"], check=True, capture_output=True, text=True).stdout
    for row in told.splitlines():
        kind, *values = row.split(",")
        if kind == "query":
            query, lines = values[0], set()
            found[query] = 0
        elif kind == "access":
            first, size = int(values[1], 16), int(values[2])
            span = set(range(first // LINE, (first + size - 1) // LINE + 1))
            found[query] += max(0, len(span - lines) - 1)
            lines |= span
    return found


def main():
    program = sys.argv[1]
    count = sys.argv[2] if len(sys.argv) > 2 else "2000"
    failed, compared, most = False, 0, 0
    for storage in STORAGES:
        for mode in MODES:
            words, few = [storage, mode, count], [storage, mode, FEW]
            crossed = crossings(program, words)
            told, small_told = ask_trace(program, ["lines", *words]), ask_trace(program, ["lines", *few])
            for query, small in zip(told.queries, small_told.queries):
                if query.refused:
                    continue
                own = misses_of(program, few, query.name) - small.count
                misses = misses_of(program, words, query.name) - own
                good = query.count - crossed[query.name] - TOLERANCE <= misses <= query.count + TOLERANCE
                compared, most = compared + 1, max(most, abs(misses - query.count))
                failed = failed or not good
                print(f"{storage:6} {mode:8} {query.name:5} {misses} cold misses by callgrind (and {own} of the program), "
                      f"{query.count} lines by the trace, {crossed[query.name]} crossings{'' if good else ': differs'}",
                      flush=True)
    if failed:
        return 1
    print(f"callgrind has as many cold misses, give or take {most}: {compared} queries")
    return 0


if __name__ == "__main__":
    sys.exit(main())
