"""Worlds are saved and opened in the background: what can be done meanwhile, what waits, and what Cancel leaves behind.

A pipe in the place of a file makes a job last as long as the test wants: writing waits for a reader, reading for a
writer. Only pipes are read that the program was given when it started."""

import json
import os
import signal
import sys
import tempfile

from program import Program, check, entity_in, load, recoveries_of, run

executable = os.path.abspath(sys.argv[1])


def make_pipe(program, name):
    path = os.path.join(program.folder, name)
    os.mkfifo(path)
    return path


class SlowFile:
    """A name for a pipe that the program is given: what is opened by it comes when the test gives it."""

    def __init__(self):
        self.read_end, write_end = os.pipe()
        os.close(write_end)

    def name(self, folder):
        path = os.path.join(folder, "slow.json")
        os.symlink(f"/dev/fd/{self.read_end}", path)
        return path

    def hold(self):
        self.writer = open(f"/proc/self/fd/{self.read_end}", "w", encoding="utf-8")

    def give(self, text):
        with self.writer:
            self.writer.write(text)


def choose_file(program, path):
    program.key("ctrl+a")
    program.type(path)
    program.key("Return")


def save_to_pipe(program, path):
    program.key("ctrl+shift+s")
    program.need("Save world as")
    choose_file(program, path)
    program.need("exists already")
    program.key("Return")
    program.wait(lambda p: p["job"] == "save" and not program.find("Save world as", 0, p),
                 "the save is under way, and the dialog does not stand in the way")


def open_slowly(program, path):
    slow.hold()
    program.key("ctrl+o")
    program.need("Open world")
    choose_file(program, path)
    program.wait(lambda p: p["job"] == "open" and not program.find("Open world", 0, p),
                 "the world is being opened, and the dialog does not stand in the way")
    program.need("Opening " + os.path.basename(path))


def save_to_file(program, path):
    program.key("ctrl+shift+s")
    program.need("Save world as")
    choose_file(program, path)
    if os.path.exists(path) and program.find("exists already"):
        program.key("Return")
    program.wait(lambda p: p["file"] == path and not p["unsaved"], "a small world is saved at once")


def files_left(folder):
    return sorted(name for name in os.listdir(folder) if name.endswith(".tmp"))


slow = SlowFile()
with Program(executable, "--scene", "chase", pass_fds=[slow.read_end]) as program:
    pipe = make_pipe(program, "pipe.json")
    slow_file = slow.name(program.folder)
    saved = os.path.join(program.folder, "saved.json")

    # While it is saved, the window lives on and the simulation waits.
    save_to_pipe(program, pipe)
    program.need("Saving pipe.json")
    program.need("The simulation waits")
    program.wait(lambda p: not program.find("Save world as", 0, p), "the dialog does not stand in the way")
    before = program.probe()
    program.key("ctrl+shift+n")
    program.wait(lambda p: p["waiting"] == 1, "a change waits")
    program.need("1 change waits")
    program.key("ctrl+shift+n")
    program.key("ctrl+z")
    program.wait(lambda p: p["waiting"] == 3, "so does what takes one back")
    program.click_text("Enemy 3")
    program.need("Enemy 3", 1)
    program.key("f")
    now = program.wait(lambda p: p["camera"] != before["camera"], "selection and camera work")
    check(now["tick"] == before["tick"], "no tick runs")
    check(now["file"] == "" and now["job"] == "save", "nothing is saved yet")

    # A field shows what was asked for.
    left, top, right, bottom = program.need("range")
    program.control_click(program.need("Inspector")[0] + 200, (top + bottom) / 2)
    program.key("ctrl+a")
    program.type("42")
    program.key("Return")
    program.wait(lambda p: p["waiting"] == 4 and program.find("42", 0, p), "the field that waits shows its value")

    # Quitting waits for the save, and then asks about what was changed since.
    program.quit()
    program.need("next: Quit")
    with open(pipe, encoding="utf-8") as reader:
        written = json.load(reader)
    check(written["scene"]["tick"] == before["tick"], "the file holds the world as it was")
    check(all(entity.get("name") != "Entity" for entity in written["entities"]), "without what waited")
    check(entity_in(written, "Enemy 3")["components"]["MoveTarget"]["range"] != 42, "without the field")
    program.wait(lambda p: p["job"] == "" and p["file"] == pipe, "it is saved")
    program.need("Unsaved changes")
    check(program.probe()["unsaved"] and program.probe()["waiting"] == 0, "what waited is done, and unsaved")
    program.click_text("Cancel")
    check(program.process.poll() is None, "Cancel stays")
    program.wait(lambda p: p["tick"] > before["tick"], "the simulation goes on")
    program.key("space")
    save_to_file(program, saved)
    world = load(saved)
    check(entity_in(world, "Enemy 3")["components"]["MoveTarget"]["range"] == 42, "the edit that waited is kept")
    check(len([e for e in world["entities"] if e.get("name") == "Entity"]) == 1, "one of two creations was undone")
    program.key("ctrl+z")
    program.key("ctrl+z")
    program.wait(lambda p: p["unsaved"], "they are two steps to undo")
    program.key("ctrl+shift+z")
    program.key("ctrl+shift+z")
    program.wait(lambda p: not p["unsaved"], "and redone they are what was saved")

    # Once the file is being put into place, Cancel comes too late; what waits is done all the same.
    save_to_pipe(program, pipe)
    program.key("ctrl+shift+n")
    program.need("Saving pipe.json")
    program.key("Escape")
    program.need("Cancelling…")
    with open(pipe, "rb") as reader:
        reader.read()
    program.wait(lambda p: p["job"] == "" and p["waiting"] == 0 and p["file"] == pipe, "it ends, saved")

    # Opening: the running world stays usable, until the other is there.
    save_to_file(program, saved)
    here = saved
    open_slowly(program, slow_file)
    tick = program.probe()["tick"]
    program.key("F10")
    program.key("ctrl+shift+n")
    program.wait(lambda p: p["tick"] > tick and p["unsaved"] and p["waiting"] == 0, "ticks and edits go on")
    program.key("ctrl+s")
    program.need("Cancel that to save this world")
    program.click_text("Cancel", 0)
    slow.give("{")
    program.wait(lambda p: p["job"] == "", "it ends")
    program.need("Opening slow.json was cancelled")
    check(program.probe()["file"] == here and program.probe()["unsaved"], "the running world is as it was")

    # A world that comes while there are new changes asks before it takes the place.
    program.key("ctrl+s")
    program.wait(lambda p: not p["unsaved"], "saved")
    open_slowly(program, slow_file)
    program.key("ctrl+shift+n")
    slow.give(json.dumps(written))
    program.need("Unsaved changes")
    check(program.probe()["file"] == here, "nothing is lost without a question")
    program.click_text("Discard")
    program.wait(lambda p: p["file"] == "" and p["tick"] == before["tick"], "the world is there")
    check(not program.probe()["playing"], "and paused")

    # A new world while another is being opened: the latest wish counts.
    open_slowly(program, slow_file)
    program.key("ctrl+n")
    program.need("Cancelling…")
    slow.give(json.dumps(written))
    program.wait(lambda p: p["job"] == "" and p["tick"] == 0 and p["file"] == "", "the new world is there")
    check(program.find("0 entities"), "and the other does not come")

    # A bad file leaves the running world alone.
    open_slowly(program, slow_file)
    slow.give('{ "format": "chunkscope.world", "version": 1, "entities": [ 7 ] }')
    program.need("slow.json:1:")
    check(program.probe()["tick"] == 0 and program.find("0 entities"), "the world stays")
    open_slowly(program, slow_file)
    slow.give(json.dumps(written))
    program.wait(lambda p: p["tick"] == before["tick"] and p["job"] == "", "a good one comes")

    # A polite kill during a save ends in order: the save is finished, and what waited is kept.
    save_to_pipe(program, pipe)
    program.key("ctrl+shift+n")
    program.wait(lambda p: p["waiting"] == 1, "a change waits")
    program.signal(signal.SIGTERM)
    with open(pipe, encoding="utf-8") as reader:
        check(len(json.load(reader)["entities"]) == len(written["entities"]), "the save is finished")
    check(program.ended() == 0, "SIGTERM ends the program in order")
    check(len(load(recoveries_of(pipe)[0])["entities"]) == len(written["entities"]) + 1, "what waited is kept")


