"""Programs over the real libraries that tests attach to: each is started, asked by its own protocol, made to stand
still, killed and started again. And a relay, which counts what it is asked."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "app", "program"))
from program import Program, check, entity_in, fail, load, wait_until  # noqa: E402,F401


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Peer:
    """One program. `value` is what a test changes: entity, component and field, what it is at first, and the words of
    that number in the Inspector."""

    value = ("Hero", "Health", "max", 120, "120.00")
    watched = "sum(Position.x, Position)"  # changes with every frame
    disturbed = "100.00"  # stands in the panels until they know what disturb() did
    below = {}  # who is below whom

    def __init__(self, command, count=30):
        self.command, self.count = command, count
        self.process = None
        self.programs = tempfile.mkdtemp(prefix="chunkscope-peers-")
        self.environment = dict(os.environ, CHUNKSCOPE_PROGRAMS=self.programs)
        os.environ["CHUNKSCOPE_PROGRAMS"] = self.programs  # of the windows that tests open

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.kill()

    def start(self):
        self.process = subprocess.Popen([self.command, *self.arguments()], env=self.environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        check(line.startswith("listening"), f"{self.command} says \"{line.strip()}\" and not that it listens")
        wait_until(self.answers, f"{self.command} answers")
        return self

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None

    def stand_still(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def relay(self):
        """One before the program, where all that is asked of it is seen."""
        return None

    def is_known_again(self):
        """Whether a break of some seconds leaves no doubt that it is the same program: it is older than that."""
        return True

    def disturb(self):
        """Changes more than one value of its world, by its own protocol: what a person may want back."""
        self.set_value(20)

    def stills(self):
        """All that the program says of the entities that nothing but disturb() changes."""
        return {name: self.entity(name) for name in self.still}

    def engine(self):
        """What the engine keeps for itself: nobody may change it from outside."""
        return None

    def field(self):
        """The value that a test changes, as the program itself has it."""
        entity, component, field = self.value[:3]
        return (self.entity(entity) or {}).get(component, {}).get(field)


class HttpPeer(Peer):
    def __init__(self, command, count=30):
        super().__init__(command, count)
        self.port = free_port()

    def attach_words(self, port=None):
        return [self.kind, f"127.0.0.1:{port or self.port}"]

    def relay(self):
        return Relay(self.port)

    def exchange(self, method, target, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, target, body)
            return connection.getresponse().read().decode()
        finally:
            connection.close()


class BevyPeer(HttpPeer):
    kind, title = "bevy", "Bevy"
    known, below = ["Enemy", "Hero", "Helmet", "Feather", "Crowd"], {"Helmet": "Hero", "Feather": "Helmet"}
    still = ["Hero", "Enemy", "Helmet", "Feather"]
    watched = "sum(Transform.translation.x, Transform)"

    def arguments(self):
        return [str(self.port), str(self.count)]

    def answers(self):
        try:
            self.methods = {each["name"] for each in self.call("rpc.discover")["methods"]}
            return self.find("Hero") is not None
        except OSError:
            return False

    def ask(self, method, params=None):
        """The whole answer: with a result, or with an error."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method}
        if params is not None:
            message["params"] = params
        return json.loads(self.exchange("POST", "/", json.dumps(message)))

    def call(self, method, params=None):
        answer = self.ask(method, params)
        check("result" in answer, f"{method}: {answer}")
        return answer["result"]

    def method(self, now, before):
        return now if now in self.methods else before

    def rows(self):
        name = "bevy_ecs::name::Name"
        return self.call(self.method("world.query", "bevy/query"), {"data": {"components": [name]}})

    def find(self, name):
        return next((row["entity"] for row in self.rows() if row["components"]["bevy_ecs::name::Name"] == name), None)

    def entity(self, name):
        """Its components, by the last word of their paths; None when nobody is called so."""
        entity = self.find(name)
        if entity is None:
            return None
        parts = self.call(self.method("world.get_components", "bevy/get"),
                          {"entity": entity, "components": self.paths(), "strict": False})["components"]
        return {path.split("::")[-1]: value for path, value in parts.items()}

    def paths(self):
        """Of all components. What lists them by entity calls them as Rust does, which other methods do not know."""
        schemas = self.call(self.method("registry.schema", "bevy/registry/schema"))
        return [path for path, schema in schemas.items() if "Component" in schema.get("reflectTypes", [])]

    def hidden(self):
        """Resources and kinds of events, as far as the program lets others ask for them."""
        resources = self.call(self.method("world.list_resources", "bevy/list_resources"))
        schemas = self.call(self.method("registry.schema", "bevy/registry/schema"))
        events = [path for path, schema in schemas.items() if "Event" in schema.get("reflectTypes", [])]
        check(bool(events) == ("world.trigger_event" in self.methods), f"events: {events}")
        return len(resources) + len(events)

    def names(self):
        return {row["entity"]: row["components"]["bevy_ecs::name::Name"] for row in self.rows()}

    virtual_time = "bevy_time::time::Time<bevy_time::virt::Virtual>"
    fixed_time = "bevy_time::time::Time<bevy_time::fixed::Fixed>"

    def set_value(self, number):
        """The health of the hero, by the program's own protocol."""
        entity = self.find("Hero")
        component = next(path for path in self.paths() if path.endswith("::Health"))
        self.call(self.method("world.mutate_components", "bevy/mutate_component"),
                  {"entity": entity, "component": component, "path": ".value", "value": number})

    def resource(self, path):
        return self.ask(self.method("world.get_resources", "bevy/get_resource"), {"resource": path})

    def is_known_again(self):
        time = self.resource(self.virtual_time)["result"]["value"]
        return time["elapsed"]["secs"] > 10

    def disturb(self):
        """Time stands still from here on, so that the clocks and the runner have exact values."""
        time = self.resource(self.virtual_time)["result"]["value"]
        time["context"]["paused"] = True
        self.call(self.method("world.insert_resources", "bevy/insert_resource"),
                  {"resource": self.virtual_time, "value": time})
        self.set_value(20)
        if not self.can_make_values:
            return
        player = next(path for path in self.paths() if path.endswith("::Player"))
        self.call(self.method("world.remove_components", "bevy/remove"),
                  {"entity": self.find("Hero"), "components": [player]})
        self.call(self.method("world.despawn_entity", "bevy/destroy"), {"entity": self.find("Enemy")})

    @property
    def can_make_values(self):
        """Before 0.17, nobody outside can make a value of the program's own types: what is gone stays so."""
        return "world.query" in self.methods

    @property
    def disturbed(self):
        return "Enemy" if self.can_make_values else "100.00"

    def stills(self):
        """Entities by their names: one that came back has another number. A number in an enum is no reference that
        anybody outside could know."""
        names = self.names()

        def named(value, key=""):
            if isinstance(value, dict):
                return {each: named(value[each], each) for each in value if each != "Attack"}
            if isinstance(value, list):
                return [named(each) for each in value]
            return names.get(value, "nobody" if key == "whom" else value) if type(value) is int else value

        return named(super().stills())

    def engine(self):
        """The clocks, and since 0.19 the entities that are resources, observers and systems of the engine."""
        paths = self.call(self.method("world.list_resources", "bevy/list_resources"))
        clocks = {path: self.resource(path) for path in paths if path.startswith("bevy_time::")}
        clocks.pop(self.fixed_time, None)  # it goes on in steps of its own after time stands still
        own = []
        for row in self.call(self.method("world.query", "bevy/query"), {"data": {"components": []}}):
            answer = self.ask(self.method("world.list_components", "bevy/list"), {"entity": row["entity"]})
            parts = answer.get("result", [])  # it may be gone by now
            if parts and all(path.startswith("bevy_ecs::") and "Name" not in path for path in parts):
                own.append(row["entity"])
        return clocks, sorted(own)

    @staticmethod
    def looks_at_world(request):
        return '"world.query"' in request or '"bevy/query"' in request


