"""The systems of a world in the real program: one is dragged, put into a group and given a budget; the group is switched
and undone; the file has all of it, and opens with it. The Schedule panel shows a tick, the stages and the conflicts, and
says whether the order of two systems matters."""

import os
import shutil
import sys
import tempfile

from program import Program, check, load

executable = os.path.abspath(sys.argv[1])


def rows_of(probe, names):
    """The names as they stand below each other in the Systems panel, and the leftmost place of each below the heading."""
    top = min((t["rect"][3] for t in probe["texts"] if t["text"].strip() == "Mean"), default=None)
    if top is None:
        return [], {}
    found = {}
    for text in probe["texts"]:
        name = text["text"].strip()
        if name in names and text["rect"][1] >= top and text["rect"][0] < found.get(name, (1e9,))[0]:
            found[name] = text["rect"]
    return sorted(found, key=lambda name: found[name][1]), found


def middle(rect):
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


NAMES = ("Target", "Seek", "Movement", "Orbit", "Spin")

folder = tempfile.mkdtemp(prefix="chunkscope-systems-")
file = os.path.join(folder, "noted.json")
with Program(executable, "--scene", "chase", "--paused") as program:
    program.go_to("Systems")
    order, places = rows_of(program.wait(lambda probe: rows_of(probe, NAMES)[0], "the systems are listed"), NAMES)
    first, second = order[0], order[1]

    # The second one goes before the first, where it may, and undo takes it back.
    x, y = middle(places[second])
    to_x, to_y = middle(places[first])
    program.drag(x, y, to_x, places[first][1] + 1)
    state = program.probe()
    moved, _ = rows_of(state, NAMES)
    if moved == order:
        print("the order stays: " + second + " must run after " + first)
    else:
        check(moved[:2] == [second, first], "the dragged system runs first: " + str(moved))
        program.key("ctrl+z")
        program.wait(lambda probe: rows_of(probe, NAMES)[0] == order, "undo puts it back")

    # A group and a budget.
    _, places = rows_of(program.probe(), NAMES)
    x, y = middle(places["Movement"])
    program.click(x, y, 3)
    program.click_text("Group and budget")
    program.need("System Movement")
    program.type("Physics")
    program.key("Tab")
    program.type("0.001 us")
    program.key("Return")
    program.wait(lambda probe: rows_of(probe, ("Physics",))[0] == ["Physics"], "the group stands above its system")
    program.command("Step one tick")
    program.wait(lambda probe: probe["tick"] == 1, "one tick went by")
    program.need("0.001 µs 1×")

    program.key("ctrl+s")
    program.need("Save world")
    program.key("ctrl+a")
    program.type(file)
    program.key("Return")
    program.wait(lambda probe: probe["file"] == file, "it is saved")
    check(load(file)["systems"]["Movement"] == {"enabled": True, "group": "Physics", "budget_us": 0.001},
          "the file has group and budget")

    # A tick as strips, the stages, the conflicts.
    program.command("Show what ran on which thread")
    program.wait(lambda probe: any("tick was recorded" in t["text"] or "took" in t["text"] for t in probe["texts"]),
                 "ticks are shown")
    program.command("Step one tick")
    program.need("Tick 1 took")
    program.command("Show the stages of a tick")
    program.need(" stages")
    program.command("Show which systems conflict")
    program.need("Choose a field")
    program.command("Check the order of all neighbours")
    program.need("Order matters for")
    program.need("Check order")
    check(program.probe()["tick"] == 2, "the check runs no tick")

with Program(executable, file, "--paused") as program:
    program.go_to("Systems")
    program.wait(lambda probe: rows_of(probe, ("Physics",))[0] == ["Physics"], "the group is there again")

shutil.rmtree(folder, ignore_errors=True)
