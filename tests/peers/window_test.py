"""A real program in a real window: what is edited is changed in the program and undone there; a watch follows it; at a
breakpoint nothing is asked of its world; it stands still, is killed, and comes back.

    window_test.py CHUNKSCOPE KIND PROGRAM"""

import os
import re
import sys

from peer import Program, check, peer_of, wait_until

executable = os.path.abspath(sys.argv[1])
peer = peer_of(sys.argv[2:])
entity, component, field, at_first, words = peer.value


def middle(rect):
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


def has(text):
    return lambda probe: any(text in each["text"] for each in probe["texts"])


def is_attached(probe):
    return any("attached to" in each["text"] and peer.title in each["text"] for each in probe["texts"])


def stands(program, name, there=True):
    program.wait(lambda probe: any(each["text"].strip() == name for each in probe["texts"]) == there,
                 f"{name} {'stands' if there else 'stands no more'} in the panels")


def select(program, name):
    """By the line of the list of entities, which has the same word in other panels beside it."""
    program.go_to("Entities")
    program.need(name)
    program.click_text(name)
    program.wait(lambda probe: len(probe["selected"]) == 1, f"{name} is selected")
    program.go_to("Inspector")


def set_field(program, shown, number):
    program.control_click(*middle(program.need(shown)))
    program.key("ctrl+a")
    program.type(str(number))
    program.key("Return")


def in_program(program, what, expected):
    wait_until(lambda: what() == expected, f"the program has {expected}",
               state=lambda: f"it has {what()}\n{program.state()}")


def rename(program, name):
    program.key("F2")
    program.key("ctrl+a")
    program.type(name)
    program.key("Return")
    wait_until(lambda: peer.entity(name) is not None, f"the program knows the name {name}", state=program.state)


def watched_number(program):
    """What the row of the watch shows."""
    probe = program.probe()
    row = program.find(peer.watched, 0, probe)
    if row is None:
        return None
    beside = sorted((each["rect"][0], each["text"].strip()) for each in probe["texts"]
                    if abs(each["rect"][1] - row[1]) < 4 and each["rect"][0] >= row[2])
    return beside[0][1] if beside else None


def edits_reach_it(program):
    select(program, entity)
    rename(program, "Heroine")
    program.key("ctrl+z")
    wait_until(lambda: peer.entity(entity) is not None, "the program has the old name again", state=program.state)
    stands(program, entity)
    check(peer.field() == at_first, f"nothing else was changed: {peer.field()}")

    set_field(program, words, 55)
    in_program(program, peer.field, 55)
    program.key("ctrl+z")
    in_program(program, peer.field, at_first)
    program.need(words)


def is_watched(program):
    program.go_to("Watch")
    program.click_text(", count(")
    program.type(peer.watched)
    program.key("Return")
    program.need("Watches 1")
    program.key("Escape")
    program.wait(lambda probe: watched_number(program) not in (None, "-"), "the watch has a value")
    first = watched_number(program)
    program.wait(lambda probe: watched_number(program) not in (None, "-", first), f"the watch goes on after {first}")


def is_seen_between_rounds(program, relay):
    """The selected entity moves in each frame, and Bevy says so in a stream."""
    if peer.kind != "bevy":
        return
    select(program, "Runner")
    wait_until(relay.streams, "a stream is open", state=program.state)

    def numbers():
        return [each["text"] for each in program.probe()["texts"] if re.fullmatch(r"[\u2212-]?[\d,]+\.\d+", each["text"])]

    # While no look at the world is answered, the number in the Inspector goes on.
    relay.holds = peer.looks_at_world
    wait_until(lambda: any(peer.looks_at_world(text) for text in relay.open()), "a look waits", state=program.state)
    for _ in range(3):
        before = numbers()
        wait_until(lambda: numbers() != before, "the place of the runner changes", state=program.state)
    relay.free()
    program.go_to("Entities")
    program.key("Escape")
    wait_until(lambda: not relay.streams(), "the stream ends when nothing is selected", state=program.state)
    print(f"{peer.title}: what is selected is seen between two looks at the world")


def stands_still_at_breakpoint(program, relay):
    program.go_to("Breakpoints")
    program.click_text("Type a breakpoint")
    program.type("Player & Health.value < 33")
    program.wait(has("Matches"), "it says how many match")
    program.key("Return")
    program.key("Escape")
    program.rest()
    peer.set_value(20)
    program.wait(has("Stopped"), "it stops where the condition begins to hold")
    if relay is None:
        return
    # What is asked at a breakpoint is whether the program still runs, and nothing of its world.
    first = len(relay.seen())
    wait_until(lambda: len(relay.seen()) >= first + 4, "the program is asked whether it still runs")
    asked = [request for request, *_ in relay.seen()[first + 1:]]
    looks = [request for request in asked if peer.looks_at_world(request)]
    check(not looks, f"{len(looks)} of {len(asked)} requests at a breakpoint look at the world: {looks[:1]}")
    program.click_text("Go on")
    looked = sum(peer.looks_at_world(request) for request, *_ in relay.seen())
    wait_until(lambda: sum(peer.looks_at_world(request) for request, *_ in relay.seen()) > looked + 1,
               "the world is looked at again", state=program.state)


with peer:
    relay = peer.relay()
    words_of_command = peer.attach_words(relay.port) if relay else peer.attach_words()
    with Program(executable, "attach", *words_of_command) as program:
        program.wait(is_attached, "it is attached")
        edits_reach_it(program)
        is_seen_between_rounds(program, relay)
        is_watched(program)
        stands_still_at_breakpoint(program, relay)
    print(f"{peer.title}: edits, undo, watch and breakpoint")

with peer:
    with Program(executable, "attach", *peer.attach_words()) as program:
        program.wait(is_attached, "it is attached")
        select(program, entity)
        set_field(program, words, 55)
        in_program(program, peer.field, 55)

        # It stands still, as in a debugger, and goes on: it is the same program, so undo goes on, too.
        wait_until(peer.is_known_again, "it is old enough to be known again", state=program.state)
        # The next look says so to the window.
        program.rest()
        peer.stand_still()
        program.need("not connected")
        peer.go_on()
        program.need_gone("not connected")
        program.wait(is_attached, "it is attached")
        program.key("ctrl+z")
        in_program(program, peer.field, at_first)
        set_field(program, words, 55)
        in_program(program, peer.field, 55)

        # It is killed and started again: the same entity is selected, by its name, and nothing is undone in it.
        peer.kill()
        program.need("not connected")
        stands(program, entity)
        peer.start()
        program.need_gone("not connected")
        program.need(words)
        check(len(program.probe()["selected"]) == 1, "what was selected is")
        stands(program, entity)
        program.key("ctrl+z")
        select(program, entity)
        rename(program, "Heroine")
        told = peer.entity("Heroine")[component][field]
        check(told == at_first, f"the undo of what was done before wrote {told}")
    print(f"{peer.title}: stands still, is killed, comes back")