class FlecsPeer(HttpPeer):
    kind, title = "flecs", "Flecs"
    known, below = ["Hero", "OrcPrefab", "Crowd"], {"Helmet": "Hero"}
    value = ("Hero", "Health", "value", 100, "100.00")
    still = ["Hero", "OrcPrefab", "Hero/Helmet", "Crowd"]
    disturbed = "1 child"

    def arguments(self):
        # With its statistics it says how old it is, so that it is known again after it stood still.
        return [str(self.port), "0", str(self.count), "--stats"]

    def answers(self):
        try:
            return "Hero" in self.exchange("GET", "/entity/Hero")
        except OSError:
            return False

    def entity(self, name):
        answer = json.loads(self.exchange("GET", f"/entity/{urllib.parse.quote(name)}?values=true"))
        return answer.get("components", {}) if "error" not in answer else None

    def set_value(self, number):
        value = json.dumps(dict(self.entity("Hero")["Health"], value=number))
        self.exchange("PUT", f"/component/Hero?component=Health&value={urllib.parse.quote(value)}")

    def disturb(self):
        self.set_value(20)
        self.exchange("DELETE", "/component/Hero?component=Player")
        self.exchange("DELETE", "/entity/Hero/Helmet")

    def stills(self):
        """With tags and pairs."""
        return {name: json.loads(self.exchange("GET", f"/entity/{name}?values=true")) for name in self.still}

    @staticmethod
    def looks_at_world(request):
        """All of it, and not at a few entities that it names."""
        line = request.split("\r\n", 1)[0]
        return "values=true" in line and "/query" in line and "expr=%24this" not in line


