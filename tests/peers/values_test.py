"""What a real program holds, and what Chunkscope shows of it: every component that the program tells of every entity that
a test knows, value by value. The program's own protocol says what is right.

    values_test.py CHUNKSCOPE KIND PROGRAM"""

import json
import os
import subprocess
import sys
import tempfile

from peer import check, entity_in, load, peer_of

executable = os.path.abspath(sys.argv[1])
peer = peer_of(sys.argv[2:])

# What is shown in another way: the name, and who is below whom.
NOT_PARTS = {"Name", "ChildOf", "Children", "Called", "Parent"}


def attach(*words):
    done = subprocess.run([executable, "attach", *peer.attach_words(), *words], capture_output=True, text=True,
                          timeout=120)
    check(done.returncode == 0, f"attach {words}: {done.stdout}{done.stderr}")
    return done.stdout


def same(shown, told, name_of):
    """Whether a value of a world file is what the program says. What Chunkscope has no kind for it shows as a text of
    JSON; a component with one value has a field called value; an entity is known by its name."""
    if isinstance(told, bool) or isinstance(shown, bool):
        return shown == told
    if isinstance(shown, (int, float)) and isinstance(told, (int, float)):
        return shown == told or abs(shown - told) <= 1e-6 * max(abs(shown), abs(told))
    if isinstance(shown, int) and isinstance(told, str):
        return str(shown) == told  # Flecs writes numbers of 64 bits as texts
    if isinstance(shown, dict) and set(shown) == {"value"} and not (isinstance(told, dict) and set(told) == {"value"}):
        return same(shown["value"], told, name_of)
    if isinstance(shown, dict) and isinstance(told, dict):
        return set(shown) == set(told) and all(same(shown[each], told[each], name_of) for each in told)
    if isinstance(shown, dict) and isinstance(told, list):
        return list(shown) == [str(i) for i in range(len(told))] and same(list(shown.values()), told, name_of)
    if isinstance(shown, list) and isinstance(told, list):
        return len(shown) == len(told) and all(same(a, b, name_of) for a, b in zip(shown, told))
    if isinstance(shown, str):
        if shown == told or (name_of(shown, told)):
            return True
        try:
            value = json.loads(shown)
            return value == told if isinstance(value, str) else same(value, told, name_of)
        except ValueError:
            return False
    return shown == told


with peer:
    told_names = peer.names() if hasattr(peer, "names") else {}
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "seen.json")
        attach("--save", file)
        world = load(file)
    ids = {entity["id"]: entity.get("name", "") for entity in world["entities"]}

    def name_of(shown, told):
        return shown in ids and ids[shown] != "" and ids[shown] == told_names.get(told, told)

    compared = 0
    for name in peer.known:
        told, shown = peer.entity(name), entity_in(world, name).get("components", {})
        told = {path.split(".")[-1]: value for path, value in told.items() if path not in NOT_PARTS}
        shown = {path.split("::")[-1].replace(", ", ","): value for path, value in shown.items() if path not in NOT_PARTS}
        for part, value in told.items():
            if value is None:  # one without a description
                continue
            check(part in shown, f"{name} is shown without its {part}: {value}; only {sorted(shown)}")
            check(same(shown[part], value, name_of), f"{name}.{part} is {value} and is shown as {shown[part]}")
            compared += 1
    for child, parent in peer.below.items():
        check(ids[entity_in(world, child)["parent"]] == parent, f"{child} is below {parent}")
    print(f"{peer.title}: {compared} components are shown with the values that the program has")

    printed = attach("--print")
    if hasattr(peer, "hidden"):
        check(f"and {peer.hidden()} hidden" in printed, f"{peer.hidden()} are hidden: {printed}")
    check("Hero" in printed and peer.title in printed, f"--print: {printed}")
    count = len(world["entities"])
    check(count >= peer.count, f"{count} entities are shown of a crowd of {peer.count} and others")
