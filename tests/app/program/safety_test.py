"""Nothing is lost: neither what somebody else wrote to the file meanwhile, nor what was not saved when the program
ended, however it ended."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile

from program import Program, check, entity_in, load, recoveries_of, run

executable = os.path.abspath(sys.argv[1])
# A test that runs under nohup or in the background of a shell would pass on that these are ignored.
for number in (signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)


def make_world(folder, name, count=3):
    path = os.path.join(folder, name)
    code, _, errors = run(executable, "run", "--scene", "chase", "--count", count, "--ticks", 0, "--save", path)
    check(code == 0, errors)
    return path


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def add_entity(program):
    program.key("ctrl+shift+n")
    program.wait(lambda p: p["unsaved"], "a new entity is unsaved")


# Somebody else writes the file that is open.
folder = tempfile.mkdtemp(prefix="chunkscope-test-")
world = make_world(folder, "level.json")
theirs = make_world(folder, "theirs.json", count=7)
config = os.path.join(folder, "config")
with Program(executable, world, "--paused", config=config) as program:
    check(world in load(os.path.join(config, "chunkscope", "settings.json"))["recent_files"],
          "a file that was opened is remembered at once")
    ours = len(load(world)["entities"])

    # A touch is no change.
    add_entity(program)
    os.utime(world)
    program.key("ctrl+s")
    program.wait(lambda p: not p["unsaved"], "it is saved without a question")
    check(len(load(world)["entities"]) == ours + 1, "over the file")

    # Another content is told, calmly, and saving asks.
    shutil.copy(theirs, world)
    program.need("level.json changed on disk")
    add_entity(program)
    program.key("ctrl+s")
    program.need("The file changed on disk")
    check(bytes_of(world) == bytes_of(theirs), "nothing is written before the answer")
    program.key("Escape")
    program.wait(lambda p: not program.find("Keep mine (overwrite)", 0, p), "Escape cancels")
    check(bytes_of(world) == bytes_of(theirs) and program.probe()["unsaved"], "and nothing was done")

    program.key("ctrl+s")
    program.click_text("Save as…")
    program.need("Save world as")
    program.key("ctrl+a")
    aside = os.path.join(folder, "aside.json")
    program.type(aside)
    program.key("Return")
    program.wait(lambda p: p["file"] == aside and not p["unsaved"], "Save as… keeps both")
    check(bytes_of(world) == bytes_of(theirs), "theirs is untouched")
    check(len(load(aside)["entities"]) == ours + 2, "ours is beside it")

    shutil.copy(theirs, aside)
    add_entity(program)
    program.key("ctrl+s")
    program.click_text("Keep mine (overwrite)")
    program.wait(lambda p: not p["unsaved"], "Keep mine saves")
    check(len(load(aside)["entities"]) == ours + 3, "over theirs")

    shutil.copy(theirs, aside)
    add_entity(program)
    program.key("ctrl+s")
    program.need("The file changed on disk")
    # The message about the file has a button with the same word.
    row = program.need("Keep mine (overwrite)")
    reload = next(t["rect"] for t in program.probe()["texts"] if t["text"] == "Reload" and t["rect"][1] == row[1])
    program.click((reload[0] + reload[2]) / 2, (reload[1] + reload[3]) / 2)
    program.wait(lambda p: not p["unsaved"] and program.find(f"{len(load(theirs)['entities'])} entities", 0, p),
                 "Reload shows what is on disk")
    check(bytes_of(aside) == bytes_of(theirs), "which stays")
    check(not recoveries_of(aside), "no backup is left")

    # A file that went is told and written anew; what is no file is not written over.
    os.remove(aside)
    program.need("aside.json is not there any more")
    add_entity(program)
    program.key("ctrl+s")
    program.wait(lambda p: not p["unsaved"] and os.path.exists(aside), "it is written anew")
    os.remove(aside)
    os.mkdir(aside)
    add_entity(program)
    program.key("ctrl+s")
    program.need("folder")  # of "it is a folder", which may be broken into two lines
    check(program.probe()["unsaved"], "nothing was saved")
    os.rmdir(aside)
    program.key("ctrl+s")
    program.wait(lambda p: not p["unsaved"], "and when the folder is gone, it is")
    program.quit()
    check(program.ended() == 0, "it quits")

# However the program is ended, the next start without arguments offers what was not saved.
for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
    with Program(executable, world, "--paused", config=config) as program:
        add_entity(program)
        program.signal(number)
        check(program.ended() == 0, f"{number.name} ends the program in order")
    check(len(recoveries_of(world)) == 1, f"{number.name} keeps the recovery file")
    with Program(executable, "--paused", config=config) as program:
        program.need("Recover unsaved work")
        program.click_text("Discard")
        program.wait(lambda p: not recoveries_of(world), "it can be turned down")
        program.quit()
        check(program.ended() == 0, "it quits")

# Two programs on one file: the backup of the one is not the other's to discard. A kill leaves it for the next start.
first = Program(executable, world, "--paused", config=config)
with first:
    add_entity(first)
    first.wait(lambda p: recoveries_of(world), "a backup is written within ten seconds", seconds=30)
    backup = recoveries_of(world)[0]
    with Program(executable, world, "--paused", config=config) as second:
        second.need(f"level.json is open in another Chunkscope (process {first.process.pid})")
        check(not second.find("Recover unsaved work"), "it is not offered")
        second.signal(signal.SIGTERM)
        check(second.ended() == 0, "the second ends")
    check(recoveries_of(world) == [backup], "the backup is still there")
    first.process.kill()
    first.process.wait()
with Program(executable, "--paused", config=config) as program:
    program.need("Recover unsaved work")
    entities = len(load(world)["entities"])
    program.click_text("Recover")
    program.wait(lambda p: p["file"] == world and p["unsaved"], "it comes back as unsaved work")
    check(len(recoveries_of(world)) == 1, "and stays on disk until there is something newer")
    # Not even a second kill right now loses it.
    program.process.kill()
    program.process.wait()
with Program(executable, "--paused", config=config) as program:
    program.need("Recover unsaved work")
    program.click_text("Recover")
    program.wait(lambda p: p["file"] == world and p["unsaved"], "it comes back again")
    program.key("ctrl+s")
    program.wait(lambda p: not p["unsaved"] and not recoveries_of(world), "saved, it is gone")
    check(len(load(world)["entities"]) == entities + 1, "and whole")
    program.quit()
    check(program.ended() == 0, "it quits")

# Where nothing can be kept, ending by a signal is no success.
large = os.path.join(folder, "large.json")
code, _, errors = run(executable, "run", "--scene", "stress", "--count", 3000, "--ticks", 0, "--save", large)
check(code == 0 and os.path.getsize(large) > 400_000, errors)
limited = ["-c", 'ulimit -f 200; exec "$0" "$@"', executable, large, "--paused"]
with Program("bash", *limited, config=config) as program:
    add_entity(program)
    program.signal(signal.SIGTERM)
    check(program.ended() == 1, "what was unsaved is lost, and the exit code says so")

# The display goes away under the program.
read_end, write_end = os.pipe()
server = subprocess.Popen(["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1400x900x24", "-noreset"],
                          pass_fds=[write_end], stderr=subprocess.DEVNULL)
os.close(write_end)
display = os.environ["DISPLAY"]
with os.fdopen(read_end) as answer:
    os.environ["DISPLAY"] = ":" + answer.readline().strip()
with Program(executable, world, "--paused", config=config) as program:
    add_entity(program)
    server.kill()
    server.wait()
    program.ended()
os.environ["DISPLAY"] = display
check(len(recoveries_of(world)) == 1, "what was unsaved is kept when the display is lost")
check(len(load(recoveries_of(world)[0])["entities"]) == entities + 2, "and whole")
shutil.rmtree(folder, ignore_errors=True)

# A crash leaves a report, which the next start names, beside the offer of what was not saved.
with Program(executable, "--paused", config=config) as program:
    add_entity(program)
    folder_of_reports = os.path.join(config, "chunkscope")
    program.signal(signal.SIGSEGV)
    check(program.ended() == -signal.SIGSEGV, "it ends by the signal, so that others see it, too")
    reports = [name for name in os.listdir(folder_of_reports) if name.startswith("crash-")]
    check(len(reports) == 1, f"one report: {reports}")
    text = bytes_of(os.path.join(folder_of_reports, reports[0])).decode()
    check("SIGSEGV" in text and "a world came" in text, text)
with Program(executable, "--paused", config=config) as program:
    program.need("crashed last time")
    program.quit()
with Program(executable, "--paused", config=config) as program:
    program.rest()
    check(program.find("crashed last time") is None, "it is told once")
    program.quit()
