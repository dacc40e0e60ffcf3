"""A file's own types, files that a scene has outgrown, and that looking at a world is no change of its file."""

import os
import sys

from program import Program, check, run

executable = os.path.abspath(sys.argv[1])

LOSSY = """{ "format": "chunkscope.world", "version": 1, "scene": { "name": "bullets" },
  "components": { "Health": { "fields": { "hp": "i32", "max": "i32", "mana": "f32" } } },
  "entities": [ { "id": "1v1", "name": "Mage", "components": { "Health": { "hp": 5, "max": 6, "mana": 7.5 } } } ] }
"""
OWN = """{
  "format": "chunkscope.world",
  "version": 1,
  "components": {
    "Position": { "size": 24, "align": 8, "fields": { "x": "f64", "y": "f64", "z": "f64" } },
    "Radius":   { "size": 32, "align": 8, "fields": { "text": "string" } }
  },
  "systems": { "Movement": { "enabled": true } },
  "entities": [
    { "id": "1v1", "name": "Ship", "components": { "Position": { "x": 0.1234567890123, "y": 1e300, "z": 3 }, "Radius": { "text": "wide" } } }
  ]
}
"""


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def open_in(program, path):
    program.key("ctrl+o")
    program.need("Open world")
    program.key("ctrl+a")
    program.type(path)
    program.key("Return")


with Program(executable, "--scene", "chase", "--paused") as program:
    lossy = os.path.join(program.folder, "lossy.json")
    own = os.path.join(program.folder, "own.json")
    write(lossy, LOSSY)
    write(own, OWN)

    # What would be lost is named, and Cancel leaves all as it is.
    open_in(program, lossy)
    program.need("Values would be lost")
    program.need("Health: left out mana")
    program.click_text("Cancel")
    check(program.probe()["file"] == "", "the world that was open stays")
    open_in(program, lossy)
    program.need("Values would be lost")
    program.key("Escape")
    check(program.probe()["file"] == "", "Escape is Cancel")
    open_in(program, lossy)
    program.need("Values would be lost")
    program.key("Return")
    program.need_gone("Values would be lost")
    check(program.probe()["file"] == "", "Enter loses nothing")
    open_in(program, lossy)
    program.click_text("Load and drop")
    program.wait(lambda p: p["file"] == lossy, "the person may have it all the same")
    check(read(lossy) == LOSSY, "the file is as it was")

    # A file's own Position and Radius are shown, ticked, clicked at and saved as they are.
    open_in(program, own)
    program.wait(lambda p: p["file"] == own, "a file's own types are no question")
    program.need("Ship")
    program.key("F10")
    left, top, width, height = program.probe()["picture"]
    program.click(left + width / 2, top + height / 2)
    program.key("ctrl+a")
    program.key("f")
    program.key("ctrl+s")
    program.need("Saved own.json")
    check("\"x\": 0.1234567890123, \"y\": 1e+300" in read(own).replace("1e300", "1e+300"), "doubles stay doubles")
    check("\"text\": \"wide\"" in read(own), "and texts texts")
    program.quit()
    check(program.ended() == 0, "it quits without a question")

    # From the command line the window asks, too, unless it was told.
    with Program(executable, lossy, "--paused", config=program.config) as second:
        second.need("Values would be lost")
        second.click_text("Load and drop")
        second.wait(lambda p: p["file"] == lossy, "what the command line names is opened")
        second.need("Mage")
    with Program(executable, lossy, "--paused", "--migrate", config=program.config) as third:
        third.wait(lambda p: p["file"] == lossy, "--migrate is an answer")
        check(third.find("Values would be lost") is None, "so nothing is asked")

    # Who pans and zooms and saves has changed nothing, and looks there again the next time.
    chase = os.path.join(program.folder, "chase.json")
    code, _, errors = run(executable, "run", "--scene", "chase", "--ticks", 0, "--save", chase)
    check(code == 0, errors)
    before = read(chase)
    check("camera" not in before, "a file does not say where somebody looked")
    with Program(executable, chase, "--paused", config=program.config) as fourth:
        fourth.wait(lambda p: p["file"] == chase, "the file is opened")
        shown = fourth.wait(lambda p: p["camera"]["zoom"] > 0, "there is a picture")["camera"]
        fourth.wheel(*fourth.scene_position(400, 300), 1)
        moved = fourth.wait(lambda p: p["camera"] != shown, "the wheel zooms")["camera"]
        fourth.key("ctrl+s")
        fourth.need("Saved chase.json")
        check(read(chase) == before, "the saved file is the same, byte for byte")
        fourth.quit()
        check(fourth.ended() == 0, "there is nothing unsaved")
    with Program(executable, chase, "--paused", config=program.config) as fifth:
        again = fifth.wait(lambda p: p["file"] == chase, "the file is opened again")["camera"]
        close = all(abs(again[part] - moved[part]) < 1e-3 * max(1, abs(moved[part])) for part in ("x", "y", "zoom"))
        check(close, f"the camera is as it was left: {again}, not {moved}")
    check(sorted(os.listdir(program.folder)) == ["chase.json", "config", "lossy.json", "own.json", "probe.json"],
          "and nothing lies beside the files")
