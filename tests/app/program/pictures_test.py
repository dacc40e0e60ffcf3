"""Pictures that panels draw pixel by pixel keep hard edges: no colour lies between those that were painted."""

import os
import sys
import tempfile

from picture import read_pixels
from program import check, run

executable = os.path.abspath(sys.argv[1])


def colours_in(lines, left, top, right, bottom):
    return {lines[y][x] for y in range(top, bottom) for x in range(left, right)}


with tempfile.TemporaryDirectory() as folder:
    os.environ["XDG_CONFIG_HOME"] = os.path.join(folder, "config")
    out = os.path.join(folder, "shot.png")
    code, _, errors = run(executable, "shot", "--scene", "stress", "--count", 20000, "--workspace", "Memory", "--out", out)
    check(code == 0, errors)
    lines = read_pixels(out)
    # Cells of the map: full, partly full, their gaps and the mark of the one that is selected.
    cells = colours_in(lines, 420, 96, 560, 104)
    check(3 <= len(cells) <= 12, f"the cells of the map have hard edges, their colours are {sorted(cells)}")
    # The bytes of a chunk: two tones a column, the rulers and the selected row.
    tones = colours_in(lines, 612, 180, 1000, 465)
    check(10 <= len(tones) <= 90, f"the bytes of a chunk have hard edges: there are {len(tones)} colours")
