"""An assistant asks a running program: what it is made of, and changes it."""

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from program import wait_until

executable, example = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
folder = tempfile.mkdtemp()
programs = os.path.join(folder, "programs")
environment = dict(os.environ, CHUNKSCOPE_PROGRAMS=programs)


def expect(truth, text):
    if not truth:
        sys.exit(text)


program = subprocess.Popen([example], env=environment)
atexit.register(program.kill)
wait_until(lambda: os.path.isdir(programs) and os.listdir(programs), "the example says that it runs")
assistant = subprocess.Popen([executable, "mcp", "--attach", "headless example", "--allow-edits"], env=environment,
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
atexit.register(assistant.kill)


def tool(name, **arguments):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    assistant.stdin.write(json.dumps(message) + "\n")
    assistant.stdin.flush()
    answer = json.loads(assistant.stdout.readline())
    expect(answer["id"] == 1, f"the answer is that of the question: {answer}")
    result = answer["result"]
    expect(not result["isError"], f"{name}: {result}")
    return result["structuredContent"]


expect(tool("query", query="Position")["matched"] == 100, "the program's entities")
expect({each["name"] for each in tool("types")["types"]} == {"Position", "Velocity"}, "the program's types")
expect(tool("systems")["systems"][0]["writes"] == ["Position"], "what its system writes")
tick = tool("stats")["tick"]
wait_until(lambda: tool("stats")["tick"] > tick, "it sees the program go on")
tool("change", change="Velocity : Velocity.x = 0.0, Velocity.y = 0.0")
wait_until(lambda: tool("query", query="Velocity.x == 0.0 & Velocity.y == 0.0")["matched"] == 100, "the change stays")


def stands_still():
    """The change shows at once, and is in the program a moment later."""
    where = tool("query", query="Position", limit=1)["entities"]
    tick = tool("stats")["tick"]
    wait_until(lambda: tool("stats")["tick"] > tick + 2, "it sees the program go on")
    return tool("query", query="Position", limit=1)["entities"] == where


wait_until(stands_still, "the program runs with what was changed")

# Its ticks. One more position is reached in each, so the program must stop in the right one.
tool("change", change="Velocity : Velocity.x = 1.0")
paused = tool("control", what="pause")
expect(paused["paused"] and tool("stats")["tick"] == paused["tick"], "it stands still")
ran = tool("run", ticks=10)
expect(ran["ran"] == 10 and ran["tick"] == paused["tick"] + 10 and ran["paused"], f"it ran ten ticks: {ran}")
x = tool("query", query="Position", limit=1)["entities"][0]["components"]["Position"]["x"]
ran = tool("run", ticks=1000, until=f"Position.x > {x + 19.5}")
expect(ran["ended"] == "breakpoint" and 1 <= ran["ran"] <= 20, f"it stopped where that came true: {ran}")
expect(ran["hit"]["by"] == "Move" and ran["hit"]["field"] == "Position.x", f"what did it: {ran}")
expect(ran["hit"]["after"] == ran["hit"]["before"] + 1, f"the values before and after: {ran}")
stepped = tool("step")
expect(stepped["system"] == "Move" and stepped["tick"] == ran["tick"] + 1, f"its one system ran: {stepped}")
expect(stepped["changes"]["changed"] == 100, f"what it changed: {stepped}")
told = tool("history", entity="1v1", field="Position.x", limit=2)
expect(told["changes"][0]["tick"] == ran["tick"] and told["writers"] == ["Move"], f"its past was seen: {told}")
differ = tool("difference", before=ran["tick"])
expect(differ["changed"] == 100 and differ["after"] == stepped["tick"], f"two moments differ: {differ}")

# It would run for half an hour.
long_run = {"name": "run", "arguments": {"ticks": 100000, "seconds": 600}}
for message in ({"id": "long", "method": "tools/call", "params": long_run},
                {"method": "notifications/cancelled", "params": {"requestId": "long", "reason": "too long"}}):
    assistant.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
assistant.stdin.flush()
stopped = tool("control", what="pause")
expect(stopped["tick"] < stepped["tick"] + 100000, f"it was cancelled, and what came next is answered: {stopped}")
expect(not tool("control", what="go")["paused"], "it goes on")
wait_until(lambda: tool("stats")["tick"] > stepped["tick"] + 5, "it runs")

program.send_signal(signal.SIGKILL)
program.wait()
expect(tool("query", query="Position")["matched"] == 100, "what was seen last stays")
assistant.stdin.close()
expect(assistant.wait(timeout=60) == 0, "it ends in order")
shutil.rmtree(folder)
