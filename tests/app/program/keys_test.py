"""The keyboard alone: from panel to panel, into fields and lists, a key that is changed, used and kept. And who gets a
key: the game sees none that the interface used."""

import os
import sys

from program import Program, check, entity_in, load

executable = os.path.abspath(sys.argv[1])


def saved(program, name):
    """The world as it is now, as a file."""
    return load(program.save_state(os.path.join(program.folder, name)))


def player_x(program, name):
    return entity_in(saved(program, name), "Player")["components"]["Position"]["x"]


def enabled(world, system):
    return system in world["systems"] and system not in world.get("disabled_systems", [])


with Program(executable, "--scene", "chase", "--paused") as program:
    # A key that cannot act says why.
    program.key("ctrl+z")
    program.wait(lambda p: "There is nothing to undo" in p["toasts"], "it says why nothing is undone")

    # To a panel, by the palette; its filter; a row.
    program.go_to("Entities")
    program.key("ctrl+f")
    program.type("player")
    program.need("1 of 32")
    program.key("Return")
    program.wait(lambda p: p["selected"] == ["1v1"], "Enter selects what the filter found")

    # F2 renames it, in the list.
    program.key("F2")
    program.key("ctrl+a")
    program.type("Hero")
    program.key("Return")
    program.wait(lambda p: p["unsaved"], "it is renamed")
    program.key("ctrl+z")
    program.wait(lambda p: not p["unsaved"], "and has its name again")

    # Arrows choose rows, and the player does not move; nor with Home, End and the page keys.
    program.key("ctrl+f")
    program.key("ctrl+a")
    program.key("Delete")
    program.key("Return")
    before = player_x(program, "before.json")
    program.key("space")
    program.wait(lambda p: p["playing"], "Space plays")
    program.go_to("Entities")
    program.hold("Down")
    tick = program.probe()["tick"]
    program.wait(lambda p: p["tick"] > tick + 20, "time goes on while Down is held")
    program.let_go("Down")
    check(program.probe()["selected"] != ["1v1"], "Down chose another row")
    for key in ("Home", "End", "Prior", "Next"):
        program.key(key)
    program.go_to("Systems")
    program.hold("Right")
    tick = program.probe()["tick"]
    program.wait(lambda p: p["tick"] > tick + 20, "time goes on while Right is held in a table")
    program.let_go("Right")
    program.key("Escape")

    # What is typed, and what a dialog, the palette or a menu has, is not the game's either.
    program.go_to("Entities")
    program.key("ctrl+f")
    program.type("dddd?")
    check(not program.probe()["dialog"], "? in a field is a character")
    program.need("dddd?")
    program.key("Escape")
    program.key("ctrl+f")
    program.key("ctrl+a")
    program.key("Delete")
    program.key("Escape")
    for opens, shown in (("ctrl+F1", "Keys"), ("shift+slash", "Keys of this panel")):
        program.key(opens)
        program.wait(lambda p: p["dialog"] == shown, f"{opens} opens {shown}")
        if opens == "ctrl+F1":
            program.hold("d")
            tick = program.probe()["tick"]
            program.wait(lambda p: p["tick"] > tick + 20, "time goes on while d is held")
            program.let_go("d")
        program.key("Escape")
        program.wait(lambda p: not p["dialog"], "Esc closes it")
    program.key("ctrl+k")
    program.need("run and stay")
    program.type("dd")
    program.key("Escape")
    program.need_gone("run and stay")
    program.key("alt")
    program.key("Down")
    program.need("New world")
    program.hold("Right")
    program.let_go("Right")
    program.key("Escape")
    program.need_gone("New world")
    program.key("Escape")
    program.key("space")
    program.wait(lambda p: not p["playing"], "Space pauses")
    check(player_x(program, "after.json") == before, "the game saw no key that the interface used")

    # In the scene the arrows are the game's.
    program.go_to("Scene")
    program.key("space")
    program.wait(lambda p: p["playing"], "Space plays")
    program.hold("Right")
    tick = program.probe()["tick"]
    program.wait(lambda p: p["tick"] > tick + 20, "time goes on while Right is held")
    program.let_go("Right")
    program.key("space")
    program.wait(lambda p: not p["playing"], "Space pauses")
    check(player_x(program, "steered.json") > before, "keys reach the game when the scene has the focus")

    # A field of the inspector: Tab to it, Enter, another number.
    program.command("Back")
    program.key("ctrl+k")
    program.type("@player")
    program.need("1 of ")
    program.key("Return")
    program.wait(lambda p: p["selected"] == ["1v1"], "the palette selects the player")
    program.go_to("Inspector")
    program.key("F2")
    program.key("ctrl+a")
    program.type("Hero")
    program.key("Return")
    program.wait(lambda p: p["unsaved"], "F2 in the inspector renames, too")
    check(entity_in(saved(program, "named.json"), "Hero"), "in its own field")
    program.key("ctrl+z")
    program.wait(lambda p: not p["unsaved"], "and has its name again")

    # A system is switched in its table: the arrows lead there, Space switches.
    program.go_to("Systems")
    program.key("Tab")
    for _ in range(12):
        program.key("Down")
    program.key("space")
    program.wait(lambda p: p["unsaved"], "a system is switched")
    check(not program.probe()["playing"], "and Space did nothing else")
    program.key("ctrl+z")
    program.wait(lambda p: not p["unsaved"], "and switched back")
    program.key("Escape")

    # F6 goes round.
    program.go_to("Entities")
    program.key("F6")
    program.key("shift+F6")
    program.key("shift+slash")
    program.need("Fold or unfold the row")  # the keys of Entities
    program.key("shift+slash")
    program.wait(lambda p: not p["dialog"], "the same key closes it")

    # Another key for a command. It is used, and the former one is not.
    program.key("ctrl+F1")
    program.type("step one tick")
    program.key("Return")
    program.need("Press the new keys for Step one tick")
    program.key("Tab")
    program.need("Tab always goes to the next control")
    program.key("ctrl+d")
    program.need("Ctrl+D is \"Duplicate\"")
    program.key("Return")
    program.need_gone("Ctrl+D is \"Duplicate\"")
    program.key("Escape")
    program.wait(lambda p: not p["dialog"], "Esc leaves the list of keys")
    tick = program.probe()["tick"]
    program.key("ctrl+d")
    program.wait(lambda p: p["tick"] == tick + 1, "the new key steps a tick")
    program.key("F10")
    check(program.probe()["tick"] == tick + 1 and not program.find("Player 2"), "the former keys do nothing")
    program.quit()
    if program.find("Unsaved changes"):
        program.click_text("Discard")
    check(program.ended() == 0, "it quits")

    settings = os.path.join(program.config, "chunkscope", "settings.json")
    check(load(settings)["keys"] == ["edit.duplicate: ", "run.step_tick: Ctrl+D"], "only what differs is kept")
    kept = load(settings)
    kept["keys"] += ["edit.fly: Ctrl+F"]
    with open(settings, "w", encoding="utf-8") as file:
        import json
        json.dump(kept, file)

    with Program(executable, "--scene", "chase", "--paused", config=program.config) as again:
        again.need("\"edit.fly\"")
        # In the line at the bottom, the folders of the path give way to what is wrong.
        again.wait(lambda p: any(t["text"].startswith("…/settings.json: ") and "edit.fly" in t["text"]
                                 for t in p["texts"]), "the status bar says what is wrong with the file")
        again.key("ctrl+d")
        again.wait(lambda p: p["tick"] == 1, "the key is kept")
        again.quit()
        if again.find("Unsaved changes"):
            again.click_text("Discard")
        check(again.ended() == 0, "it quits")
        check("edit.fly: Ctrl+F" in load(settings)["keys"], "what it does not know is kept, too")
