"""A project that adds chunkscope as a subproject gets the very libraries of the build beside: every file is compiled
with the same command from the same sources, so that the program of such a project is linked here with the libraries
that are there. To compile them all again would take longer than all other tests together.

    subproject_test.py BUILD SUBPROJECT TARGET    both are build folders of Ninja, with compile_commands.json; builds
                                                  TARGET, a program of the project that has chunkscope in `chunkscope`
"""

import json
import os
import re
import subprocess
import sys

SUBFOLDER = "chunkscope/"
build, project, target = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]


def commands(folder, subfolder):
    """By output: the command that makes it, with the text of a unity file, as it would be without the folder."""
    found = {}
    with open(os.path.join(folder, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    for entry in entries:
        command = re.sub(r"^\S*ccache ", "", entry["command"])
        command = command.replace(f"{folder}/{subfolder}", "BUILD/").replace(folder, "BUILD")
        # Paths within the build folder alone: the folder of the project may be called like that, too.
        command = command.replace(f" {subfolder}", " ") if subfolder else command
        output = re.search(r" -o (\S+)", command).group(1)
        text = ""
        if "/Unity/" in entry["file"]:
            with open(entry["file"], encoding="utf-8") as file:
                text = file.read()
        found[output] = (command, text)
    return found


def target_of(output):
    return re.sub(r"\.dir/.*", "", output)


ours, theirs = commands(build, ""), commands(project, SUBFOLDER)
own = f"CMakeFiles/{target}.dir/"
libraries = {target_of(output) for output in theirs if not output.startswith(own)}
expected = {output for output in ours if target_of(output) in libraries}
found = {output for output in theirs if not output.startswith(own)}
different = sorted((expected ^ found) | {output for output in expected & found if ours[output] != theirs[output]})
if different or len(libraries) < 3:
    print(f"{len(different)} of {len(found)} files are compiled in another way in a subproject, the first: {different[:1]}")
    for output in different[:1]:
        print(ours.get(output), theirs.get(output), sep="\n")
    sys.exit(1)

lines = subprocess.run(["ninja", "-C", project, "-t", "commands", target], capture_output=True, text=True, check=True)
mine = [line for line in lines.stdout.splitlines() if f" -o {own}" in line or re.search(rf" -o {target}( |$)", line)]
linked = 0
for line in mine:
    line, count = re.subn(rf"(?<= ){SUBFOLDER}(\S+\.a)(?= |$)", rf"{build}/\1", line)
    linked += count
    subprocess.run(line, shell=True, cwd=project, check=True)
if not linked:
    sys.exit(f"{target} is linked with no library of chunkscope: {mine[-1:]}")
print(f"{len(found)} files are compiled as in the build beside; {target} is linked with its {linked} libraries")
