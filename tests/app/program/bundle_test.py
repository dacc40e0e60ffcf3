"""A bundle in the real window: saved with a note from the palette, opened by another run of the program after the first
was killed, at the same tick with the same selection; the command line replays it to the same hash. What is damaged is
told in one sentence, and the open world stays."""

import os
import signal
import sys

from program import Program, check, load, run

executable = os.path.abspath(sys.argv[1])


def save_bundle(program, command, *answers):
    """By the palette; the answers go into the dialogs, one after another."""
    program.command(command)
    for answer in answers:
        title = "Save repro bundle"
        program.wait(lambda probe: probe["dialog"] == title, "it asks")
        program.key("ctrl+a")
        program.type(answer)
        program.key("Return")


with Program(executable, "--scene", "chase") as program:
    program.wait(lambda probe: probe["tick"] >= 90, "some ticks are recorded")
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    program.key("ctrl+shift+n")
    program.wait(lambda probe: probe["unsaved"], "an edit is recorded, too")
    program.key("space")
    edited = program.probe()["tick"]
    program.wait(lambda probe: probe["tick"] >= edited + 30, "and some ticks after it")

    save_bundle(program, "Save repro bundle", "The fox stands still")
    program.wait(lambda probe: not probe["playing"], "the world stops at the moment that the bundle is of")
    bug = os.path.join(program.folder, "bug.json")
    program.need("Cancel")
    program.key("ctrl+a")
    program.type(bug)
    program.key("Return")
    program.need("Exported bug.json")

    save_bundle(program, "Save repro bundle of the last seconds", "0.5", "short")
    short = os.path.join(program.folder, "short.bundle.json")
    program.need("Cancel")
    program.key("ctrl+a")
    program.type(short.removesuffix(".bundle.json"))  # what is missing is added
    program.key("Return")
    program.need("Exported short.bundle.json")

    saved = program.probe()
    # A full disk leaves the older one whole.
    before = open(bug, "rb").read()
    if os.path.exists("/dev/full"):
        full = os.path.join(program.folder, "full.json")
        os.symlink("/dev/full", full)
        save_bundle(program, "Save repro bundle", "no room")
        program.need("Cancel")
        program.key("ctrl+a")
        program.type(full)
        program.key("Return")
        program.key("Return")  # yes, replace it
        program.need("cannot be written: the disk is")
        program.key("Escape")
    check(open(bug, "rb").read() == before, "what was saved stays as it is")
    folder = program.folder
    texts = {name: open(os.path.join(folder, name), encoding="utf-8").read() for name in ("bug.json", "short.bundle.json")}
    program.signal(signal.SIGKILL)
    program.ended()

def open_by_name(folder, bug):
    """On the command line: the same as by the dialog."""
    with Program(executable, bug, config=os.path.join(folder, "config")) as program:
        program.need("Note in bug.json")
        program.need("Opened bug.json: its ticks are as they were recorded")
        program.key("Return")
        opened = program.wait(lambda probe: probe["dialog"] == "" and probe["tick"] == saved["tick"], "the same moment")
        check(not opened["playing"] and opened["selected"] == saved["selected"], "paused, with the same selection")
        check(bug in load(os.path.join(folder, "config", "chunkscope", "settings.json"))["recent_files"],
              "it is a recent file")
        program.signal()
        check(program.ended() == 0, "it ends")


with Program(executable, "--scene", "bob", "--paused") as program:
    places = {}
    for name, text in texts.items():
        places[name] = os.path.join(program.folder, name)
        with open(places[name], "w", encoding="utf-8") as file:
            file.write(text)
    bug, short = places["bug.json"], places["short.bundle.json"]
    check(load(bug)["time"]["first"] == 0 and load(bug)["time"]["last"] == saved["tick"], "all ticks are in it")
    check(load(short)["time"]["first"] == saved["tick"] - 30, "half a second is thirty ticks")
    check(load(short)["note"] == "short", "each has its note")

    # The command line: each tick is as it was recorded.
    code, hash_line, errors = run(executable, "replay", bug, "--hash")
    check(code == 0 and hash_line.startswith(f"tick {saved['tick']} hash "), errors)
    code, again, errors = run(executable, "replay", short, "--hash", "--threads", 1)
    check(code == 0 and again == hash_line, "the short one leads to the same")
    code, text, errors = run(executable, "replay", bug, "--to", 50)
    check(code == 0 and "replayed 50 ticks" in text, errors)

    # Opening it by the dialog shows the note, and then the same moment.
    program.key("ctrl+o")
    program.need("Cancel")
    program.key("ctrl+a")
    program.type(bug)
    program.key("Return")
    program.need("Note in bug.json")
    program.need("The fox stands still")
    program.need("Opened bug.json: its ticks are as they were recorded")
    program.key("Return")
    program.wait(lambda probe: probe["dialog"] == "", "the note is read")
    opened = program.wait(lambda probe: probe["tick"] == saved["tick"], "it stands where it was saved")
    check(not opened["playing"], "and is paused")
    check(opened["selected"] == saved["selected"], "with the same selection")
    check(not opened["unsaved"], "nothing is unsaved")
    check(opened["file"] == "", "Save would not write a world over the bundle")
    check(all(abs(opened["camera"][key] - saved["camera"][key]) < 1e-3 for key in saved["camera"]), "the same camera")

    # The past of the other run is here, and its edit can be undone.
    program.key("ctrl+z")
    program.need("32 entities")
    program.key("ctrl+y")
    program.need("33 entities")
    program.key("comma")
    program.wait(lambda probe: probe["tick"] == saved["tick"] - 1, "one tick back")
    program.key("period")
    program.wait(lambda probe: probe["tick"] == saved["tick"], "back to now")

    # It runs on; saving it once more gives a bundle of the longer time, in which the command line finds the same ticks.
    program.key("space")
    program.wait(lambda probe: probe["tick"] >= saved["tick"] + 40, "it runs on")
    longer = os.path.join(program.folder, "longer.json")
    save_bundle(program, "Save repro bundle", "")
    program.need("Cancel")
    program.key("ctrl+a")
    program.type(longer)
    program.key("Return")
    program.need("Exported longer.json")
    code, at_saved, errors = run(executable, "replay", longer, "--to", saved["tick"], "--hash")
    check(code == 0 and at_saved == hash_line, f"{at_saved} {hash_line} {errors}")

    # A damaged one is told in a sentence; the open world stays.
    stands = program.probe()["tick"]
    damaged = os.path.join(program.folder, "damaged.json")
    with open(damaged, "w", encoding="utf-8") as file:
        file.write(texts["bug.json"].replace('"block_bytes": ', '"block_bytes": 7', 1))
    code, _, errors = run(executable, "check", damaged)
    check(code == 1 and "damaged.json" in errors and errors.count("\n") == 1, errors)
    program.key("ctrl+o")
    if program.wait(lambda probe: program.find("Discard", 0, probe) or program.find("Cancel", 0, probe), "a dialog") \
            and program.find("Discard"):
        program.click_text("Discard")
    program.need("Cancel")
    program.key("ctrl+a")
    program.type(damaged)
    program.key("Return")
    program.need("does not fit its")
    program.key("Escape")
    check(program.probe()["tick"] == stands, "the open world is where it was")
    program.signal()
    check(program.ended() == 0, "it ends")
    open_by_name(program.folder, bug)
