"""Other programs at the world in the window: File > Serve this world shows the address, what they change is seen and undone,
and nothing listens before or after."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import urllib.request

from program import Program, check, fail

executable = os.path.abspath(sys.argv[1])
folder = tempfile.TemporaryDirectory()
os.environ["CHUNKSCOPE_PROGRAMS"] = os.path.join(folder.name, "programs")


def post(address, body, path="/"):
    request = urllib.request.Request(f"http://{address}{path}", json.dumps(body).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def call(address, method, params=None):
    answer = post(address, {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    check("result" in answer, f"{method}: {answer}")
    return answer["result"]


def served_at(probe):
    found = [re.search(r"served at (127\.0\.0\.1:\d+)", text["text"]) for text in probe["texts"]]
    return next((each.group(1) for each in found if each), None)


def stands(program, name, there=True):
    """Until it stands by itself somewhere, or no more: messages about it go on."""
    program.wait(lambda probe: any(text["text"].strip() == name for text in probe["texts"]) == there,
                 f"{name} {'stands' if there else 'stands no more'} in the panels")


def reaches(address):
    host, port = address.split(":")
    try:
        socket.create_connection((host, int(port)), timeout=60).close()
        return True
    except ConnectionRefusedError:
        return False


def attach(*arguments):
    """As another editor does, over the link."""
    return subprocess.run([executable, "attach", "--program", "chase", *arguments], capture_output=True, text=True, timeout=60)


def saved_over_link():
    file = os.path.join(folder.name, "seen.json")
    done = attach("--save", file)
    check(done.returncode == 0, f"the world in the window is attached to: {done.stderr}")
    with open(file, encoding="utf-8") as opened:
        return opened.read()


with Program(executable, "--scene", "chase", "--paused") as program:
    check(served_at(program.probe()) is None, "it is not served at first")
    program.command("Serve this world")
    address = served_at(program.wait(served_at, "the status bar shows the address"))
    # What is selected stands in view.
    selected = program.probe()["selected"][0]
    slot, generation = (int(part) for part in selected.split("v"))
    entity = generation << 32 | slot
    check(call(address, "world.get_components", {"entity": entity, "components": [], "strict": True}) == {}, "it lives")

    # The window rests, and is woken by who asks.
    program.wait(lambda probe: probe["idle"], "the window rests")
    call(address, "world.insert_components", {"entity": entity, "components": {"bevy_ecs::name::Name": "Heroine"}})
    stands(program, "Heroine")
    program.need("unsaved changes")
    program.key("ctrl+z")
    stands(program, "Heroine", there=False)
    program.key("ctrl+y")
    stands(program, "Heroine")

    # Another editor sees it by its name, also while the window rests, and each tick while it runs.
    program.wait(lambda probe: probe["idle"], "the window rests again")
    check("Heroine" in saved_over_link(), "an editor sees the name")
    record = os.path.join(folder.name, "record.json")
    before = program.probe()["tick"]
    program.key("space")
    program.wait(lambda probe: probe["tick"] > before + 10, "it runs")
    done = attach("--record", record, "--seconds", "1")
    check(done.returncode == 0, f"a record is made: {done.stderr}")
    program.key("space")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    program.command("Stop")

    # So does an assistant, at a path of its own.
    change = {"change": f"#{selected} : name = \"Champion\"", "name": "A better name"}
    answer = post(address, {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
                            "params": {"name": "change", "arguments": change}}, "/mcp")
    check(answer["result"]["isError"] is False, f"the change is made: {answer}")
    stands(program, "Champion")
    program.go_to("History")
    program.need("Assistant: A better name")
    program.key("ctrl+z")
    stands(program, "Champion", there=False)

    # What the world refuses is told to who asked.
    refused = post(address, {"jsonrpc": "2.0", "id": 3, "method": "world.reparent_entities",
                             "params": {"entities": [entity], "parent": entity}})
    check(refused["error"]["code"] == -23404, "an entity is not below itself")

    # Destroying it is seen, and taken back.
    call(address, "world.despawn_entity", {"entity": entity})
    program.need(f"{selected} was destroyed")
    program.key("ctrl+z")
    check(call(address, "world.get_components", {"entity": entity, "components": [], "strict": True}) == {}, "it is back")

    check(reaches(address), "it listens")
    program.command("Serve this world")
    program.wait(lambda probe: served_at(probe) is None, "the address is gone")
    check(attach("--print").returncode != 0, "nobody attaches to it any more")
    if reaches(address):
        fail("it listens though it was told to stop")
