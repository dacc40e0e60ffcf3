"""The line of time in the real window: it is dragged into the past and back, a key goes one tick back, an edit in the
past begins a branch, and the first branch is still there as it was."""

import os
import sys

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def line(program):
    """Where tick 0 stands on the line, and its height: two pixels a tick, as long as it is short."""
    label = program.need("Timeline")
    return 84, (label[1] + label[3]) / 2


with Program(executable, "--scene", "chase") as program:
    program.wait(lambda probe: probe["tick"] >= 120, "two seconds are recorded")
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    now = program.probe()["tick"]
    left, y = line(program)
    program.move(left + 2 * now, y)

    # To tick 40 and on to tick 20, in one drag.
    program.drag(left + 2 * 40, y, left + 2 * 20, y)
    program.wait(lambda probe: probe["tick"] == 20, "the drag ends at tick 20")
    program.need("Back to now")
    program.key("comma")
    program.wait(lambda probe: probe["tick"] == 19, "one tick back")
    program.key("F10")
    program.wait(lambda probe: probe["tick"] == 20, "one tick on, along what was recorded")
    program.key("period")
    program.wait(lambda probe: probe["tick"] == now, "back to now")
    program.need_gone("Back to now")

    # A tick that is asked for: back where it is recorded, and on by running where it is not yet.
    program.key("ctrl+g")
    program.need("Go to tick")
    program.type("30")
    program.need("To tick 30, which is recorded")
    program.key("Return")
    program.wait(lambda probe: probe["tick"] == 30, "it goes to tick 30")
    program.key("ctrl+g")
    program.need("Go to tick")
    program.type(str(now + 25))
    program.key("Return")
    now += 25
    program.wait(lambda probe: probe["tick"] == now and not probe["playing"], "it runs to a tick to come, and stops")

    # Several ticks, and as many again.
    program.command("Step ticks: Other number")
    program.need("Run so many ticks")
    program.key("ctrl+a")
    program.type("7")
    program.key("Return")
    program.wait(lambda probe: probe["tick"] == now + 7 and not probe["playing"], "seven ticks run")
    program.key("ctrl+F10")
    now += 14
    program.wait(lambda probe: probe["tick"] == now and not probe["playing"], "and seven more")

    # Playing in the past goes along what was recorded, and begins no branch.
    program.click(left + 2 * 10, y)
    program.wait(lambda probe: probe["tick"] == 10, "a click goes to its tick")
    program.key("space")
    program.wait(lambda probe: probe["tick"] >= now - 20, "the recorded ticks run again")
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    check(not program.find("Branch 2"), "nothing was changed")
    program.key("period")
    program.need_gone("Back to now")
    now = program.probe()["tick"]

    # Whoever edits in the past begins a branch. The first one is not touched.
    program.click(left + 2 * 10, y)
    program.wait(lambda probe: probe["tick"] == 10, "a click goes to its tick")
    program.key("ctrl+shift+n")
    program.need("33 entities")
    program.key("space")
    program.wait(lambda probe: probe["tick"] >= 30, "the branch runs")
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    branched = program.probe()["tick"]
    program.go_to("Timeline")
    program.need("Leaves at")
    program.click_text("Main")
    program.wait(lambda probe: probe["tick"] == now, "the first branch ends where it ended")
    program.need("32 entities")
    program.key("space")
    program.wait(lambda probe: probe["tick"] > now, "and goes on")
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused again")

    # The branch is still there, and undo takes back the edit that began it.
    branches = [t["rect"] for t in program.probe()["texts"] if t["text"].strip() == "Branch 2"]
    program.click((branches[0][0] + branches[0][2]) / 2, (branches[0][1] + branches[0][3]) / 2)
    program.wait(lambda probe: probe["tick"] == branched, "the branch ends where it ended")
    program.need("33 entities")
    program.key("ctrl+z")
    program.need("32 entities")
    program.signal()
    check(program.ended() == 0, "it ends")
