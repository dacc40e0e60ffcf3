"""Watches in the real program: a field is pinned where it stands, seen, plotted, copied and exported; an alert fires and
leads to the entity; why a system leaves an entity out, and what mends it; frozen values beside later ones."""

import os
import sys

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def middle(rect):
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


with Program(executable, "--scene", "chase", "--paused") as program:
    def places(text):
        return [t["rect"] for t in program.probe()["texts"] if t["text"].strip() == text]

    def has(text):
        return lambda probe: any(text in t["text"] for t in probe["texts"])

    inspector = middle(program.need("Inspector"))[0] - 60

    def in_inspector(text):
        return middle(program.wait(lambda probe: [t["rect"] for t in probe["texts"] if t["text"].strip() == text and
                                                  t["rect"][0] > inspector], f"{text} stands in the inspector") and
                      [rect for rect in places(text) if rect[0] > inspector][0])

    def choose_near(x, text):
        """An item of a menu that opened at x, where the same word may stand elsewhere."""
        program.need(text)
        program.rest()
        found = min(places(text), key=lambda rect: abs(rect[0] - x))
        program.click(*middle(found))

    def run_until(tick):
        program.key("space")
        program.wait(lambda probe: probe["tick"] >= tick, f"tick {tick} comes")
        program.key("space")
        program.wait(lambda probe: not probe["playing"], "it is paused")

    # A field of the inspector is watched, and its row says whose it is.
    x, y = in_inspector("distance")
    program.click(x, y, button=3)
    choose_near(x, "Watch")
    program.go_to("Watch")
    program.need("Watches 1")
    program.need("Enemy 14 MoveTarget.distance")
    program.click_text("Health.hp, count(Enemy)…")
    program.type("count(Enemy)")
    program.key("Return")
    program.need("Watches 2")
    program.need("24")

    # What is wrong is said with a caret below, and goes when it is mended. The field still has the keyboard.
    program.type("count(Eneny)")
    program.key("Return")
    program.need("^")
    program.key("ctrl+a")
    program.type("count(Health)")
    program.key("Return")
    program.need("Watches 3")
    program.need_gone("^")
    program.key("Escape")

    # The curves: as a plot, in the clipboard, in a file.
    run_until(30)
    program.key("ctrl+5")  # Debug has it, so that it is gone again with ctrl+1
    program.go_to("Plot")
    program.click_text("Plot all watches")
    program.key("shift+space")  # fills the window, so that its choices have room
    program.need_gone("Inspector")
    program.click_text("Own axes")
    check("Hold" in [t["text"] for t in program.probe()["texts"]], "the height can be held")
    program.key("shift+space")
    program.need("Inspector")
    program.key("ctrl+1")  # the plot has the names of the watches, too
    program.need_gone("Own axes")
    program.go_to("Watch")
    x, y = middle(program.need("count(Enemy)"))
    program.click(x, y, button=3)
    program.click_text("Copy the curve as CSV")
    program.need_gone("Copy the curve as CSV")
    program.click_text("Health.hp, count(Enemy)…")
    program.key("ctrl+v")
    program.key("Home")  # one line of what was copied is all that a field takes
    program.wait(has("tick,"), "the curve is in the clipboard")
    program.key("ctrl+a")
    program.key("BackSpace")
    program.key("Return")
    program.key("shift+space")
    program.need_gone("Inspector")
    program.click_text("Alerts")
    program.need("Type an alert")
    program.click_text("Health.hp < 0")
    program.type("MoveTarget.distance > 0 & Enemy")
    program.key("Return")
    program.need("MoveTarget.distance > 0 & Enemy")
    program.key("Escape")
    program.key("shift+space")
    program.need("Inspector")
    program.go_to("Systems")

    # In the next tick the alert fires; its badge leads to the list of the entities, and from there to one of them.
    program.key("F10")
    program.need("1 alert")
    program.click_text("1 alert")
    program.click_text("MoveTarget.distance > 0 & Enemy")
    program.need("since tick")
    listed = [t["text"] for t in program.probe()["texts"] if t["text"].startswith("Enemy ") and "(#" in t["text"]]
    check(listed, "the entities that match are listed")
    name = listed[0].split(" (")[0]
    program.click_text(listed[0])
    in_inspector(name)

    # Why a system leaves it out is told, and mended with a button.
    program.go_to("Systems")
    x, y = middle(program.need("Orbit"))
    program.click(x, y, button=3)
    program.click_text("Why not " + name + "?")
    program.need("Orbit does not visit this entity")
    program.need("lacks component Orbit")
    fix = [t["text"] for t in program.probe()["texts"] if t["text"].startswith("Add ") and "Orbit" in t["text"]]
    check(fix, "the fix is offered")
    program.click_text(fix[0])
    program.need("Orbit visits this entity")
    program.wait(lambda probe: probe["unsaved"], "it is an edit")
    program.key("ctrl+z")
    program.need("Orbit does not visit this entity")

    # Frozen values stand beside later ones, and only what differs is listed.
    def freeze(letter):
        """The button stands behind the word, at the foot of the inspector; both may be read as one run of text."""
        def there(probe):
            word = program.find("Freeze", 0, probe)
            if not word:
                return None
            behind = [t for t in probe["texts"] if abs(t["rect"][1] - word[1]) < 8 and t["rect"][2] > word[2] and
                      letter in t["text"].replace("Freeze", "").split()]
            return [program.part_of({**t, "text": t["text"].replace("Freeze", "      ")}, letter) for t in behind]

        for _ in range(20):
            if there(program.probe()):
                break
            program.wheel(inspector + 120, 300, -5)
        found = there(program.wait(there, f"the button {letter} stands behind Freeze"))
        program.click(*middle(found[0]))

    # An obstacle that turns, and does nothing else.
    program.go_to("Entities")
    program.key("ctrl+f")
    program.type("Spin")
    program.wait(lambda probe: any("Spin" == t["text"].strip() for t in probe["texts"]), "the filter stands there")
    before = program.probe()["selected"]
    program.key("Return")
    program.wait(lambda probe: probe["selected"] not in ([], before), "the first match is selected")
    freeze("A")
    before = program.probe()["tick"]
    run_until(before + 10)
    freeze("B")
    program.need(f"A, tick {before}")
    program.need("Only differences")
    program.need("angle")
    program.need("kind")
    program.click_text("Only differences")
    program.need_gone("kind")
    program.need("angle")
