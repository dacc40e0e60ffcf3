"""A bulk edit in the real program, and the Compare panel: a change is looked at and applied to all that match; what
differs from a step of the history and from the saved file is taken over in part; undo takes it back."""

import json
import os
import shutil
import sys
import tempfile

from program import Program, check

executable = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp(prefix="chunkscope-bulk-")
level = os.path.join(folder, "level.json")


def values_of(component, field):
    with open(level, encoding="utf-8") as file:
        entities = json.load(file)["entities"]
    return [each["components"][component][field] for each in entities if component in each["components"]]


with Program(executable, "--scene", "chase", "--paused") as program:
    # Save, then change all that match.
    program.key("ctrl+shift+s")
    program.need("Save world as")
    program.key("ctrl+a")
    program.type(level)
    program.key("Return")
    program.wait(lambda probe: not probe["unsaved"] and probe["file"], "it is saved")
    before = values_of("MoveTarget", "range")

    program.key("ctrl+3")
    program.go_to("Bulk edit")
    program.key("ctrl+f")
    program.type("MoveTarget : MoveTarget.range += 25")
    program.need(f"Apply to {len(before)}")
    program.need("MoveTarget.range")
    check(not program.probe()["unsaved"], "a preview changes nothing")
    program.click_text(f"Apply to {len(before)}")
    program.wait(lambda probe: probe["unsaved"], "it is applied")

    # What differs from the file; all of it is taken back.
    program.command("Compare with saved file")
    program.need(f"{len(before)} differ")
    program.click_text("Choose all")
    program.click_text(f"Take over {len(before)}")
    program.need("Nothing differs")
    program.key("ctrl+s")
    program.wait(lambda probe: not probe["unsaved"], "it is saved")
    check(values_of("MoveTarget", "range") == before, "the values are those of the first save")

    # Undo brings the change back; a step of the history is compared with.
    program.key("ctrl+z")
    program.wait(lambda probe: probe["unsaved"], "undone")
    program.need(f"{len(before)} differ")
    program.key("ctrl+s")
    program.wait(lambda probe: not probe["unsaved"], "it is saved")
    check(values_of("MoveTarget", "range") == [each + 25 for each in before], "the change is in force again")
    program.quit()
shutil.rmtree(folder, ignore_errors=True)
