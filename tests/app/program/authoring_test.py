"""A scene from nothing, in the real window with mouse and keys: ten entities, a parent with an order of its children, a
prefab, an instance with an override, a rule, a played and tuned world of which one value is kept, a save, a kill in the
middle of work, and the recovery. With CHUNKSCOPE_PICTURES=FOLDER it leaves a picture of each part."""

import os
import signal
import subprocess
import sys
import tempfile

from program import Program, check, entity_in, load, recoveries_of

executable = os.path.abspath(sys.argv[1])
pictures = os.environ.get("CHUNKSCOPE_PICTURES")
config = tempfile.mkdtemp(prefix="chunkscope-authoring-")
level = os.path.join(config, "level.json")
# A world of the demo Game without anything in it, as File > New makes it.
with open(level, "w", encoding="utf-8") as file:
    file.write('{"format": "chunkscope.world", "version": 1, "systems": {"Movement": {"enabled": true}}, "entities": []}')


def middle(rect):
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


def picture(program, name):
    if pictures:
        os.makedirs(pictures, exist_ok=True)
        program.rest()
        subprocess.run(["import", "-window", "root", os.path.join(pictures, name + ".png")], check=False)


def saved(program):
    program.key("ctrl+s")
    program.wait(lambda probe: not probe["unsaved"] and not probe["job"], "it is saved")
    return load(level)


def row(program, name):
    """The middle of the entity's row in the list at the left."""
    def found(probe):
        return [t["rect"] for t in probe["texts"] if t["text"].strip() == name and t["rect"][2] < 260]

    return middle(program.wait(found, f"{name} stands in the list") and found(program.probe())[0])


def select(program, *names):
    for i, name in enumerate(names):
        place = row(program, name)
        if i == 0:
            program.click(*place)
        else:
            program.control_click(*place)
    program.wait(lambda probe: len(probe["selected"]) == len(names), f"{names} are selected")


def rename(program, name):
    program.go_to("Entities")
    program.key("F2")
    program.type(name)
    program.key("Return")


with Program(executable, level, "--paused", config=config) as program:
    program.command("Author")
    picture(program, "1-empty")

    # A body and a gun are created where they are clicked, and named.
    program.go_to("Scene")
    program.key("b")
    program.need("Click or drag to create")
    program.click(*program.scene_position(0, 0))
    program.wait(lambda probe: len(probe["selected"]) == 1, "the first is there")
    rename(program, "Tower")
    program.go_to("Scene")
    program.key("b")
    program.click(*program.scene_position(60, 0))
    program.wait(lambda probe: len(probe["selected"]) == 1 and probe["selected"] != ["0v1"], "the second is there")
    rename(program, "Gun")
    picture(program, "2-created")

    # The gun goes below the tower: its row is dropped onto that of the tower.
    program.drag(*row(program, "Gun"), *row(program, "Tower"))
    program.rest()
    world = saved(program)
    check(entity_in(world, "Gun")["parent"] == entity_in(world, "Tower")["id"], "the gun is below the tower")

    # A lamp, too, and it stands before the gun.
    select(program, "Tower")
    program.command("Create child")
    program.wait(lambda probe: len(probe["selected"]) == 1, "a child is there")
    rename(program, "Lamp")
    lamp, gun = row(program, "Lamp"), row(program, "Gun")
    check(gun[1] < lamp[1], "the lamp came last")
    program.drag(*lamp, gun[0], gun[1] - 9)
    program.rest()
    check(row(program, "Lamp")[1] < row(program, "Gun")[1], "it was dropped before the gun")
    picture(program, "3-parent")

    # The tower becomes a prefab. Three more are placed in the scene: ten entities and more, the prefab's own aside.
    select(program, "Tower")
    program.command("Make a prefab")
    program.need("Instance of")
    for x in (200, 400, 600):
        program.command("Place Tower")
        program.wait(lambda probe: len(probe["selected"]) == 1, "an instance is there")
        rename(program, f"Tower {x}")
    world = saved(program)
    check(len(world["entities"]) >= 7, "the prefab, the first instance and three more")

    # An override: one tower is twice as large. Its field has a mark, and only it stands in the file.
    select(program, "Tower 400")
    program.double_click(*middle(program.need("1.000")))
    program.key("ctrl+a")
    program.type("2")
    program.key("Return")
    program.need("1 override")
    picture(program, "4-override")
    instance = entity_in(saved(program), "Tower 400")
    check(instance["components"] == {"Scale": {"value": 2}}, "the instance keeps its override and nothing else")

    # A rule: whoever is small grows, up to 3.
    program.command("Add rule")
    program.need("In every tick")
    program.key("Return")  # its name may stay empty
    program.type("Scale.value < 3 : Scale.value += 0.1")
    program.need("Writes Scale")
    picture(program, "5-rule")
    program.key("Return")
    program.need_gone("In every tick")
    authored = saved(program)

    # It is played. Meanwhile the place of one tower is tuned; Stop brings all back but that.
    select(program, "Tower 200")
    program.key("F5")
    program.wait(lambda probe: probe["playing"] and probe["tick"] >= 30, "it runs")
    program.key("F5")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    program.need("3.100")  # ten tenths are a bit less than one
    program.double_click(*middle(program.need("400.00")))
    program.key("ctrl+a")
    program.type("123")
    program.key("Return")
    program.need("123.00")
    program.key("shift+F5")
    program.need("By you 1")
    picture(program, "6-keep")
    program.click_text("Stop, keep 1")
    program.wait(lambda probe: probe["tick"] == 0, "the authored world is back")
    kept = saved(program)
    def without_place(world):
        """The file says where an instance stands by its distance from the prefab, for its parts, too."""
        return [{key: value for key, value in entity.items() if key not in ("moved", "components")} for entity in
                world["entities"] if entity["id"] != "8v1"]

    tuned, before = entity_in(kept, "Tower 200"), entity_in(authored, "Tower 200")
    check(abs(tuned["moved"]["Position.x"] - before["moved"]["Position.x"] - (123 - 400)) < 0.001, "what was tuned is kept")
    check(tuned["moved"]["Position.y"] == before["moved"]["Position.y"], "and only that")
    check(without_place(kept) == without_place(authored), "and nothing else")
    check("components" not in tuned, "the rule's work is taken back")
    check(any("rule" in system for system in kept["systems"].values()), "the rule is in the file")

    # All of it was steps, each of which can be taken back; there and back it is the same file.
    program.go_to("Entities")
    for _ in range(6):
        program.key("ctrl+z")
    for _ in range(6):
        program.key("ctrl+y")
    check(saved(program)["systems"] == kept["systems"], "six steps back and forth change nothing")

    # Work goes on, and the program is killed: nothing that it had ten seconds ago is lost.
    select(program, "Tower 600")
    program.key("ctrl+d")
    program.wait(lambda probe: probe["unsaved"], "a copy is unsaved")
    rename(program, "Last")
    program.wait(lambda probe: recoveries_of(level) and "Last" in open(recoveries_of(level)[0]).read(),
                 "the recovery file has it")
    program.signal(signal.SIGKILL)
    program.ended()

with Program(executable, config=config) as program:
    program.need("Recover")
    picture(program, "7-recover")
    program.click_text("Recover")
    program.need("Last")
    check(program.probe()["unsaved"], "what is recovered is not saved yet")
    world = saved(program)
    check(entity_in(world, "Last")["of"] == entity_in(world, "Tower 400")["of"], "the copy is an instance, too")
    picture(program, "8-recovered")
    program.quit()
    check(program.ended() == 0, "it ends")
