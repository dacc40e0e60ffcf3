"""How often the picture of a real program is renewed, and what that asks of the program: for worlds of 1,000, 10,000 and
100,000 entities, in a real window.

    measure.py CHUNKSCOPE KIND PROGRAM [ENTITIES...]

The relay in between sees each request. "asked" is how long the program took to answer, without what each answer waits
for, which is that of the shortest one."""

import os
import sys
import time

from peer import KINDS, Program, Relay, wait_until

executable = os.path.abspath(sys.argv[1])
kind, command = sys.argv[2], os.path.abspath(sys.argv[3])
counts = [int(each) for each in sys.argv[4:]] or [1000, 10_000, 100_000]


def pictures(peer, requests):
    """Where each picture begins in the list of requests: at its first page."""
    return [i for i, (text, *_) in enumerate(requests)
            if peer.looks_at_world(text) and ("offset=" not in text or "offset=0" in text)]


print(f"{'entities':>9} {'first picture':>14} {'a picture every':>16} {'requests/s':>11} {'bytes a picture':>16} "
      f"{'busy':>6} {'longest answer':>15}")
for count in counts:
    peer = KINDS[kind](command, count)
    with peer:
        relay = Relay(peer.port)
        begin = time.monotonic()
        with Program(executable, "attach", *peer.attach_words(relay.port)) as program:
            program.wait(lambda probe: any("attached to" in each["text"] for each in probe["texts"]), "it is attached",
                         seconds=120)
            first = time.monotonic() - begin
            start, began = len(relay.seen()), time.monotonic()
            seconds = 10 if count <= 10_000 else 30
            wait_until(lambda: time.monotonic() - began >= seconds and
                       len(pictures(peer, relay.seen()[start:])) >= 3, "some pictures", seconds=180)
            took = time.monotonic() - began
        seen = relay.seen()
        wait = min(secs for _, secs, _ in seen)
        # Streams run beside the requests, for as long as the selection stays.
        seen = [each for each in seen[start:] if "+watch" not in each[0]]
        renewed = pictures(peer, seen)
        whole = seen[renewed[0]:renewed[-1]]
        looks = [each for each in whole if peer.looks_at_world(each[0])]
        busy = sum(secs - wait for _, secs, _ in seen) / took
        longest = max(secs for _, secs, _ in seen)
        print(f"{count:>9,} {first:>12.1f} s {took / max(len(renewed), 1):>14.2f} s {len(seen) / took:>11.1f} "
              f"{sum(size for *_, size in looks) // max(len(renewed) - 1, 1):>16,} {100 * busy:>5.1f}% "
              f"{1000 * longest:>12.0f} ms", flush=True)
