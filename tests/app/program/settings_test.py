"""Whatever numbers the settings have, the window comes up, fits the screen, and draws."""

import json
import os
import subprocess
import sys
import tempfile
from random import Random

from program import Program, check

executable = os.path.abspath(sys.argv[1])
SCREEN = subprocess.run(["xdotool", "getdisplaygeometry"], capture_output=True, text=True, check=True).stdout.split()


def start(settings):
    config = tempfile.mkdtemp(prefix="chunkscope-settings-")
    os.makedirs(os.path.join(config, "chunkscope"))
    with open(os.path.join(config, "chunkscope", "settings.json"), "w", encoding="utf-8") as file:
        json.dump({"tour.seen": True} | settings, file)
    return Program(executable, "--scene", "chase", "--paused", config=config)


def size(program):
    told = subprocess.run(["xdotool", "getwindowgeometry", "--shell", program.window], capture_output=True, text=True,
                          check=True).stdout
    facts = dict(line.split("=") for line in told.split())
    return int(facts["WIDTH"]), int(facts["HEIGHT"])


random = Random(29)
numbers = [0, -1, 1, 640.5, 100000, 1e9, 1e300, -1e300, 16384, "wide", None, True]
tries = [{"window.width": 100000, "window.height": 1000000000.0, "look.scale": 4.0}]
for _ in range(5):
    tries.append({name: random.choice(numbers) for name in
                  ("window.width", "window.height", "look.scale") if random.random() < 0.8})
for settings in tries:
    with start(settings) as program:
        width, height = size(program)
        check(width <= int(SCREEN[0]) and height <= int(SCREEN[1]), f"{settings}: the window fits, {width} x {height}")
        program.quit()
        check(program.ended() == 0, f"{settings}: it quits")

with start({"window.width": 1000, "window.height": 700}) as program:
    check(size(program) == (1000, 700), "a size that fits is kept")

# However large the controls are: the buttons that play and step come first, then the workspaces.
with start({"window.width": 1280, "window.height": 800, "look.scale": 2.0, "language": "ja"}) as program:
    program.need("調べる")
    unit = 2
    play = 1280 - (8 + 24 + 4 + 14 + 24 + 4 + 12) * unit  # left of it are stop, the arrow, and step
    program.click(play, 16 * unit)
    program.wait(lambda probe: probe["playing"], "it plays")
    program.click(play, 16 * unit)
    program.wait(lambda probe: not probe["playing"], "it pauses")
    program.quit()
    if program.find("保存していない変更"):
        program.click_text("破棄")
