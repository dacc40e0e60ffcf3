"""The History panel in the real program: changes become steps, a click goes back and forth, what an undo changed is
selected again, and the steps come back as a script."""

import os
import sys

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def names(program):
    return " ".join(t["text"] for t in program.probe()["texts"])


with Program(executable, "--scene", "chase", "--paused") as program:
    program.key("ctrl+3")  # Author
    program.go_to("History")
    program.need("Nothing was changed yet")
    program.click_text("Create an entity")
    program.need("1 step")
    created = program.wait(lambda probe: len(probe["selected"]) == 1, "what was created is selected")["selected"]
    program.key("ctrl+d")
    program.need("2 steps")
    program.wait(lambda probe: probe["selected"] != created, "the copy is selected")

    # A click goes back; the step stays and can be done again.
    program.click_text("Create entity")
    program.need("undone")
    program.wait(lambda probe: probe["selected"] == created, "what is left of it is selected")
    program.click_text("Before the first change")
    program.wait(lambda probe: sum(t["text"] == "undone" for t in probe["texts"]) == 2, "both are undone")
    program.click_text("Duplicate")
    program.need_gone("undone")

    # As a script: copied, taken back, and run again as one step.
    program.click_text("Script")
    program.need('{ "create":')
    program.click_text("Copy as JSON")
    program.key("ctrl+z")
    program.key("ctrl+z")
    program.click_text("Run from clipboard")
    program.need("1 step")
    check("Cannot" not in names(program), "the script fits")
