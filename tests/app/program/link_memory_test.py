"""The memory of a program with a probe, in the window: Chunks, Archetypes and Doctor show what it has, a chunk opens byte by
byte, what was seen last stays when the program ends, and is renewed when it is back."""

import os
import subprocess
import sys
import tempfile

from program import Program

executable, example = map(os.path.abspath, sys.argv[1:3])

with tempfile.TemporaryDirectory() as folder:
    os.environ["CHUNKSCOPE_PROGRAMS"] = folder
    game = subprocess.Popen([example, "300"])
    try:
        with Program(executable, "attach", "headless example") as program:
            program.need("100 entities")
            program.go_to("Chunks")
            program.need("In the program")
            program.need("1 archetype · 4.0 KiB, 1.6 KiB wasted")
            program.need("exact")
            program.need("100 of 168")
            program.click_text("In the copy")
            program.need("These are chunks of the copy: Program headless example has its own")
            program.click_text("In the program")
            program.go_to("Doctor")
            program.need("No problems found in 4.0 KiB of Program")
            program.go_to("Archetypes")
            program.click_text("Position, Velocity")
            program.need("Back to the archetypes")
            program.need("header")
            game.kill()
            program.need("not connected")
            program.need("header")
            game.wait()
            game = subprocess.Popen([example, "300"])
            program.need("attached to Program headless example")
            program.need("header")
    finally:
        game.kill()
        game.wait()