# From the command line, the window is there before a world that takes long is, and is paused until then.
with tempfile.TemporaryDirectory() as folder:
    slow.hold()
    with Program(executable, slow.name(folder), "--play", pass_fds=[slow.read_end]) as program:
        program.need("Opening slow.json")
        check(not program.probe()["playing"], "it waits")
        slow.give(json.dumps(written))
        program.wait(lambda p: p["job"] == "" and p["tick"] > before["tick"] and p["playing"], "the world comes and runs")
        program.quit()
        check(program.ended() == 0, "it quits")


def make_world(path, count):
    with open(path, "w", encoding="utf-8") as file:
        file.write('{ "format": "chunkscope.world", "version": 1, "entities": [\n')
        for i in range(1, count + 1):
            file.write('{ "id": "%dv1", "components": { "Health": { "hp": %d, "max": 100 },'
                       ' "Velocity": { "x": %d.25, "y": -1.5 } } }%s\n' % (i, i % 100, i % 7, "," if i < count else ""))
        file.write("] }\n")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def catch_save(program, do):
    """Starts saving and calls do() as soon as the progress shows; whether it still went on then."""
    def shows(probe):  # a message of a save before it may still be up
        return probe["job"] == "save" and any(t["text"].strip() == "Saving large.json" for t in probe["texts"])

    program.xdotool("key", "ctrl+s")
    caught = shows(program.wait(lambda p: shows(p) or not p["unsaved"], "the save shows its progress, or has ended"))
    if caught:
        do()
    return caught


# A large world, really cancelled and really killed: as large as it must be for that on this machine.
count, killed = 400_000, False
while not killed:
    check(count <= 3_200_000, "no world is large enough to be caught while it is saved")
    with tempfile.TemporaryDirectory() as folder:
        large = os.path.join(folder, "large.json")
        make_world(large, count)
        before = read(large)

        with Program(executable, large, "--paused") as second:
            second.wait(lambda p: p["file"] == large and p["job"] == "", "the world comes", 180)
            second.key("ctrl+shift+n")
            second.wait(lambda p: p["unsaved"], "an edit")
            cancelled = catch_save(second, lambda: second.xdotool("key", "Escape"))
            second.wait(lambda p: p["job"] == "", "the save ends", 120)
            cancelled = cancelled and second.probe()["unsaved"]
            if cancelled:
                second.need("Saving large.json was cancelled; the file is as it was")
                check(read(large) == before, "the old file is intact")
                check(files_left(folder) == [], "no temporary file is left")
                # Killed in the middle of the next save.
                killed = catch_save(second, lambda: second.signal(signal.SIGKILL))
                if killed:
                    check(second.ended() == -signal.SIGKILL, "it is dead")
                    check(read(large) == before or run(executable, "check", large)[0] == 0, "the file is whole")
    count *= 2
