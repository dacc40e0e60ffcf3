"""Git compares and merges world files with the program, after the one command that docs/git.md names."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

executable, document = os.path.abspath(sys.argv[1]), sys.argv[2]
with open(document, encoding="utf-8") as file:
    text = file.read()
    command = re.search(r"```sh\n(.+?)\n```", text, re.S).group(1)
    hook = re.search(r"```bash\n(.+?\n)```", text, re.S).group(1)

folder = tempfile.mkdtemp()
tools, repository = os.path.join(folder, "bin"), os.path.join(folder, "levels of a game")
os.mkdir(tools)
os.mkdir(repository)
os.symlink(executable, os.path.join(tools, "chunkscope"))
environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
environment |= {"PATH": tools + os.pathsep + os.environ["PATH"], "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_PAGER": "cat", "LC_ALL": "C"}
for who in ("AUTHOR", "COMMITTER"):
    environment |= {f"GIT_{who}_NAME": "A tester", f"GIT_{who}_EMAIL": "tester@example.org"}


def run(command_line, code=0):
    done = subprocess.run(command_line, shell=isinstance(command_line, str), cwd=repository, env=environment,
                          capture_output=True, text=True, timeout=120)
    if done.returncode != code:
        sys.exit(f"{command_line}: code {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expect(truth, text):
    if not truth:
        sys.exit(text)


level = "deep/first level.chunkscope.json"


def change(steps):
    run(["chunkscope", "edit", level, "--change", steps, "--save", level])


def commit(message):
    run(["git", "add", "-A"])
    run(["git", "commit", "-qm", message])


def world():
    with open(os.path.join(repository, level), encoding="utf-8") as file:
        return json.load(file)


def player():
    return next(each for each in world()["entities"] if each.get("name") == "Player")


try:
    if shutil.which("git") is None:
        sys.exit("git is missing")
    run(["git", "init", "-q", "-b", "main"])
    run(command)
    os.mkdir(os.path.join(repository, "deep"))
    run(["chunkscope", "run", "--scene", "chase", "--count", "20", "--ticks", "0", "--save", level])
    commit("A level")

    # Saving without a change is no difference for git; a field is one line and is told by its name.
    run(["chunkscope", "run", level, "--ticks", "0", "--save", level])
    expect(run(["git", "status", "--porcelain"]) == "", "saving changed the file")
    change("PlayerInput : Position.x = 7")
    told = run(["git", "diff"])
    expect(f"world {level}\n" in told and re.search(r"~ \S+ Player  Position.x: \S+ -> 7\n", told), told)
    lines = run(["git", "diff", "--no-ext-diff", "--numstat"]).split()
    expect(lines[:2] == ["1", "1"], lines)
    run(["git", "checkout", "-q", level])

    # Two people change one component of one entity.
    run(["git", "checkout", "-qb", "theirs"])
    change("PlayerInput : Position.y = 8, name = \"Player\"")
    commit("y")
    run(["git", "checkout", "-q", "main"])
    change("PlayerInput : Position.x = 7")
    commit("x")
    run(["git", "merge", "-q", "--no-edit", "theirs"])
    expect(player()["components"]["Position"] == {"x": 7, "y": 8}, player())

    # The hook that keeps open conflicts out of commits.
    hook_file = os.path.join(repository, ".git", "hooks", "pre-commit")
    os.makedirs(os.path.dirname(hook_file), exist_ok=True)
    with open(hook_file, "w", encoding="utf-8") as file:
        file.write(hook)
    os.chmod(hook_file, 0o755)

    # One field, two values: git stops, names it, and leaves our side there; all else of theirs is in.
    run(["git", "checkout", "-qb", "other"])
    change("PlayerInput : Position.x = 100, Radius.value = 3")
    commit("100")
    run(["git", "checkout", "-q", "main"])
    change("PlayerInput : Position.x = 200")
    commit("200")
    told = run(["git", "merge", "--no-edit", "other"], code=1)
    expect(re.search(r"conflict: \S+ Player  Position.x: base 7, ours 200, theirs 100\n", told), told)
    expect("CONFLICT" in told, told)
    expect(player()["components"]["Position"]["x"] == 200, player())
    expect(player()["components"]["Radius"]["value"] == 3, player())
    conflicts = world()["conflicts"]
    expect([[each[key] for key in ("path", "base", "ours", "theirs")] for each in conflicts] ==
           [["Position.x", 7, 200, 100]], conflicts)
    expect(run(["git", "status", "--porcelain"]).startswith("UU "), "git does not know of the conflict")
    expect("unmerged world" in run(["git", "diff", "--cached"]), "an unmerged file")
    run(["git", "diff"])
    # A person decides for theirs; the commit waits until the mark is out, too.
    change("PlayerInput : Position.x = 100")
    run(["git", "add", "-A"])
    told = run(["git", "commit", "-qm", "Merge"], code=1)
    expect("1 conflict of a merge must be decided" in told and level in told, told)
    decided = world()
    del decided["conflicts"]
    with open(os.path.join(repository, level), "w", encoding="utf-8") as file:
        json.dump(decided, file)
    commit("Theirs")
    expect(player()["components"]["Position"]["x"] == 100, player())

    # New files, files that go, and files that are damaged do not stop git.
    run(["git", "mv", level, "deep/second.chunkscope.json"])
    told = run(["git", "diff", "--no-renames", "HEAD"])
    expect(told.count("world ") == 2 and "20 removed" not in told.split("world ")[0], told)
    with open(os.path.join(repository, "deep/second.chunkscope.json"), "a", encoding="utf-8") as file:
        file.write("x")
    expect("cannot be compared" in run(["git", "diff", "HEAD"]), "a damaged file")
finally:
    shutil.rmtree(folder)
