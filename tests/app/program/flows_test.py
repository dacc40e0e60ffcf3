"""The work of three users, who inspect, author and learn: each flow is done with the mouse alone and with the keyboard
alone, in the real window. What it takes is counted, and docs/flows.md must have these numbers."""

import os
import sys

from hands import KeyHand, MouseHand, cell_of, rows_below, total_of
from program import Program, check, entity_in, load

executable, document = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def transport(program, button):
    """Play or pause, step with its menu, and Stop stand left of the speed."""
    left, top, _, bottom = program.need("1×")
    return left - {"play": 95, "step": 67}[button], (top + bottom) / 2


def selects(program, entity):
    program.wait(lambda p: p["selected"] == [entity], f"{entity} is selected")


def inspect(program, hand, mouse):
    inspector = program.need("Inspector")[0] - 20
    enemy, decoy = "25v1", "28v1"

    hand.step("Stop the world")
    if mouse:
        hand.click_at(transport(program, "play"))
    else:
        hand.keys("space")
    program.wait(lambda p: not p["playing"], "the world stands still")

    hand.step("Find what has health")
    if mouse:
        hand.click("Filter: name, id")
    else:
        hand.keys("F6", "ctrl+f")
    hand.type("c:health")
    program.need("9 of 32 entities")

    hand.step("Choose the last of them, Enemy 24")
    if mouse:
        hand.click("Enemy 24")
    else:
        hand.keys("Return", "End")
    selects(program, enemy)

    hand.step("Run one tick, and see which of its values change")
    tick = program.probe()["tick"]
    if mouse:
        hand.click_at(transport(program, "step"))
    else:
        hand.keys("F10")
    program.wait(lambda p: p["tick"] == tick + 1, "one tick ran")

    hand.step("Run one system of the next tick")
    if mouse:
        hand.click("Step system")
    else:
        hand.keys("F11")
    program.wait(lambda p: any(t["text"].startswith(("Next: ", "→ ")) for t in p["texts"]), "it says what runs next")

    hand.step("See in which chunk and row its bytes lie")
    program.need("Enemy 24 is row 7 · chunk 0")

    hand.step("Go to the entity that it follows")
    if mouse:
        hand.click_beside(inspector, "Decoy")
    else:
        hand.keys("shift+F6", "j")
    selects(program, decoy)

    hand.step("Come back")
    if mouse:
        hand.click("Edit")
        hand.click("Back")
    else:
        hand.keys("alt+Left")
    selects(program, enemy)

    hand.step("See which archetypes fill their chunks least")
    if mouse:
        hand.click("Archetypes")
        hand.click("Block fill")
        hand.click("Block fill")
    else:
        hand.keys("ctrl+k")
        hand.type("arch")
        hand.keys("Return", "Down", "Down", "Right", "Right", "Right", "Return", "Return")
    program.wait(lambda p: fill_of_first_rows(program, p) == ["50 %", "80 %"], "the emptiest stand first")

    hand.step("Ask whether the memory has a problem")
    if mouse:
        hand.click("Memory")
    else:
        hand.keys("ctrl+2")
    program.need("No problems found")

    hand.step("Go back, and let the world run on")
    if mouse:
        hand.click("Inspect")
        hand.click_at(transport(program, "play"))
    else:
        hand.keys("ctrl+1", "F5")
    program.need("Systems")
    program.wait(lambda p: p["playing"], "the world runs")
    selects(program, enemy)


def fill_of_first_rows(program, probe):
    """What the table of archetypes says of the first two that have chunks, below the line of all."""
    heads = [t["rect"] for t in probe["texts"] if t["text"] == "Block fill"]
    if not heads:
        return []
    left, _, right, bottom = heads[0]
    column = [(t["rect"][1], t["text"]) for t in probe["texts"]
              if t["text"].endswith(" %") and left - 20 < t["rect"][0] < right + 40 and t["rect"][1] > bottom + 24]
    return [text for _, text in sorted(column)][:2]


