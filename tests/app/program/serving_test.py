"""Other programs at the world in the window: File > Serve this world shows the address, what they change is seen and undone,
and nothing listens before or after."""

import json
import os
import re
import socket
import sys
import urllib.request

from program import Program, check, fail

executable = os.path.abspath(sys.argv[1])


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


def reaches(address):
    host, port = address.split(":")
    try:
        socket.create_connection((host, int(port)), timeout=60).close()
        return True
    except ConnectionRefusedError:
        return False


with Program(executable, "--scene", "chase", "--paused") as program:
    check(served_at(program.probe()) is None, "it is not served at first")
    program.command("Serve this world")
    address = served_at(program.wait(served_at, "the status bar shows the address"))
    players = call(address, "world.query", {"data": {"option": ["bevy_ecs::name::Name"]},
                                            "filter": {"with": ["world::PlayerInput"]}})
    check(len(players) == 1, "one player")
    player = players[0]["entity"]

    # The window rests, and is woken by who asks.
    program.wait(lambda probe: probe["idle"], "the window rests")
    call(address, "world.insert_components", {"entity": player, "components": {"bevy_ecs::name::Name": "Heroine"}})
    program.need("Heroine")
    program.need("unsaved changes")
    program.key("ctrl+z")
    program.need_gone("Heroine")
    program.key("ctrl+y")
    program.need("Heroine")

    # So does an assistant, at a path of its own.
    change = {"change": "PlayerInput : name = \"Champion\"", "name": "A better name"}
    answer = post(address, {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
                            "params": {"name": "change", "arguments": change}}, "/mcp")
    check(answer["result"]["isError"] is False, f"the change is made: {answer}")
    program.need("Champion")
    program.go_to("History")
    program.need("Assistant: A better name")
    program.key("ctrl+z")
    program.need_gone("Champion")

    # What the world refuses is told to who asked.
    refused = post(address, {"jsonrpc": "2.0", "id": 3, "method": "world.reparent_entities",
                             "params": {"entities": [player], "parent": player}})
    check(refused["error"]["code"] == -23404, "an entity is not below itself")

    # Destroying it is seen, and taken back.
    call(address, "world.despawn_entity", {"entity": player})
    program.wait(lambda probe: not any(text["text"].strip() == "Heroine" for text in probe["texts"])
                 or probe["toasts"], "it is gone")
    program.key("ctrl+z")
    check(call(address, "world.get_components", {"entity": player, "components": [], "strict": True}) == {}, "it is back")

    check(reaches(address), "it listens")
    program.command("Serve this world")
    program.wait(lambda probe: served_at(probe) is None, "the address is gone")
    if reaches(address):
        fail("it listens though it was told to stop")
