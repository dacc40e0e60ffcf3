"""Drives the real program with real mouse and keys. What it clicks on it finds by the words on the screen, which the
program writes to a probe file with every frame."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def fail(message):
    print("FAILED:", message, file=sys.stderr)
    sys.exit(1)


def check(condition, message):
    if not condition:
        fail(message)


class Program:
    def __init__(self, executable, *arguments, config=None):
        self.folder = tempfile.mkdtemp(prefix="chunkscope-test-")
        self.config = config or os.path.join(self.folder, "config")
        self.probe_file = os.path.join(self.folder, "probe.json")
        environment = dict(os.environ, CHUNKSCOPE_UI_PROBE=self.probe_file, XDG_CONFIG_HOME=self.config)
        self.process = subprocess.Popen([executable, *arguments], env=environment)
        # The scene may stand behind another panel, as it was left the last time; words are always there.
        self.wait(lambda probe: probe["view"][0] > 0 or len(probe["texts"]) > 20, "the window does not come up")
        # Without a window manager nobody gives the window the keyboard.
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "Chunkscope"],
                               capture_output=True, text=True, check=True).stdout.split()
        self.window = found[-1]
        subprocess.run(["xdotool", "windowfocus", "--sync", self.window], check=True)
        self.settle()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    # What stands on the screen

    def probe(self):
        try:
            with open(self.probe_file, encoding="utf-8") as file:
                return json.load(file)
        except (OSError, ValueError):
            return None

    def wait(self, condition, message, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            if self.process.poll() is not None and "end" not in message:
                fail(f"the program ended with code {self.process.returncode}: {message}")
            probe = self.probe()
            if probe is not None and condition(probe):
                return probe
            time.sleep(0.05)
        fail(message + "\non the screen:\n" + "\n".join(t["text"] for t in (self.probe() or {"texts": []})["texts"]))

    def settle(self):
        time.sleep(0.35)

    def find(self, text, nth=0, probe=None):
        """The rectangle of the nth run of text that is, or else contains, `text`."""
        texts = (probe or self.probe())["texts"]
        exact = [t for t in texts if t["text"].strip() == text]
        found = exact or [t for t in texts if text in t["text"]]
        return found[nth]["rect"] if len(found) > nth else None

    def need(self, text, nth=0):
        self.wait(lambda probe: self.find(text, nth, probe), f"\"{text}\" does not stand on the screen")
        return self.find(text, nth)

    # Mouse and keys

    def xdotool(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True)

    def move(self, x, y):
        self.xdotool("mousemove", "--window", self.window, int(x), int(y))
        time.sleep(0.12)

    def click(self, x, y, button=1):
        self.move(x, y)
        self.xdotool("mousedown", button)
        time.sleep(0.08)
        self.xdotool("mouseup", button)
        self.settle()

    def quick_click(self, x, y):
        """Move, press and let go faster than the program draws a frame."""
        self.xdotool("mousemove", "--window", self.window, int(x), int(y), "click", "--delay", 0, 1)
        self.settle()

    def double_click(self, x, y, gap_ms=1):
        """Both clicks within a frame, where frames are long."""
        self.move(x, y)
        self.xdotool("click", "--repeat", 2, "--delay", gap_ms, 1)
        self.settle()

    def control_click(self, x, y):
        self.xdotool("keydown", "ctrl")
        self.click(x, y)
        self.xdotool("keyup", "ctrl")
        self.settle()

    def click_text(self, text, nth=0):
        left, top, right, bottom = self.need(text, nth)
        self.click((left + right) / 2, (top + bottom) / 2)

    def key(self, name):
        words = name.split("+")
        for word in words:
            self.xdotool("keydown", word)
            time.sleep(0.05)
        for word in reversed(words):
            self.xdotool("keyup", word)
            time.sleep(0.05)
        self.settle()

    def type(self, text):
        self.xdotool("type", "--delay", 40, text)
        self.settle()

    def scene_position(self, world_x, world_y):
        """Where a world point is in the window. The hint stands in the lower left corner of the picture, which fills
        its panel from the left edge of the transport on."""
        probe = self.probe()
        hint = self.find("Space pauses", probe=probe)
        check(hint, "the hint of the scene is not there")
        scale_gap = 8
        left = hint[0] - scale_gap
        bottom = hint[3] + scale_gap
        width, height = probe["view"]
        camera = probe["camera"]
        return (left + width / 2 + (world_x - camera["x"]) * camera["zoom"],
                bottom - height / 2 + (world_y - camera["y"]) * camera["zoom"])

    # The end

    def quit(self):
        self.key("ctrl+q")

    def ended(self, seconds=15):
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            fail("the program does not end")

    def signal(self, number=signal.SIGTERM):
        self.process.send_signal(number)


def run(executable, *arguments):
    """The command line: (exit code, output, errors)."""
    done = subprocess.run([executable, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def load(file):
    with open(file, encoding="utf-8") as opened:
        return json.load(opened)


def entity_in(world, name):
    for entity in world["entities"]:
        if entity.get("name") == name:
            return entity
    fail(f"no entity is called {name}")
