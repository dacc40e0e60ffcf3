"""Records what a real Bevy program answers to the requests in tests/data/brp, and writes it beside them. The ids of
entities are written as those of tests/remote/support/small_world.hpp, because each version of Bevy counts in its own way;
nothing else is changed.

    record_brp.py DEMO FOLDER        DEMO: `demo` of tests/peers/bevy, with a version from 0.17 on"""

import glob
import json
import os
import sys

from peer import BevyPeer, check, wait_until

NAMES = ["Root", "E0", "E1", "E2"]
FIRST_ID = 1 << 32 | 1  # 1v1 of ours


class Recorded(BevyPeer):
    def arguments(self):
        return [str(self.port)]

    def answers(self):
        try:
            self.methods = {each["name"] for each in self.call("rpc.discover")["methods"]}
            return self.find(NAMES[-1]) is not None
        except OSError:
            return False


def with_ids(value, ids):
    """The same JSON with other entities in it."""
    if isinstance(value, dict):
        return {name: with_ids(each, ids) for name, each in value.items()}
    if isinstance(value, list):
        return [with_ids(each, ids) for each in value]
    return ids.get(value, value) if isinstance(value, int) and not isinstance(value, bool) else value


command, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
requests = sorted(glob.glob(os.path.join(folder, "*.request.json")))
check(requests, f"there are no requests in {folder}")
# What changes the world comes last, so that the others see it as it was.
requests.sort(key=lambda file: os.path.basename(file) == "mutate.request.json")
with Recorded(command) as peer:
    check("world.query" in peer.methods, "this version has other names for its methods")
    ours = {peer.find(name): FIRST_ID + number for number, name in enumerate(NAMES)}
    theirs = {number: entity for entity, number in ours.items()}
    for file in requests:
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        try:
            text = json.dumps(with_ids(json.loads(text), theirs))
        except ValueError:
            pass  # the one that is no JSON
        answer = with_ids(json.loads(peer.exchange("POST", "/", text)), ours)
        with open(file.replace(".request.", ".response."), "w", encoding="utf-8") as out:
            json.dump(answer, out, ensure_ascii=False, sort_keys=True)
            out.write("\n")
    version = peer.call("rpc.discover")["info"]["version"]
    print(f"Bevy {version} answered {len(requests)} requests")
