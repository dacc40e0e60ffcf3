"""Without a display the program says so in one sentence and ends with code 1."""

import os
import subprocess
import sys

executable = os.path.abspath(sys.argv[1])
environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
for arguments in ([], ["shot", "--scene", "chase", "--out", "/dev/null/shot.png"]):
    done = subprocess.run([executable, *arguments], env=environment, capture_output=True, text=True, timeout=60)
    if done.returncode != 1 or done.stderr.count("\n") != 1 or "display" not in done.stderr:
        sys.exit(f"code {done.returncode}, said: {done.stderr}")
