"""Ctrl+C ends a run of the Storage Lab on the command line at once, however much is left, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile

from program import check, wait_until

executable = os.path.abspath(sys.argv[1])

# Minutes of work: nearly as much as a scenario may have.
LONG = """{
  "components": { "Position": { "fields": { "x": "f32" } } },
  "steps": [ { "create": { "Position": { "x": 1 } }, "count": 10000 },
             { "each": [ "Position" ], "do": [ { "to": "Position", "plus": { "x": 1 } } ], "repeat": %d } ]
}
"""


def cpu_ticks(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


with tempfile.TemporaryDirectory() as folder:
    scenario = os.path.join(folder, "long.json")
    for arguments in (["--compare", scenario], ["--storage", "000", "--scenario", scenario],
                      ["--compare", scenario, "--out", os.path.join(folder, "figure.svg")]):
        with open(scenario, "w", encoding="utf-8") as file:
            file.write(LONG % 9_900)
        process = subprocess.Popen([executable, "lab", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        wait_until(lambda: process.poll() is not None or cpu_ticks(process) >= 50,  # half a second of work: it runs
                   f"{arguments} is at work")
        check(process.poll() is None, f"{arguments} ended by itself")
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            sys.exit(f"{arguments}: Ctrl+C did not end it")
        if process.returncode != -signal.SIGINT or out:
            sys.exit(f"{arguments}: code {process.returncode}, said {out} {err}")
        if os.listdir(folder) != ["long.json"]:
            sys.exit(f"{arguments} left {os.listdir(folder)}")

    # The command line obeys the same limit as the window.
    with open(scenario, "w", encoding="utf-8") as file:
        file.write(LONG % 10_000)
    done = subprocess.run([executable, "lab", "--compare", scenario], capture_output=True, text=True, timeout=60)
    if done.returncode != 1 or "long.json:4:" not in done.stderr or "may come to 100,000,000" not in done.stderr:
        sys.exit(f"code {done.returncode}, said: {done.stderr}")
