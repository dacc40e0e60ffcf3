"""The window pauses a program with a probe, steps it, slows it down, stops it at a breakpoint and lets it go on; a window
that is killed lets it go on, too."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from program import Program, check, wait_until

executable, example = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
folder = tempfile.mkdtemp()
os.environ["CHUNKSCOPE_PROGRAMS"] = os.path.join(folder, "programs")


def said_tick():
    """What a look at the program says, which is the only one at that time."""
    done = subprocess.run([executable, "attach", "headless example", "--print"], capture_output=True, text=True, timeout=60)
    check(done.returncode == 0, f"the program is seen: {done.stderr}")
    found = re.search(r"^(paused )?at tick ([\d,]+)$", done.stdout, re.M)
    check(found, f"it says where its ticks are: {done.stdout}")
    check(not found.group(1), f"nobody holds it: {done.stdout}")
    return int(found.group(2).replace(",", ""))


game = subprocess.Popen([example])
wait_until(lambda: os.path.isdir(os.environ["CHUNKSCOPE_PROGRAMS"]) and os.listdir(os.environ["CHUNKSCOPE_PROGRAMS"]),
           "the example says that it runs")
with Program(executable, "attach", "headless example") as program:
    seen = program.wait(lambda probe: probe["playing"] and probe["tick"] > 0, "the program runs")
    program.wait(lambda probe: probe["tick"] > seen["tick"] + 5, "its ticks are seen")
    program.key("space")
    tick = program.wait(lambda probe: not probe["playing"], "it is paused")["tick"]
    program.need(f"tick {tick:,}")
    program.key("F10")
    program.wait(lambda probe: probe["tick"] == tick + 1, "it made one step")
    program.key("F11")
    program.wait(lambda probe: probe["tick"] == tick + 2, "its one system ran, and so the tick is over")
    program.key("ctrl+F10")
    stepped = program.wait(lambda probe: probe["tick"] > tick + 2 and not probe["playing"], "it made several steps")
    check(stepped["tick"] == tick + 12, f"it made ten steps: {tick + 2} to {stepped['tick']}")

    program.key("bracketleft")
    program.need("0.5×")
    program.key("bracketright")
    program.need("1×")
    program.key("bracketright")
    program.need("it can only be slowed down")
    program.key("space")
    program.wait(lambda probe: probe["playing"] and probe["tick"] > tick + 20, "it runs again")

    # The program checks the breakpoint itself: it stops at this very tick, of which nobody may have seen the one before.
    program.go_to("Breakpoints")
    program.click_text("Type a breakpoint")
    seen = program.probe()
    far = seen["tick"] + 120
    program.type(f"Position.x > {far}.5 & Velocity.x == 1")
    program.key("Return")
    stopped = program.wait(lambda probe: not probe["playing"] and probe["tick"] > tick, "the program stops itself")
    check(far <= stopped["tick"] <= far + 1, f"it stopped when it came true: {far}, {stopped['tick']}")
    program.need("Stopped after Move")
    program.need("Position.x of")
    check(not program.find("only this view"), "the program stands still, not only the view")
    check(program.find(f"{far:,}") or program.find(f"{far + 1:,}"), "the value after is shown")
    program.click_text("Go on")
    program.wait(lambda probe: probe["playing"] and probe["tick"] > far + 20, "it goes on")
    program.need("1 hit")
    program.need_gone("Stopped after Move")

    # A window that is killed while it holds the program.
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused again")
    program.process.send_signal(signal.SIGKILL)
    program.process.wait()
first = said_tick()
wait_until(lambda: said_tick() > first, "it goes on")
game.kill()
game.wait()
shutil.rmtree(folder)
