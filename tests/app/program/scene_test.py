"""The tools of the scene in the real program: shapes are dragged, turned, typed, snapped, nudged, arranged, hidden,
locked, created and painted, and what the saved file says of it. Each gesture is one step."""

import os
import sys
import tempfile

from program import Program, check, entity_in, load, run

executable = os.path.abspath(sys.argv[1])
config = tempfile.mkdtemp(prefix="chunkscope-scene-")
level = os.path.join(config, "level.json")
code, _, errors = run(executable, "run", "--scene", "chase", "--ticks", 0, "--save", level)
check(code == 0, errors)


def place_in(world, name):
    position = entity_in(world, name)["components"]["Position"]
    return position["x"], position["y"]


def saved(program):
    program.key("ctrl+s")
    program.wait(lambda probe: not probe["unsaved"] and not probe["job"], "it is saved")
    return load(level)


def at(program, name, world):
    return program.scene_position(*place_in(world, name))


def near(a, b, by=0.6):
    return abs(a[0] - b[0]) <= by and abs(a[1] - b[1]) <= by


def hold_from(program, start, end):
    program.not_a_double_click(*start)
    program.move(*start)
    program.give("the button down", "mousedown", 1, buttons=1)
    for step in range(1, 5):
        program.move(start[0] + (end[0] - start[0]) * step / 4, start[1] + (end[1] - start[1]) * step / 4)


def let_go(program):
    program.give("the button up", "mouseup", 1, buttons=1)
    program.last_click = None
    program.settle()


