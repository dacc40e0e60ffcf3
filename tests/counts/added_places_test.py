"""What ARCHITECTURE.md says under "How to add …" is true: each thing is added as recipes.py says, in as many files as
the list says in brackets, and those are not more than the goal.

    python3 tests/counts/added_places_test.py ROOT                 counts, and finds every place
    python3 tests/counts/added_places_test.py ROOT --build BUILD   also adds each thing to a copy of the sources and
                                                                   compiles what was touched, as BUILD would
    … --only panel,setting                                         only these"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from recipes import recipes

# Files to touch. Of two, the goal is less than what is needed: see ARCHITECTURE.md.
GOALS = {"panel": 4, "edit kind": 3, "component": 2, "scene": 2, "system": 2, "figure": 2, "subcommand": 3,
         "lab storage": 3, "lesson": 1, "remote owner": 2, "setting": 1, "command": 1, "text": 1}
NOT_REACHED = {"figure", "lab storage"}


def counts_in(text):
    """The numbers of the list: "- **a panel** (4): …"."""
    return {name: int(count) for name, count in re.findall(r"^- \*\*an? ([\w ]+)\*\*[^(\n:]*\((\d+)\b", text, re.M)}


def applied(root, steps, problems, thing):
    """The files that a recipe changes, with their new texts."""
    changed = {}
    for path, anchor, change in steps:
        source = changed.get(path)
        if source is None and (root / path).exists():
            source = (root / path).read_text(encoding="utf-8")
        if anchor is None:
            if source is not None:
                problems.append(f"{thing}: {path} is there already")
        elif source is None:
            problems.append(f"{thing}: there is no {path}")
            continue
        elif source.count(anchor) != 1:
            problems.append(f"{thing}: {path} has {anchor!r} {source.count(anchor)} times")
            continue
        changed[path] = change(source)
    return changed


def copy_of(root, to):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, listed):
        if (root / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            (to / name).write_bytes((root / name).read_bytes())


def flags_of(build):
    """For each folder of sources, the flags with which its files are compiled."""
    flags = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        source = pathlib.Path(entry["file"])
        if "/tests/" in entry["file"] or source.suffix not in (".cpp", ".cxx") or "pch" in source.name:
            continue
        kept, skip = [], False
        for word in words:
            if skip:
                skip = False
            elif word in ("-o", "-c", "-include"):  # no precompiled header: it has the headers of another folder
                skip = True
            else:
                kept.append(word)
        kept = [word for word in kept if word != entry["file"]]
        names = re.findall(r'#include "([^"]+)"', source.read_text()) if "/Unity/" in entry["file"] else [source]
        for name in names:
            flags.setdefault(str(pathlib.Path(name).parent), kept)
    return flags


def compiles(root, build, copy, changed, flags):
    problems = []
    for path in changed:
        if not path.endswith(".cpp"):
            continue
        words = flags.get(str(root / pathlib.Path(path).parent))
        if words is None:
            problems.append(f"nobody compiles {path}")
            continue
        own = [word.replace(str(root), str(copy)) if not str(build) in word else word for word in words]
        told = subprocess.run([*own, "-Werror", "-fsyntax-only", str(copy / path)], capture_output=True, text=True)
        if told.returncode != 0:
            problems.append(f"{path} does not compile:\n{told.stderr[:2000]}")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    root = given.root.resolve()
    written = counts_in((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    ways = recipes(root)
    problems = [f"{thing}: no recipe adds it" for thing in GOALS if thing not in ways]
    flags = flags_of(given.build.resolve()) if given.build else {}
    only = set(filter(None, given.only.split(",")))
    for thing, steps in ways.items():
        if only and thing not in only:
            continue
        changed = applied(root, steps, problems, thing)
        count, goal = len(changed), GOALS[thing]
        print(f"{thing}: {count} files, goal {goal}: {', '.join(changed)}")
        if written.get(thing) != count:
            problems.append(f"{thing}: ARCHITECTURE.md says {written.get(thing, 'nothing')}, and {count} are touched")
        if (count > goal) != (thing in NOT_REACHED):
            problems.append(f"{thing}: {count} files are touched, and the goal is {goal}")
        if given.build:
            with tempfile.TemporaryDirectory(prefix="chunkscope-counts-") as folder:
                copy = pathlib.Path(folder)
                copy_of(root, copy)
                for path, text in changed.items():
                    (copy / path).write_text(text, encoding="utf-8")
                problems += [f"{thing}: {each}"
                             for each in compiles(root, given.build.resolve(), copy, changed, flags)]
                for script in ("texts_test.py", "manual_test.py"):
                    told = subprocess.run([sys.executable, "-B", str(copy / "tests/languages" / script), str(copy)],
                                          capture_output=True, text=True)
                    if told.returncode != 0:
                        problems.append(f"{thing}: {script} fails:\n{told.stdout}{told.stderr}")
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(bool(problems))


main()
