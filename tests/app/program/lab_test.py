"""The Storage Lab shows a scenario of one's own, says what is wrong with one, and gives out figures and tables."""

import os
import sys
import xml.dom.minidom

from program import Program, check, run

executable = os.path.abspath(sys.argv[1])

MINE = """{
  "title": "My own two",
  "components": { "Position": { "fields": { "x": "f32" } } },
  "steps": [ { "create": { "Position": { "x": 1 } }, "count": 2 }, { "each": [ "Position" ] } ]
}
"""


def choose_file(program, file):
    program.key("ctrl+a")
    program.type(file)
    program.key("Return")


with Program(executable, "--scene", "bob", "--paused") as program:
    program.go_to("Storage Lab")
    program.need("What adding a component moves")
    mine, broken = (os.path.join(program.folder, name) for name in ("mine.json", "broken.json"))
    with open(mine, "w", encoding="utf-8") as file:
        file.write(MINE)
    with open(broken, "w", encoding="utf-8") as file:
        file.write(MINE.replace('"each": [ "Position" ]', '"each": [ "Positoin" ]'))

    # What is wrong with a file stands in the dialog, which stays for another try.
    program.click_text("What adding a component moves")
    program.click_text("Open file…")
    program.need("Open scenario")
    choose_file(program, broken)
    program.need("broken.json:4:")
    choose_file(program, mine)
    program.need("My own two")
    program.need("step 2 of 2")

    # A table of what is shown, into a file; the command line writes the same bytes.
    table, again = (os.path.join(program.folder, name) for name in ("spans.csv", "again.csv"))
    program.click_text("Export…")
    program.click_text("Every span of memory")
    program.click_text("CSV…")
    program.need("Cancel")
    choose_file(program, table)
    program.need("Exported spans.csv")
    code, _, errors = run(executable, "lab", "--storage", "chunks", "--scenario", mine, "--view", "spans", "--out", again)
    check(code == 0, errors)
    with open(table, "rb") as a, open(again, "rb") as b:
        check(a.read() == b.read(), "panel and command line write the same table")

    # A file for each step.
    code, _, errors = run(executable, "lab", "--storage", "002", "--scenario", mine, "--step", "all", "--out",
                          os.path.join(program.folder, "step-%d.svg"))
    check(code == 0, errors)
    for step in (1, 2):
        xml.dom.minidom.parse(os.path.join(program.folder, f"step-{step}.svg"))
    check(not os.path.exists(os.path.join(program.folder, "step-3.svg")), "there are two steps")
    left = [name for name in os.listdir(program.folder) if name.startswith(".") or "tmp" in name]
    check(not left, f"nothing half-written is left: {left}")
    program.quit()
    check(program.ended() == 0, "it quits")

    # The file is remembered, and shown again.
    with Program(executable, "--scene", "bob", "--paused", config=program.config) as second:
        second.go_to("Storage Lab")
        second.need("My own two")
        second.quit()
