"""Texts name only files that exist: ARCHITECTURE.md, all README.md and docs. `paths_in_texts_test.py ROOT`."""

import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True)
# A copy without git, as an unpacked archive: whatever lies there.
files = listed.stdout.split() if listed.returncode == 0 else [
    str(path.relative_to(root)) for path in root.rglob("*")
    if path.is_file() and path.relative_to(root).parts[0] != "build"]
texts = [name for name in files if re.fullmatch(r"ARCHITECTURE\.md|([a-z]+/)*README\.md|docs/.*\.md", name)]
named, missing = 0, []
for text in texts:
    for number, line in enumerate((root / text).read_text().splitlines(), 1):
        for path in re.findall(r"`((?:[a-z_]+/)+[a-z_0-9]+\.(?:hpp|cpp|cmake|txt|py|sh|json))`", line):
            named += 1
            # An include path leaves out the folders that lead to it: editor/cli/x.hpp is in editor/include/editor/cli.
            if not any(file == path or file.endswith("/" + path) for file in files):
                missing.append(f"{text}:{number}: there is no {path}")
if missing or named < 20:
    sys.exit("\n".join(missing) or f"only {named} paths were found in {len(texts)} texts: is the pattern wrong?")
print(f"{named} paths in {len(texts)} texts, all exist")
