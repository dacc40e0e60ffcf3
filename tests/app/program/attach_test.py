"""The window on a program that runs: attached to `chunkscope serve` from the dialog, it shows that world, changes it, takes it
back, keeps what it saw when the program ends, and finds it again."""

import json
import os
import signal
import subprocess
import sys
import urllib.request

from program import Program, check, run, wait_until

executable = os.path.abspath(sys.argv[1])


class Server:
    def __init__(self, *arguments, port=0):
        self.process = subprocess.Popen([executable, "serve", "--port", str(port), "--allow-edits", *arguments],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        check(line.startswith("listening on "), f"it listens: {line}")
        self.address = line.rsplit(" ", 1)[1].strip()

    def call(self, method, params=None):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        request = urllib.request.Request(f"http://{self.address}/", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())["result"]

    def name(self, entity):
        path = "bevy_ecs::name::Name"
        found = self.call("world.get_components", {"entity": entity, "components": [path], "strict": False})
        return found["components"].get(path)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def title(program):
    return subprocess.run(["xdotool", "getwindowname", program.window], capture_output=True, text=True,
                          check=True).stdout.strip()


server = Server("--scene", "chase", "--paused")
count = len(server.call("world.query", {"data": {}}))

# Without a window: what it has, as a list.
listed = run(executable, "attach", "chunkscope", server.address, "--print")
check(listed[0] == 0 and f"Chunkscope at {server.address}: {count} entities" in listed[1], f"{listed}")
check("Player" in listed[1] and "Health" in listed[1], "names and components are listed")
nobody = run(executable, "attach", "flecs", "127.0.0.1:1", "--print")
check(nobody[0] == 1 and "nothing listens there" in nobody[2], f"{nobody}")
check(run(executable, "attach", "unity")[0] == 2, "an unknown kind is wrong usage")
check(run(executable, "attach", "flecs", "a:b")[0] == 2, "so is an address that is none")

with Program(executable, "--scene", "increment", "--paused") as program:
    program.command("Attach")
    program.need("Programs of this computer")
    # The field of the address has the keyboard.
    program.key("ctrl+a")
    program.type(server.address)
    program.click_text("Flecs")
    program.click_text("Chunkscope")
    program.key("Tab")
    program.click_text("127.0.0.1:15702")
    program.key("ctrl+a")
    program.type(server.address)
    program.key("Return")
    program.need(f"{count} entities")
    check(title(program).startswith(f"chunkscope at {server.address}"), title(program))

    # What is changed here is changed there, and taken back there.
    selected = program.wait(lambda probe: probe["selected"], "something is selected")["selected"][0]
    slot, generation = (int(part) for part in selected.split("v"))
    entity = generation << 32 | slot
    before = server.name(entity)
    program.go_to("Entities")
    program.key("F2")
    program.type("Renamed")
    program.key("Return")
    wait_until(lambda: server.name(entity) == "Renamed", "the program has the new name")
    program.need("Renamed")
    program.key("ctrl+z")
    wait_until(lambda: server.name(entity) == before, "the program has the old name again")
    check(not program.probe()["unsaved"], "what is in the program is not unsaved here")

    # What the program does is seen.
    server.call("world.spawn_entity", {"components": {"bevy_ecs::name::Name": "Newcomer"}})
    program.need(f"{count + 1} entities")

    # It ends: the contents stay, and the reason stands above them.
    port = int(server.address.rsplit(":", 1)[1])
    server.end()
    program.need("The connection to Chunkscope is lost")
    program.need("nothing listens there")
    program.need(f"{count + 1} entities")

    # It comes back as it was at first.
    server = Server("--scene", "chase", "--paused", port=port)
    program.need_gone("The connection to Chunkscope is lost")
    program.need(f"{count} entities")

    # A picture of it is a world like any other.
    program.command("Detach")
    program.need("what was seen last stays")
    check(program.probe()["unsaved"], "now it is nobody's, and can be saved")
    program.key("ctrl+s")
    program.need("untitled.json")
    file = os.path.join(program.folder, "snapshot.json")
    program.key("ctrl+a")
    program.type(file)
    program.key("Return")
    wait_until(lambda: os.path.exists(file), "it is saved")
    program.wait(lambda probe: not probe["unsaved"], "nothing is unsaved")
    stats = run(executable, "stats", file)
    check(stats[0] == 0 and f"{count}" in stats[1], f"{stats}")

server.end()
