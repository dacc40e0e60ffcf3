"""Play, then keep, in the real program: the world runs, a value is tuned meanwhile, and Stop brings back the authored
world with that value alone; undo takes it back, too."""

import os
import sys

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def middle(rect):
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


with Program(executable, "--scene", "chase", "--paused") as program:
    def run_until(tick):
        program.key("space")
        program.wait(lambda probe: probe["tick"] >= tick, f"tick {tick} comes")
        program.key("space")
        program.wait(lambda probe: not probe["playing"], "it is paused")

    # Nothing was changed: Stop asks nothing.
    run_until(10)
    program.key("shift+F5")
    program.wait(lambda probe: probe["tick"] == 0, "the world is back")
    check(not program.probe()["unsaved"], "nothing was changed")

    # A value is tuned while it runs.
    program.key("space")
    program.wait(lambda probe: probe["tick"] >= 5, "it runs")
    program.double_click(*middle(program.need("100.00")))
    program.key("ctrl+a")
    program.type("55")
    program.key("Return")
    program.wait(lambda probe: probe["unsaved"], "the value is set")
    program.key("shift+F5")
    program.need("By you 1")
    check(not program.probe()["playing"], "it is paused to be compared")
    program.need("MoveTarget.range")
    program.click_text("Stop, keep 1")
    program.wait(lambda probe: probe["tick"] == 0, "the world is back")
    program.need("The world is not being played")
    program.go_to("Inspector")
    program.need("55.00")
    check(program.probe()["unsaved"], "the kept value is a change")
    program.key("ctrl+z")
    program.need("100.00")
    program.wait(lambda probe: not probe["unsaved"], "it is as it was")

    # What was said of a stop goes with the next change.
    def says(text):
        return lambda probe: any(text in t["text"] for t in probe["texts"])

    run_until(10)
    program.key("shift+F5")
    program.need("Stopped: the world is as it was at tick 0")
    program.double_click(*middle(program.need("100.00")))
    program.key("ctrl+a")
    program.type("60")
    program.key("Return")
    program.wait(lambda probe: probe["unsaved"] and not says("Stopped:")(probe), "it is not as it was")

    # What is taken back while it runs, with a visit to the past, is theirs, and there again after Stop.
    run_until(20)
    program.key("ctrl+z")
    program.need("100.00")
    program.key("shift+comma")
    program.wait(lambda probe: probe["tick"] == 0, "it is at the first tick")
    program.key("shift+F5")
    program.need("By you 1")
    program.need("MoveTarget.range")
    program.click_text("Keep nothing")
    program.wait(lambda probe: probe["tick"] == 0 and probe["unsaved"], "the world is back")
    program.go_to("Inspector")
    program.need("60.00")
    program.key("ctrl+z")
    program.need("100.00")
    program.wait(lambda probe: not probe["unsaved"], "the step was still there")
    program.quit()
