"""Play and save in the real program: a level that is played and saved holds what its author left, in the window as in
the file, after Stop, after a kill, and when the window is closed."""

import os
import shutil
import sys
import tempfile

from program import Program, check, load, recoveries_of, run

executable = os.path.abspath(sys.argv[1])


def read(path):
    with open(path, "rb") as file:
        return file.read()


def told(words):
    return lambda probe: any(words in t for t in probe["toasts"])


def play(program, tick):
    program.key("space")
    program.wait(lambda probe: probe["tick"] >= tick, f"tick {tick} comes")


folder = tempfile.mkdtemp(prefix="chunkscope-test-")
level = os.path.join(folder, "arena.chunkscope.json")
code, _, errors = run(executable, "run", "--scene", "chase", "--ticks", 0, "--save", level)
check(code == 0, errors)
authored = read(level)

# A file opens paused. Played, saved and stopped, it is as it was.
with Program(executable, level) as program:
    check(not program.probe()["playing"] and program.probe()["tick"] == 0, "a file opens paused")
    play(program, 120)
    program.key("ctrl+s")
    program.wait(told("Saved arena.chunkscope.json, as it was before Play"), "it says what was saved")
    check(program.probe()["tick"] > 0, "it goes on")
    line = program.need("s recorded")
    check(all(text["rect"][3] <= line[1] for text in program.probe()["texts"] if text["text"].startswith("Saved arena")),
          "the message does not cover what is said to be recorded")
    check(read(level) == authored, "the file holds what its author left")
    program.key("shift+F5")
    program.wait(lambda probe: probe["tick"] == 0 and not probe["playing"], "the world is back")
    check(not program.probe()["unsaved"], "and saved")

    # An edit before Play is saved during Play.
    program.key("ctrl+shift+n")
    program.wait(lambda probe: probe["unsaved"], "there is a change")
    play(program, 30)
    check(program.probe()["unsaved"], "which is still unsaved")
    program.key("ctrl+s")
    program.wait(lambda probe: not probe["unsaved"], "it is saved")
    saved = load(level)
    check(len(saved["entities"]) == 33 and saved["scene"]["tick"] == 0, "with the change, and without the ticks")

    # The state goes into a file of its own.
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    tick = program.probe()["tick"]
    state = program.save_state(os.path.join(folder, "state"))
    check(load(state)["scene"]["tick"] == tick, "as it is now")
    check(load(level) == saved, "and the level stays")
    check(program.probe()["file"] == level, "it is the file of the world")

    # While it is played, no tick runs between the question and the answer: the name tells what is saved.
    program.key("space")
    program.wait(lambda probe: probe["tick"] > tick + 5, "it goes on")
    program.command("Save state as")
    program.wait(lambda probe: probe["dialog"] == "Save state as", "it asks for a file")
    tick = program.probe()["tick"]
    name = f"arena-{tick}.chunkscope.json"
    program.need(name)
    program.key("Return")
    program.wait(told(f"Saved {name}, the state at tick {tick}"), "it says which tick was saved")
    check(load(os.path.join(os.path.dirname(level), name))["scene"]["tick"] == tick, "the one that was seen")
    program.wait(lambda probe: probe["tick"] > tick, "and goes on")
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    tick = program.probe()["tick"]

    # In the past, too.
    program.key("comma")
    program.wait(lambda probe: probe["tick"] == tick - 1, "one tick back")
    program.key("ctrl+s")
    program.wait(told("Saved arena.chunkscope.json, as it was before Play"), "it is saved")
    check(load(level) == saved, "as it was before Play")

    # What was changed while playing is asked about, and kept.
    program.key("period")
    program.key("ctrl+shift+n")
    program.need("34 entities")
    check(not program.probe()["unsaved"], "a save would not write that")
    program.quit()
    program.wait(lambda probe: probe["dialog"] == "Changes made while playing", "it asks")
    program.click_text("Choose what to keep")
    program.need("By you 1")
    program.click_text("Stop, keep 1")
    program.wait(lambda probe: probe["tick"] == 0 and probe["unsaved"], "the world is back, with the change")
    program.key("ctrl+s")
    program.wait(lambda probe: not probe["unsaved"], "it is saved")
    check(len(load(level)["entities"]) == 34, "with what was kept")
    play(program, 10)
    program.quit()
    check(program.ended() == 0, "nothing is asked where nothing is lost")

# What a signal leaves is the world before Play, with its unsaved changes.
with Program(executable, level, "--play") as program:
    program.wait(lambda probe: probe["tick"] >= 30 and probe["playing"], "--play starts it")
    program.key("shift+F5")
    program.wait(lambda probe: probe["tick"] == 0 and not probe["playing"], "it stops")
    program.key("ctrl+shift+n")
    program.wait(lambda probe: probe["unsaved"], "there is a change")
    play(program, 60)
    program.signal()
    check(program.ended() == 0, "it ends in order")
    left = load(recoveries_of(level)[0])
    check(len(left["entities"]) == 35 and left["scene"]["tick"] == 0, "the change is kept, and no tick")

# A scene is saved as it is.
with Program(executable, "--scene", "chase") as program:
    program.wait(lambda probe: probe["tick"] >= 30, "a scene runs by itself")
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    program.key("ctrl+s")
    program.wait(lambda probe: probe["dialog"] == "Save world as", "it asks for a file")
    program.key("ctrl+a")
    program.type(os.path.join(folder, "run.json"))
    program.key("Return")
    program.wait(told("Saved run.json"), "it is saved")
    check(load(os.path.join(folder, "run.json"))["scene"]["tick"] == program.probe()["tick"], "as it is")
    program.key("shift+F5")
    program.wait(lambda probe: probe["tick"] == 0 and probe["unsaved"], "its start is in no file")
    program.signal()
    program.ended()

shutil.rmtree(folder)
