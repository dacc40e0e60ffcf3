"""Files that are dragged onto the window, as from a file manager: a world is opened, unsaved work asks first, and what
is no world is refused with a sentence."""

import os
import subprocess
import sys
import tempfile

from program import Program, check, run

try:
    from xdnd import DropSource
except ImportError:
    print("python3-xlib is not there: nothing was dropped")
    sys.exit(77)

executable = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp(prefix="chunkscope-drop-")
world = os.path.join(folder, "a level.json")
code, _, errors = run(executable, "run", "--scene", "chase", "--count", 3, "--ticks", 0, "--save", world)
check(code == 0, errors)
notes = os.path.join(folder, "notes.json")
with open(notes, "w", encoding="utf-8") as file:
    file.write("not a world")

with Program(executable, "--scene", "bob", "--paused") as program:
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--class", "chunkscope"], capture_output=True, text=True)
    window = int(found.stdout.split()[0])
    source = DropSource()

    check(source.drop(window, world.replace(" ", "%20"), 400, 300), "the window takes a file")
    program.wait(lambda probe: probe["file"] == world, "the world is open")

    check(source.drop(window, notes, 400, 300), "it takes any file")
    program.need("notes.json")
    check(program.probe()["file"] == world, "what is no world leaves the open one alone")

    program.key("ctrl+shift+n")
    program.wait(lambda probe: probe["unsaved"], "something is unsaved")
    check(source.drop(window, world.replace(" ", "%20"), 400, 300), "it takes the file again")
    program.wait(lambda probe: probe["dialog"], "unsaved work asks first")
    check(program.probe()["unsaved"], "and is still there")
    program.key("Escape")
    program.signal()
    check(program.ended() == 0, "it ends")
