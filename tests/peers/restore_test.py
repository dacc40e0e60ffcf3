"""The past of a real program in a real window: a person goes to an earlier moment and restores it. Every value of then is
in the program again, by its own protocol; its clocks and what its engine keeps for itself are not touched. Undo takes all
of it back.

    restore_test.py CHUNKSCOPE KIND PROGRAM"""

import json
import os
import sys

from peer import Program, check, peer_of, wait_until

executable = os.path.abspath(sys.argv[1])
peer = peer_of(sys.argv[2:])


def has(text):
    return lambda probe: any(text in each["text"] for each in probe["texts"])


def health():
    return peer.entity("Hero")["Health"]["value"]


def runner():
    """How far the runner has come; None where no one runs."""
    transform = (peer.entity("Runner") or {}).get("Transform") if peer.kind == "bevy" else None
    return transform and transform["translation"][0]


def differ(now, wanted):
    return json.dumps({name: [now[name], wanted[name]] for name in wanted if now[name] != wanted[name]}, indent=1)


def in_program(program, wanted, what):
    wait_until(lambda: peer.stills() == wanted, what,
               state=lambda: f"is and should be: {differ(peer.stills(), wanted)}\n{program.state()}")


def agree(program, wanted):
    """Who would destroy what has parts that nobody sees from outside is asked first."""
    found = program.wait(lambda probe: has("Undo will not bring back")(probe) or peer.stills() == wanted, "it is restored")
    if has("Undo will not bring back")(found):
        program.click_text("Go on")


def go_back_to(program, tick):
    """Tick by tick, as far as the record goes back."""
    program.key("comma")
    program.need("Back to now")
    while program.probe()["tick"] > tick:
        before = program.probe()["tick"]
        program.key("comma")
        program.wait(lambda probe: probe["tick"] < before, f"one moment before {before}")


with peer:
    with Program(executable, "attach", *peer.attach_words()) as program:
        program.wait(has("attached to"), "it is attached")
        program.go_to("Entities")
        program.need("Hero")
        program.click_text("Hero")
        program.wait(lambda probe: len(probe["selected"]) == 1, "the hero is selected")
        program.go_to("Inspector")
        program.need("100.00")
        program.rest()
        moment, at_first, ran = program.probe()["tick"], peer.stills(), runner()
        wait_until(lambda: ran is None or runner() > ran, "the runner goes on")

        peer.disturb()
        program.need("20.00")
        program.need_gone(peer.disturbed)
        disturbed = peer.stills()  # a program may take its time with what it was asked
        check(disturbed != at_first, "something was changed")
        stopped, engine = runner(), peer.engine()

        # The program itself stays as it is while an earlier moment is in view.
        go_back_to(program, moment)
        program.need("100.00")
        check(health() == 20 and peer.stills() == disturbed, "who only looks back changes nothing")

        program.click_text("Restore this moment")
        agree(program, at_first)
        in_program(program, at_first, "the program has all that it had")
        program.need_gone("Back to now")
        program.need("100.00")
        check(stopped is None or runner() < stopped, f"the runner is back from {stopped}: {runner()}")
        check(peer.engine() == engine, f"its engine's own was {engine} and is {peer.engine()}")
        program.wait(has("attached to"), "it is the same program still")

        program.key("ctrl+z")
        in_program(program, disturbed, "one undo takes all of it back")
        program.need("20.00")
        check(runner() == stopped, f"the runner is where it was: {stopped} and not {runner()}")
        check(peer.engine() == engine, f"its engine's own was {engine} and is {peer.engine()}")
    print(f"{peer.title}: moment {moment} restored and undone; {len(at_first)} entities compared"
          f"{', its engine has what it had' if engine else ''}")
