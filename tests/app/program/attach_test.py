"""The world of another program in the window: File > Attach… finds it, edits reach it and are undone, the contents stay
when it goes, and it goes on when it is back."""

import os
import re
import signal
import subprocess
import sys

from program import Program, check

executable = os.path.abspath(sys.argv[1])


class Served:
    """`chunkscope serve` beside the window."""

    def __init__(self, *arguments, port=0):
        self.process = subprocess.Popen([executable, "serve", *arguments, "--port", str(port), "--allow-edits"],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = re.search(r"listening on (127\.0\.0\.1:\d+)", line).group(1)
        self.port = int(self.address.split(":")[1])

    def end(self):
        """Returns what was changed in it."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=60)[1]


def attach(program, address):
    program.command("Attach")
    program.wait(lambda probe: probe["dialog"] == "Attach to a running program", "the dialog is open")
    program.click_text("Chunkscope")
    program.wait(lambda probe: any("Token" in text["text"] for text in probe["texts"]), "it asks for a token")
    program.click_text("127.0.0.1:15702")
    program.key("ctrl+a")
    program.type(address)
    program.key("Return")


def stands(program, name, there=True):
    """Until it stands by itself somewhere, or no more: messages about it go on."""
    program.wait(lambda probe: any(text["text"].strip() == name for text in probe["texts"]) == there,
                 f"{name} {'stands' if there else 'stands no more'} in the panels")


served = Served("--scene", "chase", "--paused")
with Program(executable, "--scene", "increment", "--paused") as program:
    attach(program, served.address)
    program.need("attached to Chunkscope")
    program.need("32 entities")
    program.wait(lambda probe: probe["selected"] != [], "an entity is selected")
    program.need("Seek")  # its systems are listed

    # The other program runs it: here nobody can play it.
    program.key("space")
    check(not program.probe()["playing"], "nobody plays it here")

    # An edit, and its undoing.
    program.key("F2")
    program.key("ctrl+a")
    program.type("Heroine")
    program.key("Return")
    stands(program, "Heroine")
    program.key("ctrl+z")
    stands(program, "Heroine", there=False)
    check(not program.probe()["unsaved"], "what is in the program is not unsaved here")

    # The program goes: what was seen last stays. It comes back with the same names: what was selected is.
    selected = program.probe()["selected"]
    changed = served.end()
    check(len(re.findall("changed:", changed)) == 2, f"it saw both changes: {changed}")
    program.need("not connected")
    program.need("32 entities")
    served = Served("--scene", "chase", "--paused", port=served.port)
    program.need("attached to Chunkscope")
    program.need("answers again")
    check(not any("does not answer" in toast for toast in program.probe()["toasts"]), "the newer message stands alone")
    program.need("7 archetypes ")
    check(program.probe()["selected"] == selected, "it is still selected")

    # It comes back with another world.
    served.end()
    program.need("not connected")
    served = Served("--scene", "increment", "--paused", port=served.port)
    program.need("attached to Chunkscope")
    program.need("9 entities")

    # Let go of, it is a world like any other, which no file has.
    program.command("Detach")
    program.need_gone("attached to Chunkscope")
    program.need("9 entities")
    check(program.probe()["unsaved"], "now it is nobody's, and can be saved")
    program.command("Serve this world")
    program.need("served at")
    program.command("Serve this world")
    program.need_gone("served at")
    program.command("Attach")
    program.need(served.address)  # the last one is offered again
    program.key("Escape")
served.end()

# Without a window.
served = Served("--scene", "chase", "--paused")
printed = subprocess.run([executable, "attach", "chunkscope", served.address, "--print"], capture_output=True, text=True,
                         timeout=60)
check(printed.returncode == 0 and "32 entities" in printed.stdout and "Player" in printed.stdout, printed)
served.end()
nobody = subprocess.run([executable, "attach", "chunkscope", served.address, "--print", "--wait", "1"],
                        capture_output=True, text=True, timeout=60)
check(nobody.returncode == 1 and "nothing listens there" in nobody.stderr, nobody)
