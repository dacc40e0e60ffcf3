"""Long work goes on beside the window: a large scene is made, a figure of it is exported, and many entities are copied
while frames are drawn and ticks run.

A pipe in the place of a file makes an export last as long as the test wants: writing waits for a reader."""

import os
import sys
import xml.dom.minidom

from program import Program, check

executable = os.path.abspath(sys.argv[1])
COUNT = 60_000


def export(program, kind, path):
    replaces = os.path.exists(path)
    program.click_text("Archetypes")
    program.click_text("Export…")
    program.click_text("Archetypes as bars of bytes")
    program.click_text(kind)
    program.need("Cancel")
    program.key("ctrl+a")
    program.type(path)
    program.key("Return")
    if replaces:
        program.need("exists already")
        program.key("Return")


with Program(executable, "--scene", "stress", "--count", str(COUNT)) as program:
    program.wait(lambda p: program.find(f"{COUNT + 1:,} entities", 0, p), "the large scene is made")

    # An export that lasts: the window draws frames, the simulation runs, and the card says what is done.
    pipe = os.path.join(program.folder, "figure.svg")
    os.mkfifo(pipe)
    export(program, "SVG…", pipe)
    at_start = program.wait(lambda p: p["panel_job"] == "Exporting figure.svg" and p["dialog"] == "",
                            "the export goes on without the dialog")
    program.need("It shows the world as it was at tick")
    later = program.wait(lambda p: p["frame"] >= at_start["frame"] + 20 and p["tick"] > at_start["tick"] + 5,
                         "frames are drawn and ticks run")
    check(later["panel_job"] == "Exporting figure.svg", "while the export goes on")

    # Quitting asks; who stays, stays.
    program.quit()
    program.need("A job is not done")
    program.click_text("Stay")
    check(program.process.poll() is None, "Stay stays")

    with open(pipe, encoding="utf-8") as reader:
        drawn = reader.read()
    program.need("Exported figure.svg")
    program.wait(lambda p: p["panel_job"] == "", "the export has ended")
    xml.dom.minidom.parseString(drawn)
    tick = int(drawn.split("tick ")[1].split(" ")[0].replace(",", ""))
    check(tick <= at_start["tick"], f"the figure is of the moment it was asked for, tick {tick}")

    # A real picture: it is as it should be, and nothing half-written is left.
    picture = os.path.join(program.folder, "figure.png")
    export(program, "PNG…", picture)
    program.need("Exported figure.png")
    with open(picture, "rb") as file:
        check(file.read(8) == b"\x89PNG\r\n\x1a\n", "a whole picture")
    check(not [name for name in os.listdir(program.folder) if name.endswith(".tmp")], "no temporary file is left")

    # The scene is made anew with as many entities as before.
    before = program.probe()["tick"]
    program.key("ctrl+r")
    program.wait(lambda p: p["tick"] < before and program.find(f"{COUNT + 1:,} entities", 0, p),
                 "the scene is made anew, as large as it was")
