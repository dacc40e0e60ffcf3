"""Holds the cache lines that the lab's trace counts for a query or another operation against those that it touches in
truth, as valgrind sees it: its tool lackey tells every access of a program to memory.

    compare_lines.py PROGRAM queries|operations [COUNT]

PROGRAM is lab_oracle; it does its queries over COUNT entities, or operations on some of them, untraced, each between
two writes to a marker. Every storage, both modes. Lines are compared by their addresses in the arena: they must be the
same ones, not only as many. Ends with 1 when anything differs, and when a difference that is made on purpose is not
found.
"""

import subprocess
import sys

STORAGES = ["000", "001", "002", "003", "004", "chunks"]
MODES = ["faithful", "repaired"]
LINE = 64
# What lab_oracle is asked for: to do them untraced, and for the lines that the trace counts. Entities, when not told.
WORDS = {"queries": ("run", "lines", "2000"), "operations": ("operate", "operation-lines", "60")}


class Query:
    """What lab_oracle said of one, and the lines that were touched."""

    def __init__(self, name):
        self.name, self.refused = name, ""
        self.visited = self.count = None
        self.lines = set()
        self.blocks = []  # of the heap while it was done, where they come and go


class Told:
    """What lab_oracle printed."""

    def __init__(self):
        self.blocks, self.queries, self.marker = [], [], None

    def hear(self, row):
        word, _, rest = row.rstrip("\n").partition(" ")
        if word == "block":
            begin, real, size, what = rest.split(" ", 3)
            blocks = self.queries[-1].blocks if self.queries else self.blocks
            blocks.append((int(begin, 16), int(real, 16), int(size), what))
        elif word == "marker":
            self.marker = int(rest, 16)
        elif word == "query":
            self.queries.append(Query(rest))
        elif word == "line":
            self.queries[-1].lines.add(int(rest, 16))
        elif word == "lines":
            self.queries[-1].count = int(rest)
        elif word == "visited":
            self.queries[-1].visited = int(rest)
        elif word == "refused":
            self.queries[-1].refused = rest
        elif word:
            raise SystemExit(f"lab_oracle is not expected to say: {row}")

    def blocks_of(self, query):
        return query.blocks or self.blocks


def block_of(blocks, line):
    for begin, _, size, what in blocks:
        if begin <= line < begin + size:
            return what
    return "no block"


def ask_trace(program, words):
    told = Told()
    for row in subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout.splitlines():
        told.hear(row)
    return told


def watch(program, words):
    """What the program told, with the lines of the heap that each query touched, as lackey saw it."""
    command = ["valgrind", "--tool=lackey", "--trace-mem=yes", "--log-fd=1", program, *words]
    told, touched, inside = Told(), [], False
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1 << 20) as run:
        for row in run.stdout:
            kind = row[:3]
            if kind == "I  " or row[:2] == "==":
                continue
            if kind not in (" L ", " S ", " M "):
                told.hear(row)
                continue
            if not inside and (kind != " S " or told.marker is None):
                continue
            address, _, size = row[3:].partition(",")
            at = int(address, 16)
            if at == told.marker:
                inside = not inside
                if inside:
                    touched.append(set())
            elif inside:
                touched[-1].update(range(at // LINE, (at + int(size) - 1) // LINE + 1))
    if run.returncode != 0 or inside or len(touched) != len(told.queries):
        raise SystemExit(f"{' '.join(command)}: ended with {run.returncode} after {len(touched)} queries")
    for query, lines in zip(told.queries, touched):
        query.lines = in_arena(told.blocks_of(query), lines)
    return told


def in_arena(blocks, touched):
    """The lines of the machine that lie in blocks of the heap, by their addresses in the arena."""
    return {begin + line * LINE - start for begin, start, size, _ in blocks for line in touched
            if start <= line * LINE < start + size}


def differences(traced, seen, blocks):
    wrong = []
    if (traced.visited, traced.refused) != (seen.visited, seen.refused):
        wrong.append(f"traced it visits {traced.visited} rows {traced.refused}, untraced {seen.visited} {seen.refused}")
    if traced.count != len(traced.lines):
        wrong.append(f"the trace counts {traced.count} lines and lists {len(traced.lines)}")
    for what, lines in (("valgrind alone sees", seen.lines - traced.lines),
                        ("the trace alone counts", traced.lines - seen.lines)):
        if lines:
            first = ", ".join(f"{line:#x} ({block_of(blocks, line)})" for line in sorted(lines)[:4])
            wrong.append(f"{what} {len(lines)} lines, the first: {first}")
    return wrong


def check_that_it_can_fail(traced, seen, blocks):
    missed, lines = [], seen.lines
    seen.lines = lines - {min(lines)}
    if not differences(traced, seen, blocks):
        missed.append("a line that the trace counts and nobody touches")
    seen.lines = lines | {max(lines) + LINE}
    if not differences(traced, seen, blocks):
        missed.append("a line that is touched and not counted")
    seen.lines = lines
    return missed


def main():
    program, what = sys.argv[1], sys.argv[2]
    untraced, traced_too, count = WORDS[what]
    if len(sys.argv) > 3:
        count = sys.argv[3]
    failed, agreed, lines = False, 0, 0
    for storage in STORAGES:
        for mode in MODES:
            words = [storage, mode, count]
            traced_all, seen_all = ask_trace(program, [traced_too, *words]), watch(program, [untraced, *words])
            if not seen_all.queries or len(traced_all.queries) != len(seen_all.queries):
                raise SystemExit(f"lab_oracle {traced_too} {' '.join(words)}: not the {what} that it does")
            of_storage, refused_count, wrong_count = 0, 0, 0
            for traced, seen in zip(traced_all.queries, seen_all.queries):
                blocks = seen_all.blocks_of(seen)
                wrong = differences(traced, seen, blocks)
                if not wrong and seen.lines:
                    wrong += [f"the check does not find {what}" for what in check_that_it_can_fail(traced, seen, blocks)]
                    agreed, lines = agreed + 1, lines + len(seen.lines)
                refused = f", {traced.refused}" if traced.refused else ""
                of_storage, refused_count = of_storage + len(seen.lines), refused_count + bool(traced.refused)
                wrong_count += bool(wrong)
                if what == "queries" or wrong:
                    print(f"{storage:6} {mode:8} {seen.name:5} {len(seen.lines)} lines by valgrind, {traced.count} by the"
                          f" trace{refused}", flush=True)
                for line in wrong:
                    print(f"    differs: {line}", flush=True)
            if what == "operations":
                print(f"{storage:6} {mode:8} {len(seen_all.queries)} operations, {of_storage} lines, {refused_count} refused"
                      f" or gone wrong, {wrong_count} differ", flush=True)
            failed = failed or wrong_count > 0
    if failed:
        return 1
    print(f"valgrind sees the very lines that the trace counts: {agreed} {what}, {lines} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