def author(program, hand, mouse):
    hand.step("Begin an empty world")
    if mouse:
        hand.click("File")
        hand.click("New world")
    else:
        hand.keys("ctrl+n")
    program.need("0 entities")

    hand.step("Give the scene more room")
    if mouse:
        hand.click("Author")
    else:
        hand.keys("ctrl+3")
    program.need("Bulk edit")
    inspector = program.need("Inspector")[0] - 20

    hand.step("Create an entity")
    if mouse:
        hand.click("+ Create")
    else:
        hand.keys("ctrl+shift+n")
    selects(program, "1v1")

    hand.step("Name it")
    if mouse:
        hand.double_click_at(hand.place_beside(inspector, "Entity"))
    else:
        hand.keys("F2")
    hand.type("ship")
    if not mouse:
        hand.keys("Return")  # with the mouse, the next click ends typing

    hand.step("Give it a position, a shape, a colour and a radius")
    for number, component in enumerate(("Position", "Shape", "Color", "Radius")):
        if mouse:
            hand.click("+ Add component")
            hand.click_beside(inspector, component)
        else:
            hand.keys(*(("F6", "shift+F6", "shift+F6", "shift+a") if number == 0 else ("shift+a",)))
            hand.type(component[:3].lower())
            hand.keys("Return")
        program.need_gone("Find a component")
        program.need(component)
    program.need("ship")

    hand.step("Put it at 200, 150")
    if mouse:
        for axis, value in (("x", "200"), ("y", "150")):
            left, top = hand.place_beside(inspector, axis)
            hand.double_click_at((left + 40, top))
            hand.type(value)
    else:
        hand.keys("Home", "Down", "Down", "Down", "Down", "Return")
        hand.type("200")
        hand.keys("Tab")
        hand.type("150")
        hand.keys("Return")

    hand.step("Duplicate it three times")
    for number in range(3):
        if mouse:
            hand.click("Edit")
            hand.click("Duplicate")
        else:
            hand.keys("ctrl+d")
        selects(program, f"{number + 2}v1")

    hand.step("Move the last one below the one before")
    if mouse:
        hand.drag(hand.place_beside(-inspector, "ship 4"), hand.place_beside(-inspector, "ship 3"))
    else:
        hand.keys("ctrl+k")
        hand.type("move below")
        hand.keys("Return")
        program.need("ship 3")
        hand.type("ship 3")
        hand.keys("Return")
    program.need("Parent")

    hand.step("Undo that, and redo it")
    for word, key in (("Undo", "ctrl+z"), ("Redo", "ctrl+y")):
        if mouse:
            hand.click("Edit")
            hand.click(word)
        else:
            hand.keys(key)
        if word == "Undo":
            program.need_gone("Parent")
    program.need("Parent")

    hand.step("Save it as a file")
    if mouse:
        hand.click("File")
        hand.click("Save as…")
    else:
        hand.keys("ctrl+s")
    program.need("Save world as")
    hand.type("fleet.json")
    if mouse:
        hand.click("Save", 0)
    else:
        hand.keys("Return")
    program.wait(lambda p: not p["unsaved"] and p["file"].endswith("fleet.json"), "the world is saved")

    world = load(os.path.join(program.folder, "fleet.json"))
    ship = entity_in(world, "ship")
    check(len(world["entities"]) == 4, "the file has four entities")
    check(ship["components"]["Position"] == {"x": 200, "y": 150}, "the ship stands where it was put")
    check(all(name in ship["components"] for name in ("Shape", "Color", "Radius")), "the ship has its components")
    check(entity_in(world, "ship 4")["parent"] == entity_in(world, "ship 3")["id"], "one ship is below another")


def learn(program, hand, mouse):
    def press(text):
        """The button on the lower right of a lesson; Enter presses it."""
        program.need(text)
        if mouse:
            hand.click(text)
        else:
            hand.keys("Return")

    hand.step("Go to the lessons")
    if mouse:
        hand.click("Learn")
    else:
        hand.keys("ctrl+4")
    program.need("0 of 18 lessons done")

    hand.step("Open the first lesson")
    if mouse:
        hand.click_beside(-400, "L1  Rows or columns?")
    else:
        hand.keys("Down", "Return", "F6")
    press("Begin")

    hand.step("Predict a number")
    program.need("Question 1 of 3")
    hand.type("63")
    press("That is my prediction")

    hand.step("Run it, and read the answer")
    press("Run it")
    program.need("Right: 63 lines.")

    hand.step("Read why")
    press("Compare with the explanation")
    program.need("Objects touch 1,125")

    hand.step("Go on to the next question")
    press("Next question")
    program.need("Question 2 of 3")

    hand.step("Predict by a choice")
    if mouse:
        hand.click("Objects touch fewer")
    else:
        hand.keys("Down", "Down", "space")
    press("That is my prediction")

    hand.step("Run it, and read that answer")
    press("Run it")
    program.need("Right")

    hand.step("Look at the memory of the six storages")
    if mouse:
        hand.click("Storage Lab")
        hand.click("All six")
    else:
        hand.keys("ctrl+k")
        hand.type("storage")
        hand.keys("Return", "Down", "Right", "Return")
    program.need("step 6 of 6")

    hand.step("Take the last step back")
    if mouse:
        hand.click("Back")
    else:
        hand.keys("Left", "Down", "Return")
    program.need("step 5 of 6")

    hand.step("Go back to the world, which runs on")
    if mouse:
        hand.click("Inspect")
    else:
        hand.keys("ctrl+1")
    program.need("Systems")
    tick = program.probe()["tick"]
    program.wait(lambda p: p["playing"] and p["tick"] > tick, "the world runs")


def run_flow(flow, make_hand):
    """What each step took: (what is wanted, cell)."""
    with Program(executable, "--scene", "chase", in_own_folder=True) as program:
        hand = make_hand(program)
        flow(program, hand, make_hand is MouseHand)
        hand.check_alone()
        program.signal()
    return [(wanted, cell_of(count, typed)) for wanted, count, typed in hand.steps]


with open(document, encoding="utf-8") as file:
    text = file.read()
wrong, totals = [], {row[0]: row[1:] for row in rows_below(text, "Totals")}
for title, flow in (("Inspect", inspect), ("Author", author), ("Learn", learn)):
    if len(sys.argv) > 3 and title not in sys.argv[3:]:
        continue
    counted = {hand: run_flow(flow, hand) for hand in (MouseHand, KeyHand)}
    rows = rows_below(text, title)  # number, wanted, mouse, before, now, keyboard, before, now
    for hand, column in ((MouseHand, 4), (KeyHand, 7)):
        written = [(row[1], row[column]) for row in rows]
        for number, (has, does) in enumerate(zip(written, counted[hand]), 1):
            if has != does:
                wrong.append(f"{title}, {hand.__name__}, step {number}: the document has {has}, it takes {does}")
        if len(written) != len(counted[hand]):
            wrong.append(f"{title}: the document has {len(written)} steps, the flow {len(counted[hand])}")
    sums = "?" in rows[0] or [total_of([row[column] for row in rows]) for column in (3, 4, 6, 7)]
    if totals.get(title) != sums:
        wrong.append(f"{title}: the totals are {sums}, the document has {totals.get(title)}")
check(not wrong, "\n".join(wrong))
