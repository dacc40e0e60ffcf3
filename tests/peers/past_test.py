"""The past of a real program: two moments of it are compared, and what happens is recorded until it is killed. A value
that the program changes meanwhile is in the record at its time.

    past_test.py CHUNKSCOPE KIND PROGRAM"""

import json
import os
import subprocess
import sys
import tempfile

from peer import check, entity_in, load, peer_of, wait_until

executable = os.path.abspath(sys.argv[1])
peer = peer_of(sys.argv[2:])
folder = tempfile.mkdtemp(prefix="chunkscope-peers-")
bundle = os.path.join(folder, "out.bundle.json")


def run(*words):
    done = subprocess.run([executable, *words], capture_output=True, text=True, timeout=120)
    check(done.returncode == 0, f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


def saved(name):
    file = os.path.join(folder, name)
    run("attach", *peer.attach_words(), "--save", file)
    return file


def record(relay):
    words = peer.attach_words(relay.port) if relay else peer.attach_words()
    recording = subprocess.Popen([executable, "attach", *words, "--record", bundle, "--seconds", "600"],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    check(recording.stdout.readline().startswith("Recording "), "it says that it records")
    return recording


def health(world):
    components = entity_in(world, "Hero")["components"]
    return next(value for path, value in components.items() if path.split("::")[-1] == "Health")["value"]


def at_tick(tick):
    file = os.path.join(folder, "then.json")
    run("replay", bundle, "--to", str(tick), "--save", file)
    return load(file)


with peer:
    # The fleet moves, and the hero stays what it is.
    before, after = saved("before.json"), saved("after.json")
    names = {entity["id"]: entity.get("name", "") for entity in load(after)["entities"]}
    compared = subprocess.run([executable, "diff", "--json", before, after], capture_output=True, text=True, timeout=120)
    check(compared.returncode in (0, 1), f"diff: {compared.stderr}")
    changed = json.loads(compared.stdout)["changed"]
    check(changed, "between two moments something moved")
    check(all(names.get(each["id"]) != "Hero" or "Health" not in each["field"] for each in changed),
          f"the hero's health did not change: {[each for each in changed if names.get(each['id']) == 'Hero']}")

    relay = peer.relay()
    first = health(load(saved("now.json")))
    recording = record(relay)
    peer.set_value(20)
    wait_until(lambda: health(load(saved("now.json"))) == 20, "another look sees the change")
    # Flecs says for a moment what it has said before; a program with a probe sends each tick.
    looks = relay.count(peer.looks_at_world) + 8 if relay else 0
    wait_until(lambda: relay is None or relay.count(peer.looks_at_world) >= looks, "the recorder looks on")
    peer.kill()
    said, problem = recording.communicate(timeout=120)
    check(recording.returncode == 0 and "ends early" in said, f"the program was killed while it was recorded: {said}{problem}")
    ticks = [int(word.replace(",", "")) for word in said.replace(".", " ").split() if word.replace(",", "").isdigit()]
    begin, end = ticks[0], ticks[1]
    check(health(at_tick(begin)) == first, f"at tick {begin} it is {first}, and not {health(at_tick(begin))}")
    check(health(at_tick(end)) == 20, f"at tick {end} it is 20, and not {health(at_tick(end))}: {said}")
    low, high = begin, end  # it changes between these
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if health(at_tick(middle)) == first else (low, middle)
    print(f"{peer.title}: {len(changed)} values differ between two moments; of ticks {begin} to {end}, recorded until it "
          f"was killed, the health changed in {high}")
