"""What can go wrong with files, and that nothing is lost by it."""

import os
import re
import signal
import sys
import tempfile

from program import Program, check, entity_in, load, recoveries_of, run

executable = os.path.abspath(sys.argv[1])

with Program(executable, "--scene", "chase", "--paused") as program:
    # A bad file is told in the dialog, and the running world stays.
    bad = os.path.join(program.folder, "bad.json")
    with open(bad, "w", encoding="utf-8") as file:
        file.write('{ "format": "chunkscope.world", "version": 1,\n  "entities": [ { "id": 7 ')
    selected = program.probe()["selected"]
    program.key("ctrl+o")
    program.need("Open world")
    program.type(bad)
    program.key("Return")
    program.need("bad.json:2:")
    program.key("Escape")
    check(program.probe()["selected"] == selected, "the world that was open stays")

    # A folder that is not there is an error of saving, and the dialog stays open for another try.
    program.key("ctrl+shift+n")
    program.key("ctrl+s")
    program.key("ctrl+a")
    program.type(os.path.join(program.folder, "nowhere", "world.json"))
    program.key("Return")
    program.need("nowhere")
    check(program.probe()["unsaved"], "nothing was saved")
    program.key("ctrl+a")
    world = os.path.join(program.folder, "world")
    program.type(world)
    program.key("Return")
    world += ".chunkscope.json"
    program.wait(lambda p: p["file"] == world, "the second try saves, with the ending that was left out")

    # An existing file is only replaced after the person confirmed.
    with open(bad, "rb") as file:
        before = file.read()
    program.key("ctrl+shift+s")
    program.key("ctrl+a")
    program.type(bad)
    program.key("Return")
    program.need("exists already")
    with open(bad, "rb") as file:
        check(file.read() == before, "the file is not touched before the answer")
    program.key("Escape")

    # Quitting with unsaved changes asks; Cancel stays.
    program.key("ctrl+shift+n")
    program.wait(lambda p: p["unsaved"], "a new entity is unsaved")
    program.quit()
    program.need("Unsaved changes")
    program.click_text("Cancel")
    check(program.process.poll() is None, "Cancel keeps the program running")
    entities = len(load(world)["entities"])

    # A polite kill ends it in order: the file is whole, and what was not saved is kept beside it.
    program.signal(signal.SIGTERM)
    check(program.ended() == 0, "SIGTERM ends the program in order")
    check(len(load(world)["entities"]) == entities, "the saved file is as it was")
    check(len(recoveries_of(world)) == 1, "unsaved work is kept in a recovery file")
    check(len(load(recoveries_of(world)[0])["entities"]) == entities + 1, "with the entity that was not saved")

    # The next start offers it.
    with Program(executable, world, "--paused", config=program.config) as second:
        second.need("Recover unsaved work")
        second.click_text("Recover")
        second.wait(lambda p: p["unsaved"] and p["file"] == world, "the recovered world is unsaved work on the file")
        second.key("ctrl+s")
        second.wait(lambda p: not p["unsaved"], "it can be saved")
        check(len(load(world)["entities"]) == entities + 1, "and is whole")
        second.wait(lambda p: not recoveries_of(world), "then the recovery file is gone")
        second.quit()
        check(second.ended() == 0, "it quits without a question")

# The arrangement of panels is kept: a panel that was closed stays closed.
with Program(executable, "--paused") as program:
    program.click_text("Moves")
    program.click_text("Systems")
    program.quit()
    check(program.ended() == 0, "it quits")
    with Program(executable, "--paused", config=program.config) as second:
        second.need("Step system")

# A file with open conflicts of a merge says so when it is opened, and where; saving keeps the marks.
with tempfile.TemporaryDirectory() as folder:
    base, ours, theirs, merged = (os.path.join(folder, name + ".json") for name in ("base", "ours", "theirs", "merged"))
    code, _, errors = run(executable, "run", "--scene", "chase", "--ticks", 0, "--save", base)
    check(code == 0, errors)
    for side, x in ((ours, 200), (theirs, 100)):
        code, _, errors = run(executable, "edit", base, "--change", f"PlayerInput : Position.x = {x}", "--save", side)
        check(code == 0, errors)
    code, _, errors = run(executable, "merge", base, ours, theirs, "--save", merged)
    check(code == 1 and len(load(merged)["conflicts"]) == 1, errors)
    with Program(executable, merged, "--paused") as program:
        program.wait(lambda p: re.search(r"marks conflicts of a merge: \d+v1 Player Position.x",
                                         " ".join(" ".join(t["text"] for t in p["texts"]).split())),
                     "the window says what is marked")
        program.click_text("Player")
        program.key("Delete")
        program.wait(lambda p: p["unsaved"], "something was changed")
        program.key("ctrl+s")
        program.wait(lambda p: not p["unsaved"], "it is saved")
        check(len(load(merged)["conflicts"]) == 1, "the mark stays until a person takes it out")
        program.quit()
        check(program.ended() == 0, "it quits")