with Program(executable, level, "--paused", config=config) as program:
    start = load(level)
    zoom = program.probe()["camera"]["zoom"]

    # The Move tool drags what is under the mouse; one undo takes it back, and Esc a drag that goes on.
    program.go_to("Scene")
    program.key("g")
    first = at(program, "Enemy 1", start)
    program.drag(*first, first[0] + 60, first[1] + 30)
    check(program.probe()["selected"] == [entity_in(start, "Enemy 1")["id"]], "a drag selects what it takes")
    moved = saved(program)
    was = place_in(start, "Enemy 1")
    check(near(place_in(moved, "Enemy 1"), (was[0] + 60 / zoom, was[1] + 30 / zoom), 3 / zoom), "it went with the mouse")
    program.key("ctrl+z")
    check(place_in(saved(program), "Enemy 1") == was, "one undo brings it back")
    hold_from(program, first, (first[0] + 80, first[1]))
    program.need("Esc: give up")
    program.key("Escape")
    let_go(program)
    check(not program.probe()["unsaved"], "what is given up never was")
    check(place_in(saved(program), "Enemy 1") == was, "Esc brings it back")

    # The middle button moves the picture, with every tool, and selects nothing.
    camera = program.probe()["camera"]
    selected = program.probe()["selected"]
    program.drag(*first, first[0] + 70, first[1] + 30, button=2)
    program.wait(lambda probe: abs(probe["camera"]["x"] - (camera["x"] - 70 / zoom)) < 0.5 and
                 abs(probe["camera"]["y"] - (camera["y"] - 30 / zoom)) < 0.5, "the picture goes with the mouse")
    check(program.probe()["selected"] == selected and not program.probe()["unsaved"], "nothing else happens")
    program.drag(first[0] + 70, first[1] + 30, *first, button=2)
    program.wait(lambda probe: abs(probe["camera"]["x"] - camera["x"]) < 0.5, "and back")

    # Numbers, while the button is held: 25 along x, and Enter.
    program.click(*first)
    hold_from(program, first, (first[0] + 40, first[1] + 8))
    program.key("x")
    for digit in "25":
        program.key(digit)
    program.need("x 25|")
    program.key("Return")
    let_go(program)
    check(near(place_in(saved(program), "Enemy 1"), (was[0] + 25, was[1]), 0.001), "25 units to the right, exactly")

    # Ctrl: the grid of tens, or in line with others.
    here = at(program, "Enemy 1", load(level))
    hold_from(program, here, (here[0] + 33, here[1] + 21))
    program.hold("ctrl")
    program.move(here[0] + 34, here[1] + 21)
    program.wait(lambda probe: any("snaps to" in t["text"] or "in line with" in t["text"] for t in probe["texts"]),
                 "it says what it snaps to")
    let_go(program)
    program.let_go("ctrl")
    program.key("ctrl+z")

    # Arrows nudge while the game is paused, with Shift ten times as far.
    before = place_in(saved(program), "Enemy 1")
    program.go_to("Scene")
    program.key("Right")
    program.key("shift+Down")
    check(near(place_in(saved(program), "Enemy 1"), (before[0] + 1, before[1] + 10), 0.001), "1 to the right, 10 down")
    program.key("ctrl+z")
    program.key("ctrl+z")

    # A square turns by its ring: two of them are framed first.
    program.key("Escape")
    program.key("v")
    count = len(load(level)["entities"])
    program.key("b")
    program.need("Click or drag to create")
    program.click_text("Circle")
    program.click_text("Square")
    corner = program.scene_position(400, 560)
    program.click(*corner)
    program.wait(lambda probe: len(probe["selected"]) == 1, "what is created is selected")
    program.go_to("Scene")
    program.key("r")
    hold_from(program, (corner[0] + 64, corner[1]), (corner[0] + 60, corner[1] + 30))
    for digit in "45":
        program.key(digit)
    let_go(program)
    square = entity_in(saved(program), "Square")
    check(abs(square["components"]["Rotation"]["angle"] - 45) < 0.001, "45 degrees, exactly")
    program.key("t")
    hold_from(program, (corner[0] + 50, corner[1]), (corner[0] + 70, corner[1]))
    program.key("3")
    let_go(program)
    check(abs(entity_in(saved(program), "Square")["components"]["Scale"]["value"] - 3) < 0.001, "three times as large")

    # A stroke makes many, as one step.
    program.key("b")
    program.drag(*program.scene_position(200, 580), *program.scene_position(330, 580))
    program.wait(lambda probe: len(probe["selected"]) > 2, "several are made and selected")
    many = len(program.probe()["selected"])
    world = saved(program)
    check(len(world["entities"]) == count + 1 + many, "as many as are selected")

    # They are aligned and spread by the palette, which has the menu's commands.
    program.command("Arrange: Align upper edges")
    program.command("Arrange: Spread across")
    program.key("ctrl+z")
    program.wait(lambda probe: probe["unsaved"] or True, "undone")
    program.go_to("Scene")

    # H hides, and the file does not know of it; Alt+H shows. L locks: the mouse goes through.
    world = saved(program)
    program.key("Escape")
    program.key("v")
    one = at(program, "Enemy 1", world)
    program.click(*one)
    check(program.probe()["selected"] == [entity_in(world, "Enemy 1")["id"]], "the enemy is selected")
    program.key("h")
    program.click(*program.scene_position(-40, 300))
    program.click(*one)
    check(program.probe()["selected"] != [entity_in(world, "Enemy 1")["id"]], "what is hidden is not picked")
    check(not program.probe()["unsaved"], "hiding is no change of the world")
    program.key("alt+h")
    program.click(*one)
    check(program.probe()["selected"] == [entity_in(world, "Enemy 1")["id"]], "Alt+H shows it again")
    program.key("l")
    program.key("h")
    program.quit()
    check(program.ended() == 0, "it ends")

# Who opens the file again finds hidden and locked what was.
with Program(executable, level, "--paused", config=config) as program:
    program.go_to("Scene")
    world = load(level)
    one = program.scene_position(*place_in(world, "Enemy 1"))
    program.click(*one)
    check(program.probe()["selected"] != [entity_in(world, "Enemy 1")["id"]], "it is still hidden and locked")
    program.key("alt+h")
    program.key("alt+l")
    program.click(*one)
    check(program.probe()["selected"] == [entity_in(world, "Enemy 1")["id"]], "and can be had back")
    program.quit()
    check(program.ended() == 0, "it ends")
