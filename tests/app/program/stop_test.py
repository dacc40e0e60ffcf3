"""Breakpoints in the real program: one is typed, the simulation stops behind the guilty system with the entity selected,
it goes on, a system is stepped forward and back, and it is reached again from the past. Each world has breakpoints,
watches and queries of its own."""

import os
import shutil
import sys
import tempfile

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def has(text):
    return lambda probe: any(text in t["text"] for t in probe["texts"])


kept = tempfile.mkdtemp(prefix="chunkscope-questions-")
with Program(executable, "--scene", "chase", "--paused", config=kept) as program:
    # It is typed, with what is wrong below it, and mended.
    program.go_to("Breakpoints")
    program.click_text("Type a breakpoint")
    program.type("on change MoveTarget.distnce where Enemy")
    program.key("Return")
    program.wait(has("did you mean distance"), "the error offers the field")
    program.key("ctrl+a")
    program.type("Position.x > -100000")
    program.wait(has("Matches"), "it says how many match now")
    program.key("ctrl+a")
    program.type("on change MoveTarget.distance where Enemy")
    program.key("Return")
    program.wait(lambda probe: not has("did you mean")(probe), "the error is gone")
    check(not program.probe()["playing"], "adding one plays nothing")

    program.key("Escape")  # leaves the field, which has the keyboard for the next one
    program.rest()

    # Playing stops in the first tick in which a distance changes, behind the system that writes it.
    program.key("F5")
    program.wait(has("Stopped after Target: MoveTarget.distance of"), "it says who did it, and to whom")
    program.wait(lambda probe: not probe["playing"], "the simulation is paused")
    first = tick = program.probe()["tick"]
    check(len(program.probe()["selected"]) == 1, "the entity is selected")
    program.wait(has("after Target"), "the row says where")

    # Systems marks who did it and who comes next.
    program.go_to("Systems")
    program.wait(lambda probe: any(has(words)(probe) for words in ("next is", "Next: ", "→ ")), "it says what comes next")
    row = next(t["rect"] for t in program.probe()["texts"] if t["text"].strip() == "Target")
    program.move((row[0] + row[2]) / 2, (row[1] + row[3]) / 2)
    program.need("Stopped after Target: MoveTarget.distance of")
    program.go_to("Breakpoints")

    # Going on goes on, to the next tick, and stops there.
    program.click_text("Go on")
    program.wait(lambda probe: probe["tick"] > tick and not probe["playing"], "it stops in a later tick")

    # Who looks at another window meanwhile has this one marked by the desktop.
    check(program.probe()["attention_asked"] == 0, "it had the keyboard until now")
    program.xdotool("windowfocus", 0)
    program.wait(lambda probe: not probe["focused"], "another window has the keyboard")
    tick = program.probe()["tick"]
    program.click_text("Go on")
    program.wait(lambda probe: probe["tick"] > tick and not probe["playing"], "it stops again")
    program.wait(lambda probe: probe["attention_asked"] == 1, "it asks to be marked")
    program.xdotool("windowfocus", "--sync", program.window)
    program.wait(lambda probe: probe["focused"], "it has the keyboard again")

    # One system forward, and back.
    program.go_to("Step")
    program.key("F11")
    program.wait(has(" changed "), "what the system changed is told")
    program.need("Queued commands")
    program.key("F11")
    program.wait(has("→"), "with values before and after")
    check(not program.probe()["playing"], "stepping plays nothing")

    # From the past it stops where it did first, behind the same system.
    program.key("shift+comma")
    program.wait(lambda probe: probe["tick"] == 0, "it is at the first tick")
    program.wait(lambda probe: not has("Stopped after")(probe), "what stopped it later is not said any more")
    program.key("F5")
    program.wait(has("Stopped after Target: MoveTarget.distance of"), "it stops again")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    check(program.probe()["tick"] == first, "in the same tick")

    # The status bar names a breakpoint however it was hit: by a step, and by an edit.
    program.key("F10")
    program.wait(lambda probe: probe["tick"] == first + 1, "the tick ends")
    program.wait(lambda probe: not has("Stopped after")(probe), "nothing stopped it since")
    program.key("F10")
    program.wait(has("Stopped after Target"), "the step was stopped")
    program.click_text("Health.hp < 0")
    program.type("on destroyed(Enemy)")
    program.key("Return")
    program.key("Escape")
    program.key("F10")
    program.wait(lambda probe: not has("Stopped after")(probe), "the tick ends")
    program.click_text("Enemy 1")
    program.key("Delete")
    program.wait(has("Stopped after edit: destroy"), "the edit made it true")
    program.key("ctrl+z")
    program.wait(lambda probe: has("Undone: ")(probe) and not has("Stopped after")(probe), "it was taken back")

    # A query and a watch beside the breakpoint; another world knows nothing of them.
    program.go_to("Query")
    program.type("MoveTarget & Enemy")
    program.key("Return")
    program.key("Escape")
    program.go_to("Watch")
    program.click_text("Type a watch")
    program.type("count(MoveTarget)")
    program.key("Return")
    program.wait(has("count(MoveTarget)"), "it is watched")
    program.key("Escape")
    program.command("Scenes: increment")
    program.wait(lambda probe: probe["playing"] and has("9 entities")(probe), "another scene runs")
    program.key("F5")
    program.wait(lambda probe: not probe["playing"], "it is paused")
    program.go_to("Watch")
    program.wait(lambda probe: not has("count(MoveTarget)")(probe), "the watch is not its own")
    program.go_to("Breakpoints")
    program.need("No breakpoints")
    program.go_to("Query")
    program.wait(lambda probe: not has("MoveTarget & Enemy")(probe), "nor the query")
    check(not has("Not for this world")(program.probe()), "nothing says that it is of another world")

    # Back in the first one they are there again, also after a restart.
    program.command("Scenes: chase")
    program.go_to("Breakpoints")
    program.need("on change MoveTarget.distance")
    program.go_to("Query")
    program.need("MoveTarget & Enemy")
    program.quit()
    check(program.ended() == 0, "it quits")

with Program(executable, "--scene", "chase", "--paused", config=kept) as program:
    program.go_to("Breakpoints")
    program.need("on change MoveTarget.distance")
    program.go_to("Watch")
    program.need("count(MoveTarget)")
    program.go_to("Query")
    program.need("MoveTarget & Enemy")
with Program(executable, "--scene", "increment", "--paused", config=kept) as program:
    program.go_to("Breakpoints")
    program.need("No breakpoints")
shutil.rmtree(kept, ignore_errors=True)
