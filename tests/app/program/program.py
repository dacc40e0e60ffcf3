"""Drives the real program with real mouse and keys. What it clicks on it finds by the words on the screen, which the
program writes to a probe file with every frame.

Nothing here waits for a time. The probe says how much of the mouse and the keys the program has seen, and how many
frames it has drawn: after each input we wait until it was seen, and then until the picture has had the frames that
the panels need to come to rest. What takes longer is awaited by its state, with wait() or need()."""

import glob
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Upper bounds, which fail; a test that passes never comes near them.
LONGEST_WAIT = 60
POLL_SECONDS = 0.004

# After the frame that handled an input: what opens is sized in the next one, and rests in the one after that; the last
# is for what these ask for in turn.
MOST_NUDGES = 100
FRAMES_TO_REST = 3


def fail(message):
    print("FAILED:", message, file=sys.stderr)
    sys.exit(1)


def check(condition, message):
    if not condition:
        fail(message)


def wait_until(look, awaited, seconds=LONGEST_WAIT, state=lambda: ""):
    """Looks again and again, until look() returns something that counts as true, which is returned."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            fail(f"not within {seconds} s: {awaited}\n{state()}")
        time.sleep(POLL_SECONDS)


def mark_tour_as_seen(config):
    """Who starts the program for the first time gets the tour, which the other tests are not about."""
    settings = os.path.join(config, "chunkscope", "settings.json")
    if not os.path.exists(settings):
        os.makedirs(os.path.dirname(settings), exist_ok=True)
        with open(settings, "w", encoding="utf-8") as file:
            json.dump({"tour.seen": True}, file)


def own_folder():
    """A new folder. Its name is digits, which are all of one width: a message that names a file breaks into the same
    lines in each run."""
    while True:
        folder = os.path.join(tempfile.gettempdir(), f"chunkscope-test-{random.randrange(10 ** 8):08}")
        try:
            os.mkdir(folder, 0o700)
            return folder
        except FileExistsError:
            pass


class Program:
    def __init__(self, executable, *arguments, config=None, pass_fds=(), first_start=False,
                 in_own_folder=False):
        self.folder = own_folder()
        self.config = config or os.path.join(self.folder, "config")
        if not first_start:
            mark_tour_as_seen(self.config)
        self.probe_file = os.path.join(self.folder, "probe.json")
        self.last_read, self.last_probe = None, None
        self.last_click = None
        self.at_rest = False
        environment = dict(os.environ, LC_ALL="C.UTF-8", CHUNKSCOPE_UI_PROBE=self.probe_file, XDG_CONFIG_HOME=self.config,
                           XDG_STATE_HOME=os.path.join(self.config, "state"))
        self.process = subprocess.Popen([executable, *arguments], env=environment, pass_fds=pass_fds,
                                        cwd=self.folder if in_own_folder else None)
        # The scene may stand behind another panel, as it was left the last time; words are always there.
        self.wait(lambda probe: probe["picture"][2] > 0 or len(probe["texts"]) > 20, "the window comes up")
        # Without a window manager nobody gives the window the keyboard.
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "Chunkscope"],
                               capture_output=True, text=True, check=True).stdout.split()
        self.window = found[-1]
        subprocess.run(["xdotool", "windowfocus", "--sync", self.window], check=True)
        self.wait(lambda probe: probe["focused"], "the window has the keyboard")
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
        """What the last frame told; None before the first one."""
        try:
            stamp = os.stat(self.probe_file)
            stamp = (stamp.st_ino, stamp.st_mtime_ns, stamp.st_size)
            if stamp != self.last_read:
                with open(self.probe_file, encoding="utf-8") as file:
                    self.last_probe = json.load(file)
                self.last_read = stamp
        except (FileNotFoundError, ValueError):  # it is renamed into place, so it is whole or not there
            pass
        return self.last_probe

    def wait(self, condition, awaited, seconds=LONGEST_WAIT, may_end=False):
        """Returns the first probe for which condition(probe) is true. `awaited` says what that means. The program must
        not end before, or if it may, None is returned."""
        ended = object()

        def look():
            over = self.process.poll() is not None
            probe = self.probe()
            # What is true at once may have come in this very frame, as when a dialog closes once a file is saved.
            if probe is None or not probe["idle"]:
                self.at_rest = False
            if probe is not None and condition(probe):
                return probe
            self.at_rest = False
            if over and not may_end:
                fail(f"the program ended with code {self.process.returncode} before: {awaited}")
            return ended if over else None

        found = wait_until(look, awaited, seconds, self.state)
        return None if found is ended else found

    def state(self):
        """The last probe, for a person."""
        probe = self.probe()
        if probe is None:
            return "the program has not drawn a frame"
        facts = {name: value for name, value in probe.items() if name != "texts"}
        return "the last state: " + json.dumps(facts) + "\non the screen:\n" + "\n".join(t["text"] for t in probe["texts"])

    def settle(self):
        """Until the picture rests: it had the frames for that, or the program sees no need for another one."""
        drawn = self.probe()["frame"]
        self.wait(lambda probe: probe["input"]["queued"] == 0 and
                  (probe["idle"] or probe["frame"] >= drawn + FRAMES_TO_REST), "the picture rests")
        self.at_rest = True

    def rest(self):
        """Before input: what was awaited has only just come, and nobody is so quick to answer it."""
        if not self.at_rest:
            self.settle()

    def find(self, text, nth=0, probe=None):
        """The rectangle of the nth run of text that is, or else contains, `text`: of about that part of the run."""
        texts = (probe or self.probe())["texts"]
        exact = [t["rect"] for t in texts if t["text"].strip() == text]
        found = exact or [self.part_of(t, text) for t in texts if text in t["text"]]
        return found[nth] if len(found) > nth else None

    @staticmethod
    def part_of(run, text):
        left, top, right, bottom = run["rect"]
        start, length = run["text"].index(text), max(len(run["text"]), 1)
        letter = (right - left) / length
        return [left + start * letter, top, left + (start + len(text)) * letter, bottom]

    def need(self, text, nth=0):
        probe = self.wait(lambda probe: self.find(text, nth, probe), f"\"{text}\" stands on the screen")
        return self.find(text, nth, probe)

    def need_left_of(self, x, text):
        """As need(), of a text that other panels show, too: the one that ends left of x."""
        def found(probe):
            return [t["rect"] for t in probe["texts"] if t["text"].strip() == text and t["rect"][2] < x]

        return found(self.wait(found, f"{text} stands left of {x}"))[0]

    def need_gone(self, text):
        self.wait(lambda probe: not self.find(text, 0, probe), f"\"{text}\" is gone from the screen")

    # Mouse and keys

    def xdotool(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True)

    def give(self, awaited, *words, may_end=False, **counts):
        """Gives the window some input, and waits until the program has drawn a frame that knows of it. `counts` is by
        how much its counts of what it saw must grow."""
        self.rest()
        before = self.probe()["input"]
        self.xdotool(*words)
        self.wait(lambda probe: probe["input"]["queued"] == 0 and
                  all(probe["input"][what] >= before[what] + more for what, more in counts.items()),
                  f"{awaited} is seen ({' '.join(map(str, words))}: {counts} more than {before})", may_end=may_end)
        self.at_rest = True  # as far as a gesture goes: settle() comes at its end

    def move(self, x, y):
        self.rest()
        x, y = int(x), int(y)
        self.xdotool("mousemove", "--window", self.window, x, y)
        seen = self.wait(lambda probe: probe["input"]["mouse"] == [x, y], f"the mouse is seen at {x}, {y}")
        # What is under the mouse in one frame is hovered in the next.
        self.wait(lambda probe: probe["idle"] or probe["frame"] >= seen["frame"] + 2, "the picture knows of the mouse")
        self.at_rest = True

    def not_a_double_click(self, x, y):
        """A click where one was before would be the second half of a double click for a while."""
        near = self.last_click and abs(self.last_click[0] - x) < 16 and abs(self.last_click[1] - y) < 16
        if near:
            # The program's clock stands while it rests; a moving mouse wakes it.
            for step in range(MOST_NUDGES):
                probe = self.wait(lambda probe: probe["idle"] or not probe["input"]["may_double"], "its clock stands")
                if not probe["input"]["may_double"]:
                    break
                self.move(x + step % 2 + 1, y)
            self.wait(lambda probe: not probe["input"]["may_double"], "the next click is one of its own")
        self.last_click = (x, y)

    def click(self, x, y, button=1):
        self.not_a_double_click(x, y)
        self.move(x, y)
        self.give("the button down", "mousedown", button, buttons=1)
        self.give("the button up", "mouseup", button, buttons=1)
        self.settle()

    def drag(self, from_x, from_y, to_x, to_y, button=1):
        self.not_a_double_click(from_x, from_y)
        self.move(from_x, from_y)
        self.give("the button down", "mousedown", button, buttons=1)
        for step in range(1, 5):
            self.move(from_x + (to_x - from_x) * step / 4, from_y + (to_y - from_y) * step / 4)
        self.give("the button up", "mouseup", button, buttons=1)
        self.last_click = (to_x, to_y)
        self.settle()

    def wheel(self, x, y, lines):
        """Turns the wheel there, away from the hand when `lines` is above 0."""
        self.move(x, y)
        self.give("the wheel", "click", "--repeat", abs(lines), "--delay", 0, 4 if lines > 0 else 5, wheel=abs(lines))
        self.settle()

    def quick_click(self, x, y):
        """Move, press and let go faster than the program draws a frame."""
        self.not_a_double_click(x, y)
        self.give("a quick click", "mousemove", "--window", self.window, int(x), int(y), "click", "--delay", 0, 1,
                  buttons=2)
        self.settle()

    def double_click(self, x, y, gap_ms=1):
        """Both clicks within a frame, where frames are long."""
        self.not_a_double_click(x, y)
        self.move(x, y)
        self.give("a double click", "click", "--repeat", 2, "--delay", gap_ms, 1, buttons=4)
        self.settle()

    def control_click(self, x, y):
        self.hold("ctrl")
        self.click(x, y)
        self.let_go("ctrl")

    def click_text(self, text, nth=0):
        left, top, right, bottom = self.need(text, nth)
        self.click((left + right) / 2, (top + bottom) / 2)

    def go_to(self, panel):
        """Brings the panel to the front and gives it the keyboard, by the command palette."""
        self.command("Go to " + panel)

    def command(self, label):
        """Runs what the command palette finds under this name."""
        self.key("ctrl+k")
        self.need("run and stay")
        self.type(label)
        self.need(label)
        self.key("Return")
        self.need_gone("run and stay")

    def save_state(self, file):
        """Saves the world as it is now, also while it is played, and returns the path with the usual ending."""
        self.command("Save state as")
        self.wait(lambda probe: probe["dialog"] == "Save state as", "it asks for a file")
        self.key("ctrl+a")
        self.type(file)
        self.key("Return")
        whole = file if file.endswith(".json") else file + ".chunkscope.json"
        self.wait(lambda probe: os.path.exists(whole) and not probe["job"] and not probe["dialog"], "the state is saved")
        return whole

    def hold(self, *names):
        """Presses keys one after the other, which stay down until let_go(), and repeat as the display has it."""
        words = [word for name in names for word in ("keydown", name)]
        self.give(f"{'+'.join(names)} down", *words, keys=len(names))

    def let_go(self, *names):
        words = [word for name in names for word in ("keyup", name)]
        self.give(f"{'+'.join(names)} up", *words, keys=len(names))
        self.settle()

    def key(self, name):
        """One key, or several together: "ctrl+shift+s". They go down and up at once, because a key that waits for
        a slow frame would repeat."""
        self.give(name, *self.taps(name), keys=2 * len(name.split("+")))
        self.settle()

    @staticmethod
    def taps(name):
        names = name.split("+")
        return [word for key in names for word in ("keydown", key)] + [word for key in reversed(names)
                                                                      for word in ("keyup", key)]

    def type(self, text):
        self.give(f"the text \"{text}\"", "type", "--delay", 1, text, characters=len(text))
        self.settle()

    def type_without_key(self, character):
        """A character that no key of the display has: xdotool lends it one, for as long as the delay, and a program
        that is busy may look at the key only when it means nothing again."""
        before = self.probe()["input"]["characters"]
        for delay_ms in (60, 250, 1000, 4000, 16000):
            self.rest()
            self.xdotool("type", "--delay", delay_ms, character)
            self.settle()
            if self.probe()["input"]["characters"] > before:
                return
        fail(f"{character} is never seen")

    def scene_position(self, world_x, world_y):
        """Where a world point is in the window."""
        probe = self.probe()
        left, top, width, height = probe["picture"]
        camera = probe["camera"]
        return (left + width / 2 + (world_x - camera["x"]) * camera["zoom"],
                top + height / 2 + (world_y - camera["y"]) * camera["zoom"])

    # The end

    def quit(self):
        """Asks the program to end, which it may do while the keys are still down: ended() or a question comes next."""
        self.give("Ctrl+Q", *self.taps("ctrl+q"), keys=4, may_end=True)

    def ended(self, seconds=LONGEST_WAIT):
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            fail(f"the program does not end within {seconds} s\n{self.state()}")

    def signal(self, number=signal.SIGTERM):
        self.process.send_signal(number)


def run(executable, *arguments):
    """The command line: (exit code, output, errors)."""
    done = subprocess.run([executable, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def load(file):
    with open(file, encoding="utf-8") as opened:
        return json.load(opened)


def recoveries_of(world_file):
    """The recovery files of a world: each run has its own, with its mark in the name."""
    return glob.glob(glob.escape(world_file) + ".*.recovery.json")


def entity_in(world, name):
    for entity in world["entities"]:
        if entity.get("name") == name:
            return entity
    fail(f"no entity is called {name}")
