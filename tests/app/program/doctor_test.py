"""The doctor in the real program: a remedy, an edit after it, and what Undo then takes back."""

import os
import sys

from program import Program, check

executable = os.path.abspath(sys.argv[1])
with Program(executable, "--scene", "fragments", "--paused") as program:
    program.go_to("Doctor")
    for shape in ("Scattered slabs", "Tag explosion", "Roomy block"):
        program.need(shape)  # three cards are seen at once
    program.click_text("Fix", 1)
    program.wait(lambda probe: program.find("Tag explosion: done", probe=probe), "the remedy is carried out")

    # A newer step stands before it: the button of the panel does nothing then.
    program.command("Create entity")
    program.wait(lambda probe: program.find("1,537 entities", probe=probe), "an entity is created")
    program.click_text("Undo")
    check(program.find("1,537 entities"), "Undo of the doctor does not take back what was done after the remedy")
    program.key("ctrl+z")
    program.wait(lambda probe: program.find("1,536 entities", probe=probe), "Ctrl+Z takes the newest step back")
    program.click_text("Undo")
    program.wait(lambda probe: program.find("Tag explosion: undone", probe=probe), "then Undo is for the remedy")
