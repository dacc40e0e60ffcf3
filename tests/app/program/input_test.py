"""The keyboard in the real program: menus without a mouse, who gets a key, emoji, what Esc closes."""

import os
import subprocess
import sys

from program import Program, check, entity_in, load

executable = os.path.abspath(sys.argv[1])


def player(world):
    return entity_in(load(world), "Player")["components"]["Position"]


with Program(executable, "--scene", "chase", "--paused") as program:
    saved = os.path.join(program.folder, "saved.json")
    program.key("ctrl+k")  # the palette goes to the player
    program.need("run and stay")
    program.type("@player")
    program.need("1 of ")
    program.key("Return")
    program.wait(lambda p: p["selected"] == ["1v1"], "the palette selects the player")

    # Alt leads to the menu bar; the arrows and Enter do the rest.
    program.key("alt")
    program.key("Down")
    program.need("New world")
    for item in ("Create entity", "Step one tick", "Reduce motion"):  # of Edit, Run, View
        program.key("Right")
        if not program.find(item):  # older releases of Dear ImGui mark the next menu only
            program.key("Down")
        program.need(item)
    program.key("Escape")
    program.wait(lambda p: not program.find("Reduce motion", probe=p), "Esc closes the menu")
    check(not program.probe()["playing"] and len(program.probe()["selected"]) == 1, "no key did anything besides")

    # With a mouse in a menu inside of a menu, Esc closes both.
    program.click_text("File")
    program.click_text("Scenes")
    program.need("stress")
    program.key("Escape")
    program.wait(lambda p: not program.find("Save as…", probe=p) and not program.find("stress", probe=p),
                 "Esc closes the menu as a whole")

    # Messages are closed by Esc before it selects nothing; the costs are a panel, which stays.
    program.click_text("Help")
    program.click_text("Messages")
    program.need("No messages yet")
    program.click_text("View")
    program.click_text("Cost of the panels")
    program.need("Budget of a panel")
    program.click_text("View")
    program.click_text("Cost of the panels")
    program.wait(lambda p: not program.find("Budget of a panel", probe=p), "and is closed by the same item")
    program.key("Escape")
    program.wait(lambda p: not program.find("No messages yet", probe=p), "Esc closes Messages")
    check(len(program.probe()["selected"]) == 1, "and selects nothing only then")

    # The undo toast goes with what it would undo. Four went: the label says so.
    program.key("ctrl+d")
    program.wait(lambda p: p["unsaved"], "a copy is there")
    program.need("Player 2")
    program.key("Delete")
    program.need("Destroyed Player 2")
    program.key("ctrl+z")
    program.wait(lambda p: not program.find("Destroyed Player 2", probe=p), "the toast goes with Ctrl+Z")
    program.key("ctrl+z")
    program.wait(lambda p: not p["unsaved"], "all is undone")
    check(program.probe()["selected"] == ["1v1"], "what was selected before is selected again")
    program.click_text("Player")

    # F2 works wherever the focus is, and an emoji that is typed there is kept, in the file too.
    program.click(*program.scene_position(-40, 300))
    program.key("alt+Left")
    program.key("F2")
    program.need("Rename Player")
    program.key("End")
    program.type_without_key("😀")
    program.key("Return")
    program.wait(lambda p: p["unsaved"], "it is renamed")
    program.key("ctrl+s")
    program.need("Save world as")
    program.key("ctrl+a")
    program.type(saved)
    program.key("Return")
    program.wait(lambda p: p["file"] == saved and not p["unsaved"], "the world is saved")
    names = [entity.get("name") for entity in load(saved)["entities"]]
    check("Player😀" in names, f"the emoji is in the file: {names[:3]}")
    program.key("ctrl+z")
    program.wait(lambda p: p["unsaved"], "the old name is there again")

    # Who presses F2 and writes at once writes a name and no commands, and Enter ends that; so in the palette.
    tick = program.probe()["tick"]
    program.give("F2 and a name at once", "key", "--delay", 0, "F2", "type", "--delay", 0, "--args", 1, "bd fg",
                 "key", "--delay", 0, "Return", keys=14)
    program.need("bd fg")
    program.settle()
    check(not program.probe()["dialog"], "the field is closed")
    program.key("ctrl+z")
    program.need("Undone: Rename Player to bd fg")
    check(program.probe()["tick"] == tick and not program.probe()["playing"], "no letter was a command")

    # What the input method keeps reaches nobody: it waits for the letter below the accent, and takes Enter for that.
    subprocess.run(["setxkbmap", "us", "-variant", "intl"], check=True)
    program.key("F2")
    program.need("Rename Player")
    program.key("End")
    program.type("x")
    program.xdotool("key", "dead_acute")
    program.xdotool("key", "Return")
    program.type("y")
    check(program.probe()["dialog"], "Enter that the input method kept leaves no field")
    program.key("Return")
    program.need("Playerxy")
    program.key("ctrl+z")
    program.need("Undone: Rename Player to Playerxy")
    subprocess.run(["setxkbmap", "us"], check=True)
    program.key("ctrl+s")
    program.wait(lambda p: not p["unsaved"], "and saved")

    # A key that is held while a menu is open does not move the player; Space plays.
    program.click(*program.scene_position(-40, 300))
    program.key("space")
    program.wait(lambda p: p["playing"], "Space plays")
    program.click_text("Edit")
    program.need("Create entity")
    program.xdotool("keydown", "d")
    before = program.probe()["tick"]
    program.wait(lambda p: p["tick"] > before + 10, "time goes on")
    program.key("Escape")
    program.xdotool("keyup", "d")
    program.key("space")
    program.wait(lambda p: not p["playing"], "Space pauses")
    moved_from = player(saved)
    state = program.save_state(os.path.join(program.folder, "state"))
    check(load(state)["scene"]["tick"] > 10, "time went on in the file, too")
    check(player(state)["x"] == moved_from["x"], "the game saw no key")

    # A new world stands still, and offers systems.
    program.key("space")
    program.wait(lambda p: p["playing"], "Space plays")
    program.key("ctrl+n")
    if program.find("Unsaved changes"):
        program.click_text("Discard")
    program.wait(lambda p: p["tick"] == 0 and not p["playing"], "a new world stands still")
    program.click_text("Systems")
    program.click_text("Add a system…")
    program.type("movem")
    program.key("Return")
    program.need("1 of 1 on")
    program.wait(lambda p: p["unsaved"], "adding a system is a change")
    world = os.path.join(program.folder, "world.json")
    program.key("ctrl+s")
    program.need("Save world as")
    program.key("ctrl+a")
    program.type(world)
    program.key("Return")
    program.wait(lambda p: p["file"] == world and not p["unsaved"], "the world is saved")
    check("Movement" in load(world)["systems"], "with its system")
    program.key("ctrl+z")
    program.need("No systems")

    # Reduced motion is kept.
    program.key("alt")
    program.key("Escape")
    program.click_text("View")
    program.click_text("Reduce motion")
    program.key("ctrl+shift+z")
    program.key("ctrl+s")
    program.wait(lambda p: not p["unsaved"], "saved")
    program.quit()
    check(program.ended() == 0, "it quits")
    check(load(os.path.join(program.config, "chunkscope", "settings.json"))["look.reduce_motion"] is True,
          "the switch is kept")
