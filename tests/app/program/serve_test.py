"""`chunkscope serve` in a terminal: it says where it listens, answers and is changed over HTTP while ticks run, keeps strangers
out, and ends when it is asked to. No other command listens."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from program import check, run, wait_until

executable = os.path.abspath(sys.argv[1])
programs = tempfile.TemporaryDirectory()  # other tests serve a world of the same name
os.environ["CHUNKSCOPE_PROGRAMS"] = os.path.join(programs.name, "programs")


class Server:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([executable, "serve", "--port", "0", *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True,
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"serve ended: {self.process.stderr.read()}")
        words, self.address = line.rsplit(" ", 1)
        check(words == "listening on", f"it says where it listens: {line}")
        self.address = self.address.strip()

    def post(self, body, **headers):
        """The status and the text."""
        request = urllib.request.Request(f"http://{self.address}/", body.encode(),
                                         {"Content-Type": "application/json", **headers})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def call(self, method, params=None, **headers):
        status, text = self.post(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}), **headers)
        check(status == 200, f"{method}: {status} {text}")
        return json.loads(text)

    def end(self, how):
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=60)
        check(self.process.returncode == 0 and not out, f"it ends in order: {self.process.returncode} {out} {err}")
        return err


def listening_sockets(pid):
    held = set()
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            held.add(os.readlink(f"/proc/{pid}/fd/{name}"))
        except OSError:
            pass
    count = 0
    for table in ("tcp", "tcp6"):
        path = f"/proc/{pid}/net/{table}"
        if not os.path.exists(path):
            continue
        with open(path, encoding="ascii") as file:
            for line in list(file)[1:]:
                fields = line.split()
                count += fields[3] == "0A" and f"socket:[{fields[9]}]" in held
    return count


# It runs, and may be read only.
server = Server("--scene", "chase")
check(listening_sockets(server.process.pid) == 2, "one socket listens for HTTP, and one for the link")
check(server.address.startswith("127.0.0.1:"), "on this computer alone")
rows = server.call("world.query", {"data": {"components": ["world::Health"]}})["result"]
check(len(rows) > 5, "enemies have Health")
entity = rows[0]["entity"]
places = {"data": {"components": ["world::Position"]}}
before = server.call("world.query", places)["result"]
wait_until(lambda: server.call("world.query", places)["result"] != before, "ticks run and something moves")
check("read-only" in server.call("world.despawn_entity", {"entity": entity})["error"]["message"], "it is read-only")
check(server.post("{")[0] == 200, "bad JSON is answered")
check(server.post("{}", Host="evil.example")[0] == 403, "another Host is refused")
check(server.post("{}", Origin="https://evil.example")[0] == 403, "an Origin is refused")
check(server.post("{}", **{"Content-Type": "text/plain"})[0] == 415, "a form of a page is refused")

# Another Chunkscope sees the same world, and can only look at it.
for _ in range(2):
    printed = run(executable, "attach", "chase", "--print")
    check(printed[0] == 0 and "at tick" in printed[1] and "Movement" in printed[1], f"it is seen by its name: {printed}")

# Who hangs up in the middle, or says nothing, harms nobody.
host, port = server.address.split(":")
quiet = [socket.create_connection((host, int(port))) for _ in range(100)]
quiet[0].sendall(b"POST / HTTP/1.1\r\nHo")
quiet[0].close()
check(len(server.call("world.query")["result"]) > 5, "it still answers")
for each in quiet:
    each.close()
server.end(signal.SIGTERM)

# With leave it is changed, and says what was; with a token only who has it may ask.
with tempfile.TemporaryDirectory() as folder:
    token_file = os.path.join(folder, "token")
    server = Server("--scene", "chase", "--paused", "--allow-edits", "--token-file", token_file)
    check(stat.S_IMODE(os.stat(token_file).st_mode) == 0o600, "only its owner can read the token")
    with open(token_file, encoding="ascii") as file:
        bearer = {"Authorization": "Bearer " + file.read().strip()}
    check(server.post("{}")[0] == 401, "a token is needed")
    check(server.post("{}", Authorization="Bearer wrong")[0] == 401, "a wrong token is none")
    made = server.call("world.spawn_entity", {"components": {"bevy_ecs::name::Name": "Made"}}, **bearer)["result"]
    named = {"entity": made["entity"], "components": ["bevy_ecs::name::Name"], "strict": True}
    check(server.call("world.get_components", named, **bearer)["result"]["bevy_ecs::name::Name"] == "Made", "it is there")
    said = server.end(signal.SIGINT)
    check("changed: Remote: Create an entity" in said, f"a change is told: {said}")

    os.chmod(token_file, 0o644)
    failed = subprocess.run([executable, "serve", "--scene", "chase", "--token-file", token_file], capture_output=True,
                            text=True, timeout=60)
    check(failed.returncode == 1 and "others can read" in failed.stderr, "a token that others can read is refused")

failed = subprocess.run([executable, "serve", "--scene", "chase", "--address", "0.0.0.0"], capture_output=True, text=True,
                        timeout=60)
check(failed.returncode == 1 and "token" in failed.stderr, f"the network needs a token: {failed.stderr}")

# Nothing listens unless it is asked to.
process = subprocess.Popen([executable, "mcp", "--scene", "chase"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
process.stdin.flush()
process.stdout.readline()
check(listening_sockets(process.pid) == 0, "mcp listens nowhere")
process.communicate(timeout=60)