class FlecsProbePeer(FlecsPeer):
    """It has a probe, and its REST addon says what is right."""

    kind, title = "program", "flecs peer"

    def attach_words(self, port=None):
        return [self.title]

    def relay(self):
        return None

    def answers(self):
        return super().answers() and os.listdir(self.programs)


class EnttPeer(Peer):
    kind, title = "program", "EnTT peer"
    known = ["Enemy", "Hero"]
    still = ["Hero", "Enemy"]

    def arguments(self):
        return [self.title, str(self.count)]

    def attach_words(self):
        return [self.title]

    def answers(self):
        return self.entity("Hero") is not None and os.listdir(self.programs)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def entity(self, name):
        return self.say(name)

    def set_value(self, number):
        self.say(f"Hero={number}")


KINDS = {"bevy": BevyPeer, "flecs": FlecsPeer, "flecs_probe": FlecsProbePeer, "entt": EnttPeer}


def peer_of(words):
    """`bevy PROGRAM`, as scripts/peers.sh gives it."""
    kind, command = words
    return KINDS[kind](os.path.abspath(command))


class Relay:
    """Stands between the window and the program: keeps each request, and how long the program took to answer it."""

    def __init__(self, port):
        self.to = port
        self.requests = []  # (text, seconds, bytes of the answer)
        self.running = []   # texts of those whose answers have not ended
        self.holds = None   # requests of which this is true wait until free()
        self.freed = threading.Condition()
        self.lock = threading.Lock()
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            request = b""
            while b"\r\n\r\n" not in request:
                piece = client.recv(1 << 16)
                if not piece:
                    return
                request += piece
            head, body = request.split(b"\r\n\r\n", 1)
            length = re.search(rb"(?i)content-length: *(\d+)", head)
            while length and len(body) < int(length.group(1)):
                piece = client.recv(1 << 16)
                if not piece:
                    return
                body += piece
                request += piece
            begin, size, text = time.monotonic(), 0, request.decode(errors="replace")
            with self.lock:
                self.running.append(text)
            with self.freed:
                self.freed.wait_for(lambda: not (self.holds and self.holds(text)))
            try:
                with socket.create_connection(("127.0.0.1", self.to), timeout=60) as server:
                    server.sendall(request)
                    while piece := server.recv(1 << 18):
                        size += len(piece)
                        client.sendall(piece)
            except OSError:
                pass
            with self.lock:
                self.running.remove(text)
                self.requests.append((text, time.monotonic() - begin, size))

    def free(self):
        with self.freed:
            self.holds = None
            self.freed.notify_all()

    def count(self, wanted):
        """Of the requests that were answered, how many are such."""
        return sum(wanted(text) for text, *_ in self.seen())

    def open(self):
        with self.lock:
            return list(self.running)

    def streams(self):
        return [text for text in self.open() if "+watch" in text]

    def seen(self):
        with self.lock:
            return list(self.requests)
