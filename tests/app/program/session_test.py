"""Start, select, edit a field, switch a system off, undo, save, load, compare: one session of a person."""

import os
import sys

from program import Program, check, entity_in, load, run


executable = os.path.abspath(sys.argv[1])
with Program(executable, "--scene", "chase", "--paused") as program:
    at_start = os.path.join(program.folder, "start.json")
    saved = os.path.join(program.folder, "saved.json")
    again = os.path.join(program.folder, "again.json")
    code, _, errors = run(executable, "run", "--scene", "chase", "--ticks", 0, "--save", at_start)
    check(code == 0, errors)
    start = load(at_start)

    # It starts as asked: paused at tick 0, with an enemy selected.
    probe = program.probe()
    check(probe["tick"] == 0 and not probe["playing"], "--paused starts at tick 0")
    check(probe["selected"] == [entity_in(start, "Enemy 14")["id"]], "an enemy that moves is selected at first")

    # A click in the scene selects the entity there; a click beside all selects none.
    enemy = entity_in(start, "Enemy 1")
    position = enemy["components"]["Position"]
    program.click(*program.scene_position(position["x"], position["y"]))
    check(program.probe()["selected"] == [enemy["id"]], f"a click selects {enemy['id']}")
    program.need("Enemy 1", 1)  # in the list and in the inspector
    program.click(*program.scene_position(-40, 300))
    check(program.probe()["selected"] == [], "a click on nothing selects nothing")
    program.key("alt+Left")
    check(program.probe()["selected"] == [enemy["id"]], "Alt+Left goes back to what was selected")

    # A click that is over before a frame saw the mouse come counts as well.
    left, top, right, bottom = program.need("Enemy 9")
    program.quick_click((left + right) / 2, (top + bottom) / 2)
    check(program.probe()["selected"] == [entity_in(start, "Enemy 9")["id"]], "a quick click in the list selects")
    program.key("alt+Left")

    # Keys move the player and change nothing while the simulation is paused; F10 is one tick.
    program.key("F10")
    check(program.probe()["tick"] == 1, "F10 steps one tick")

    # A double click on a value's bytes opens it for editing, however quick it is. Position.x of the only row of the
    # player's archetype is byte 0x70.
    player = entity_in(start, "Player")["id"]
    program.click_text("#" + player.split("v")[0])
    check(program.probe()["selected"] == [player], "its id in the list selects the player")
    program.click_text("Chunks")
    for gap_ms in (1, 120):
        column, line = program.need("+48"), program.need("0040")
        program.double_click(column[0] + 6, (line[1] + line[3]) / 2, gap_ms)
        program.need("Position of Player")
        program.key("ctrl+a")
        program.type(str(gap_ms))
        program.key("Return")
        program.wait(lambda p: p["unsaved"] and not program.find("Position of Player", probe=p), "the value is edited")
        program.need(f"{gap_ms}.00")  # in the inspector
        program.key("ctrl+z")
        program.wait(lambda p: not p["unsaved"], "it is undone")
    program.click_text("Enemy 1")

    # A field is edited with mouse and keys, and that is one step to undo.
    left, top, right, bottom = program.need("range")
    field_x = program.need("Inspector")[0] + 200
    program.control_click(field_x, (top + bottom) / 2)
    program.key("ctrl+a")
    program.type("42")
    program.key("Return")
    program.wait(lambda p: p["unsaved"], "an edit makes the world unsaved")
    program.need("unsaved changes")

    # Two systems are switched off; the second is taken back.
    program.click_text("Systems")
    inspector = program.need("Inspector")[0]  # which lists systems, too
    for system in ("Movement", "Seek"):
        left, top, right, bottom = program.need_left_of(inspector, system)
        program.click(left - 16, (top + bottom) / 2)
    program.need("4 of 6 on")
    program.key("ctrl+z")
    program.need("5 of 6 on")
    program.key("ctrl+z")
    program.key("ctrl+shift+z")
    program.need("5 of 6 on")

    # Saved by the dialog, with a typed path.
    program.key("ctrl+s")
    program.need("Save world as")
    program.key("ctrl+a")
    program.type(saved)
    program.key("Return")
    program.wait(lambda p: not p["unsaved"] and p["file"] == saved, "the world is saved")

    # The same by the command line gives the same file.
    script = os.path.join(program.folder, "script.json")
    ticked = os.path.join(program.folder, "ticked.json")
    expected = os.path.join(program.folder, "expected.json")
    with open(script, "w", encoding="utf-8") as file:
        file.write('{ "edits": [ { "set": "%s", "component": "MoveTarget", "value": { "range": 42 } },'
                   ' { "toggle": "Movement", "enabled": false } ] }' % enemy["id"])
    code, _, errors = run(executable, "run", "--scene", "chase", "--ticks", 1, "--save", ticked)
    check(code == 0, errors)
    code, _, errors = run(executable, "edit", ticked, "--script", script, "--save", expected)
    check(code == 0, errors)
    check(load(saved) == load(expected), "the file is what the command line makes of the same edits")
    check(entity_in(load(saved), "Enemy 1")["components"]["MoveTarget"]["range"] == 42, "the field is saved")
    check(run(executable, "check", saved)[0] == 0, "the saved file is a good one")

    # Another change is given up, and the file loaded again: what is saved then is the same, byte for byte.
    program.key("ctrl+shift+n")
    program.wait(lambda p: p["unsaved"], "a created entity makes the world unsaved")
    program.key("ctrl+o")
    program.need("Unsaved changes")
    program.click_text("Discard")
    program.need("Open world")
    program.key("ctrl+a")
    program.type(saved)
    program.key("Return")
    program.wait(lambda p: not p["unsaved"] and p["file"] == saved, "the file is loaded")
    program.key("ctrl+shift+s")
    program.key("ctrl+a")
    program.type(again)
    program.key("Return")
    program.wait(lambda p: p["file"] == again, "the world is saved to another file")
    with open(saved, "rb") as one, open(again, "rb") as other:
        check(one.read() == other.read(), "save(load(x)) is x")

    # It runs on as it would without a window.
    program.key("F10")
    program.key("F10")
    program.wait(lambda p: p["tick"] == 3, "two more ticks ran")
    state = program.save_state(os.path.join(program.folder, "state"))
    code, hash_in_window, errors = run(executable, "run", state, "--ticks", 0, "--hash")
    check(code == 0, errors)
    code, hash_without, errors = run(executable, "run", saved, "--ticks", 2, "--hash")
    check(code == 0 and hash_in_window == hash_without, f"{hash_in_window} is {hash_without}")

    # Playing moves time on; Space stops it again.
    program.click(*program.scene_position(-40, 300))
    program.key("space")
    program.wait(lambda p: p["tick"] > 20 and p["playing"], "Space plays")
    program.key("space")
    program.wait(lambda p: not p["playing"], "Space pauses")
    program.quit()
    check(program.ended() == 0, "Ctrl+Q ends the program with code 0")
