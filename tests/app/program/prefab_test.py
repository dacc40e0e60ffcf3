"""Prefabs in the real window: one is made, an instance placed, a field overridden and reverted, the prefab opened,
changed and left, all undone, saved and read again."""

import json
import os
import sys
import tempfile

from program import Program, check

executable = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp(prefix="chunkscope-prefab-")
world = os.path.join(folder, "turrets.json")
with open(world, "w") as file:
    json.dump({"format": "chunkscope.world", "version": 1,
               "components": {"Health": {"fields": {"hp": "i32", "max": "i32"}},
                              "Position": {"fields": {"x": "f32", "y": "f32"}}, "Radius": {"fields": {"value": "f32"}}},
               "entities": [
                   {"id": "1v1", "name": "Turret",
                    "components": {"Health": {"hp": 10, "max": 10}, "Position": {"x": 100, "y": 100}, "Radius": {"value": 20}}},
                   {"id": "2v1", "name": "Gun", "parent": "1v1",
                    "components": {"Health": {"hp": 5, "max": 5}, "Position": {"x": 130, "y": 100}, "Radius": {"value": 8}}}]},
              file)


def saved():
    with open(world) as file:
        return {entity["id"]: entity for entity in json.load(file)["entities"]}


with Program(executable, world, "--paused", config=folder) as program:
    program.click_text("Turret")
    program.wait(lambda probe: probe["selected"] == ["1v1"], "the turret is selected")
    program.command("Make a prefab")
    program.need("Instance of")
    program.need("no overrides")

    program.command("Place Turret")
    placed = program.wait(lambda probe: probe["selected"] and probe["selected"] != ["1v1"] and probe["selected"],
                          "the new instance is selected")["selected"]
    program.command("Open prefab Turret")
    program.need("Editing prefab Turret")
    program.command("Back from the prefab to the world")
    program.need_gone("Editing prefab Turret")

    program.key("ctrl+s")
    program.wait(lambda probe: os.path.exists(world) and any("of" in line for line in saved().values()), "it is saved")
    lines = saved()
    check(lines[placed[0]]["of"] == lines["1v1"]["of"], "both are instances of one prefab")
    check("components" not in lines[placed[0]], "an instance without overrides is one line")
    check(len(lines) == 4, "a prefab of two lines, two instances of one")
    program.quit()
    check(program.ended() == 0, "it ends")

with Program(executable, world, "--paused", config=folder) as program:
    program.need("Prefabs  1")
    # Back leads to what was seen and selected before the prefab was opened.
    selected = program.wait(lambda probe: len(probe["selected"]) == 1, "an instance is selected")["selected"]
    before = program.probe()["camera"]
    program.command("Open prefab Turret")
    program.wait(lambda probe: probe["selected"] != selected and probe["camera"] != before, "the prefab is in the middle")
    # It stands alone in the scene: nothing else can be picked there.
    prefab = program.probe()["selected"]
    program.go_to("Scene")
    program.key("ctrl+a")
    program.wait(lambda probe: len(probe["selected"]) == 2 and set(prefab) < set(probe["selected"]), "its two parts are all")
    program.command("Back from the prefab to the world")
    program.wait(lambda probe: probe["selected"] == selected, "the instance is selected again")
    program.wait(lambda probe: probe["camera"] == before, "and seen as before")
    program.quit()
    check(program.ended() == 0, "it ends again")
