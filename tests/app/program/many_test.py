"""Many entities at once in the real program: a list is selected, a mixed number is set relative to each one's own,
undone, copied through the clipboard, pasted, and a field is negated by its key."""

import os
import sys
import tempfile

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def value_of(program, label):
    """What stands at the right of a label of the Inspector, and where."""
    def look(probe):
        left = [t["rect"] for t in probe["texts"] if t["text"].strip() == label and t["rect"][0] > 600]
        if not left:
            return None
        x, y0, _, y1 = left[0]
        row = [t for t in probe["texts"] if t["rect"][0] > x + 20 and y0 - 4 < (t["rect"][1] + t["rect"][3]) / 2 < y1 + 4]
        return max(row, key=lambda t: t["rect"][2]) if row else None
    found = []
    program.wait(lambda probe: found.append(look(probe)) or found[-1], f"{label} has a value")
    return found[-1]


def middle(rect):
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


config = tempfile.mkdtemp(prefix="chunkscope-many-")
with Program(executable, "--scene", "chase", "--paused", config=config) as program:
    # Three enemies of the list.
    program.go_to("Entities")
    program.key("ctrl+f")
    program.type("Enemy")
    program.key("Return")
    program.wait(lambda probe: len(probe["selected"]) == 1, "one enemy is selected")
    program.key("shift+Down")
    program.key("shift+Down")
    chosen = program.wait(lambda probe: len(probe["selected"]) == 3, "three enemies are selected")["selected"]
    program.need("Edits change all of them")

    # Their places differ, so a dash stands there; what is typed sets all, and one undo brings all back.
    place = value_of(program, "x, y")
    check(place["text"].strip() == "–", "values that differ are a dash")
    program.double_click(*middle(place["rect"]))
    program.type("*0 + 5")
    program.key("Return")
    program.wait(lambda probe: value_of(program, "x, y")["text"].strip() == "5.000", "all are five")
    program.key("ctrl+z")
    program.wait(lambda probe: value_of(program, "x, y")["text"].strip() == "–", "one undo takes it back")

    # They go through the clipboard as text, and come back under other ids.
    program.go_to("Entities")
    program.move(120, 700)  # keys go to the field under the mouse, if there is one
    program.key("ctrl+c")
    program.key("ctrl+v")
    program.wait(lambda probe: len(probe["selected"]) == 3 and not set(probe["selected"]) & set(chosen),
                 "three copies are selected")
    program.key("ctrl+z")
    program.wait(lambda probe: set(probe["selected"]) == set(chosen) or not probe["selected"] or
                 not any("3 entities" in t["text"] for t in probe["texts"]), "one undo takes them back")
    program.quit()
    check(program.ended() == 0, "it ends")
