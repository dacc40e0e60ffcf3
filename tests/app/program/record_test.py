"""A running program is recorded from the command line: the bundle opens without it, also when the program was killed."""

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from program import wait_until

executable, example = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
folder = tempfile.mkdtemp()
programs = os.path.join(folder, "programs")
environment = dict(os.environ, CHUNKSCOPE_PROGRAMS=programs)
bundle = os.path.join(folder, "out.bundle.json")


def expect(truth, text):
    if not truth:
        sys.exit(text)


def start():
    program = subprocess.Popen([example], env=environment)
    atexit.register(program.kill)
    wait_until(lambda: os.path.isdir(programs) and os.listdir(programs), "the example says that it runs")
    return program


def record(seconds):
    return subprocess.Popen([executable, "attach", "headless example", "--record", bundle, "--seconds", str(seconds)],
                            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def opened():
    with open(bundle, encoding="utf-8") as file:
        time = json.load(file)["time"]
    done = subprocess.run([executable, "replay", bundle], capture_output=True, text=True, timeout=60)
    expect(done.returncode == 0, f"the bundle does not come out as it was recorded: {done.stdout}{done.stderr}")
    return time


program = start()
recording = record(2)
said, problem = recording.communicate(timeout=60)
expect(recording.returncode == 0 and "Recorded ticks " in said, f"recording: {said}{problem}")
time = opened()
expect(len(time["edits"]) > 20, f"few ticks were recorded: {len(time['edits'])}")

# The program is killed while it is recorded: what came is kept, and it is said.
recording = record(60)
os.remove(bundle)
expect(recording.stdout.readline().startswith("Recording "), "it does not say that it records")
program.send_signal(signal.SIGKILL)
program.wait()
said, problem = recording.communicate(timeout=60)
expect(recording.returncode == 0 and "ends early" in said, f"the program was killed: {said}{problem}")
opened()

for wrong in (["--seconds", "3"], ["--record", bundle, "--seconds", "0"]):
    done = subprocess.run([executable, "attach", "headless example", *wrong], capture_output=True, text=True, timeout=60)
    expect(done.returncode == 2, f"{wrong}: {done.returncode} {done.stderr}")
shutil.rmtree(folder)
