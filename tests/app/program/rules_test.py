"""Behaviour and types without a compiler, in the real program: a rule is written, tried, added, switched off, undone and
saved; a component is made, changed and saved; the next start has both."""

import os
import shutil
import sys
import tempfile

from program import Program, check, load, run

executable = os.path.abspath(sys.argv[1])


def hp_of_all(world):
    return {e["components"]["Health"]["hp"] for e in world["entities"] if "Health" in e["components"]}


def listed(probe):
    """Where the name of the rule stands."""
    return [t["rect"] for t in probe["texts"] if t["text"].strip() == "Rule"]


folder = tempfile.mkdtemp(prefix="chunkscope-rules-")
file = os.path.join(folder, "ruled.json")
with Program(executable, "--scene", "chase", "--paused") as program:

    # What is wrong is said, then what the rule would do.
    program.command("Add rule")
    program.need("In every tick")
    program.key("Return")
    program.type("Helth : -Helth")
    program.need("did you mean Health?")
    program.key("ctrl+a")
    program.type("Health.hp > 7 : Health.hp = 7")
    program.need("Matches ")
    program.need("Writes Health")
    program.key("Return")
    program.need_gone("In every tick")
    program.go_to("Systems")
    program.wait(listed, "the rule stands among the systems")

    # It works in the next tick, can be switched off, and undo takes it away.
    program.command("Step one tick")
    program.wait(lambda probe: probe["tick"] == 1, "one tick went by")
    program.command("Toggle system Rule")
    program.key("ctrl+z")
    program.key("ctrl+z")
    program.go_to("Systems")
    program.wait(lambda probe: not listed(probe), "the rule is gone")
    program.key("ctrl+y")
    program.wait(listed, "the rule is back")

    # A component is made, and got by the selected entity.
    program.command("New component")
    program.need("Make component")
    program.key("ctrl+a")
    program.type("Mana")
    program.click_text("Make component")
    program.need_gone("Make component")
    program.command("New component")
    program.need("Make component")
    program.key("ctrl+a")
    program.type("Mana")
    program.need("there is a component named Mana already")
    program.key("Escape")
    program.key("Escape")
    program.need_gone("there is a component named Mana already")

    file = program.save_state(file)  # with what was made while it was played
    world = load(file)
    check(world["systems"]["Rule"] == {"enabled": True, "rule": "Health.hp > 7 : Health.hp = 7"}, "the rule is saved")
    check(world["components"]["Mana"]["fields"] == {"value": "f32"}, "the component is saved")
    check(max(hp_of_all(world)) == 7, "the rule did its work")

with Program(executable, file, "--paused") as program:
    program.go_to("Systems")
    place = program.wait(listed, "the rule is there again")
    left, top, right, bottom = listed(place)[0]
    program.click((left + right) / 2, (top + bottom) / 2)
    program.need("Health.hp > 7 : Health.hp = 7")

run(executable, "run", file, "--ticks", "3", "--save", file + "2")
check(max(hp_of_all(load(file + "2"))) == 7, "the command line runs the rule, too")
shutil.rmtree(folder, ignore_errors=True)
