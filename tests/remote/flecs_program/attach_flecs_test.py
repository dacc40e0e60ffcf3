"""A real program over flecs, whose entities come and go, seen through `chunkscope attach flecs`: what stays is the same on both
sides, and what goes is gone.

    attach_flecs_test.py FLECS_PROGRAM CHUNKSCOPE [SECONDS]"""

import json
import re
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request

program, chunkscope = sys.argv[1:3]
seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
EXPRESSION = ("!ChildOf(self|up, flecs), !Module(self|up), !flecs.core.Component(self|up), !flecs.system.System(self|up), "
              "!flecs.core.Observer(self|up), ?Prefab, ?Disabled")


def check(condition, message):
    if not condition:
        sys.exit(f"FAILED: {message}")


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def entities(port):
    """Id with name and components, as the program says. Before 4.1.5 it does not say which ids it used again."""
    query = urllib.parse.urlencode({"expr": EXPRESSION, "table": "true", "fields": "false", "entity_ids": "true",
                                    "limit": 5000, "_": time.monotonic_ns()}, quote_via=urllib.parse.quote)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/query?{query}", timeout=30) as answer:
        rows = json.load(answer)["results"]
    found = {}
    for row in rows:
        parts = set(row.get("tags", [])) | set(row.get("components", {}))
        for relationship, targets in row.get("pairs", {}).items():
            parts |= {f"({relationship},{each})" for each in (targets if isinstance(targets, list) else [targets])}
        name = "" if row["name"].startswith("#") else row["name"]
        found[f"{row['id']}v{row.get('version', 0) + 1}"] = (name, {each.replace("flecs.core.", "") for each in parts})
    return found


def printed(text):
    found = {}
    for line in text.splitlines():
        match = re.fullmatch(r'(\d+v\d+)(?: "(.*)")?(?: below \S+?)?(?:: (.*))?', line)
        if match:
            found[match[1]] = (match[2] or "", set(match[3].split(", ")) if match[3] else set())
    return found


for stats in ([], ["--stats"]):
    port = free_port()
    running = subprocess.Popen([program, str(port), "0", "300", *stats], stdout=subprocess.PIPE, text=True)
    try:
        running.stdout.readline()
        end = time.monotonic() + 60
        while True:
            try:
                before = entities(port)
                break
            except OSError:
                check(time.monotonic() < end and running.poll() is None, "the program listens")
                time.sleep(0.05)
        attached = subprocess.run([chunkscope, "attach", "flecs", f"127.0.0.1:{port}", "--print", "--seconds", str(seconds)],
                                  capture_output=True, text=True, timeout=seconds + 60)
        check(attached.returncode == 0, attached.stderr)
        after = entities(port)
        seen = printed(attached.stdout)
        stays = {each: what for each, what in before.items() if after.get(each) == what}
        check(len(stays) > 6, f"some stay: {len(stays)}")
        wrong = [(each, what, seen.get(each)) for each, what in stays.items() if seen.get(each) != what]
        check(not wrong, f"they are the same on both sides: {wrong[:3]}")
        check("lost 0 times" in attached.stdout, attached.stdout.splitlines()[-1])
        check("system Move in OnUpdate" in attached.stdout, "systems are listed")
        check(running.poll() is None, "the program runs on")
        print(attached.stdout.splitlines()[0], "|", attached.stdout.splitlines()[-1])
    finally:
        running.kill()
        running.wait()
