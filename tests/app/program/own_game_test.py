"""Somebody's own game in the editor: linked, as a library, and as a library that is built anew while the window is
open. The game is that of tests/game."""

import os
import shutil
import sys

from program import Program, check, entity_in, load, run

executable, linked, builds = map(os.path.abspath, sys.argv[1:4])


def toast(program, part):
    return program.wait(lambda probe: any(part in each for each in probe["toasts"]), f"a toast says: {part}")


def same_but_for_soot(before, after):
    check(len(before["entities"]) == len(after["entities"]), "no entity is lost")
    for old, new in zip(before["entities"], after["entities"]):
        wick = new["components"]["Wick"]
        check(wick.pop("soot") == 0.5, "the new field has its default")
        check(old == new, f"the rest is as it was: {old}, not {new}")


def scenes_in_menu(program):
    program.click_text("File")
    program.click_text("Scenes")
    program.need("evening")
    program.need("still")
    program.key("Escape")
    program.key("Escape")


with Program(linked, "--paused") as program:
    program.need("Mine")
    program.need("Wick")
    scenes_in_menu(program)
    program.key("F10")
    program.wait(lambda probe: probe["tick"] == 1, "its systems run")

with Program(executable, "--scene", "bob", "--paused") as elsewhere:
    folder = elsewhere.folder
    library, saved = os.path.join(folder, "libpond.so"), os.path.join(folder, "pond.json")

    def build(name):
        """Takes the file's place at once, as `cmake --build` does in the end."""
        shutil.copy(os.path.join(builds, name + ".so"), library + ".new")
        os.rename(library + ".new", library)

    build("my_game")
    code, _, errors = run(executable, "run", "--game", library, "--scene", "evening", "--ticks", 30, "--save", saved)
    check(code == 0, errors)
    with Program(executable, saved, "--game", library, "--paused") as program:
        program.need("Mine")
        scenes_in_menu(program)
        program.key("F10")
        program.wheel(*program.scene_position(200, 150), 1)
        program.key("ctrl+s")
        toast(program, "Saved pond.json")
        before, world = program.probe(), load(saved)
        check(before["tick"] == 31, "one tick was run")

        # Another field and a faster wind: the same world, seen as it was.
        build("my_game_2")
        after = toast(program, "libpond.so was loaded anew: 3 systems; Wick: added soot (default)")
        for what in ("tick", "selected", "camera", "playing", "file", "unsaved"):
            check(after[what] == before[what], f"{what} stays: {after[what]}, not {before[what]}")
        program.need("soot")
        program.key("ctrl+s")
        program.wait(lambda _: "soot" in open(saved, encoding="utf-8").read(), "it is saved with the new field")
        program.wait(lambda probe: probe["job"] == "", "the save has ended")
        same_but_for_soot(world, load(saved))

        # A library that does not fit, while the world plays: it plays on.
        program.key("space")
        playing = program.wait(lambda probe: probe["playing"], "it plays")
        build("no_game_library")
        toast(program, "libpond.so has no function chunkscope_game")
        program.wait(lambda probe: probe["playing"] and probe["tick"] > playing["tick"] + 5, "it plays on")
        build("my_game")
        toast(program, "libpond.so was loaded anew: 3 systems; Wick: left out soot")
        again = program.probe()
        program.wait(lambda probe: probe["playing"] and probe["tick"] > again["tick"] + 5, "and on")
        program.key("space")
        program.wait(lambda probe: not probe["playing"], "until it is paused")
        check(set(os.listdir(folder)) <= {"config", "libpond.so", "pond.json", "probe.json"},
              f"nothing lies beside the library: {os.listdir(folder)}")
        program.quit()
        check(program.ended() == 0, "ticks are no change that would be asked about")
