"""The Query panel in the real program: a query is typed with the list at its cursor, mended where it is wrong, sorted,
its rows are selected, it is kept under a name, and found again by the next start."""

import os
import shutil
import sys
import tempfile

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def middle(rect):
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


def shown(program):
    return " ".join(t["text"] for t in program.probe()["texts"])


def ask(program, query):
    """Types the query in place of the one that is there."""
    program.go_to("Query")
    program.key("ctrl+f")
    program.key("ctrl+a")
    program.type(query)
    program.key("Return")


config = tempfile.mkdtemp(prefix="chunkscope-query-")
with Program(executable, "--scene", "chase", "--paused", config=config) as program:
    # Tab takes what is marked in the list; a dot lists the fields.
    program.go_to("Query")
    program.click_text("A query, such as")
    program.type("Heal")
    program.need("Tab or Enter takes it")
    program.key("Tab")
    program.need_gone("Tab or Enter takes it")
    program.type(".")
    program.need("Left now")  # what a field means
    program.key("Tab")
    program.need("Health.hp")

    # What is wrong is said below the field, and the list leaves it free.
    program.type(" < 100 & Eneny")
    program.need("No component Eneny")
    check("as before" in shown(program), "the rows from before stay, and are said to be those")
    for _ in range(5):
        program.key("BackSpace")
    program.type("Ene")
    listed = program.need("Tab or Enter takes it")
    check(listed[1] > program.need("No component Ene")[3], "the list is below the error")
    program.key("Tab")
    program.need_gone("Tab or Enter takes it")
    program.wait(lambda probe: not any("as before" in t["text"] for t in probe["texts"]), "the query is right again")

    # A click on a heading sorts by its column.
    program.click_text("Saved")
    program.need("Name for this query")
    program.key("Escape")
    program.key("Escape")
    program.go_to("Query")
    ask(program, "Enemy & Position.x < 500")
    program.need("Position.x")
    heading = middle(program.need("Position.x"))
    program.click(*heading)

    def column(probe):
        """The numbers below the heading, from top to bottom."""
        rect = program.find("Position.x", 0, probe)
        if not rect:
            return []
        line_of_time = max(t["rect"][1] for t in probe["texts"] if t["text"].strip() == "Timeline") - 8
        below = [t for t in probe["texts"] if rect[3] < t["rect"][1] < line_of_time and t["rect"][0] > rect[0] - 40 and
                 t["rect"][2] < rect[2] + 40 and t["text"].strip().replace(".", "").replace(",", "").isdigit()]
        return [float(t["text"].replace(",", "")) for t in sorted(below, key=lambda t: t["rect"][1])]

    program.wait(lambda probe: len(column(probe)) > 2 and column(probe) == sorted(column(probe)), "the least comes first")
    program.click(*heading)
    program.wait(lambda probe: len(column(probe)) > 2 and column(probe) == sorted(column(probe), reverse=True),
                 "the greatest comes first")

    # Rows select their entities, with Shift several of them.
    program.click(heading[0] - 100, heading[1] + 24)
    first = program.wait(lambda probe: probe["selected"], "the first row is selected")["selected"]
    program.key("shift+Down")
    program.key("shift+Down")
    program.wait(lambda probe: len(probe["selected"]) == 3 and first[0] in probe["selected"], "three are selected")
    check("Nothing is selected" not in shown(program), "the Inspector shows them")

    # Esc twice closes a popup and leaves the selection.
    program.click_text("Columns")
    program.need("As the query has them")
    program.key("Escape")
    program.key("Escape")
    program.need_gone("As the query has them")
    program.key("Escape")
    check(len(program.probe()["selected"]) == 3, "what is selected stays")

    # A value is a column, written with a list at the cursor.
    program.click_text("Columns")
    program.need("As the query has them")
    program.type("Position.x * Radi")
    program.need("Tab or Enter takes it")
    program.key("Tab")
    program.type(".value")
    program.need("Add Position.x * Radius.value")
    program.key("Return")
    program.wait(lambda probe: sum("Position.x * Radius.value" in t["text"] for t in probe["texts"]) > 2,
                 "it stands among the columns that were added")
    program.key("Escape")
    program.need_gone("As the query has them")

    # It is kept under a name.
    program.click_text("Saved")
    program.need("Name for this query")
    program.type("Left half")
    program.key("Return")
    program.need("Left half")
    program.key("Escape")
    program.key("Escape")
    program.need_gone("Left half")
    program.quit()
    check(program.ended() == 0, "it ends")

with Program(executable, "--scene", "chase", "--paused", config=config) as program:
    # The next start has the query as it was, and the saved one among those with a name.
    program.go_to("Query")
    program.key("shift+space")  # fills the window, so that all columns have room
    program.need_gone("Inspector")
    program.need("Enemy & Position.x < 500")
    program.need("Position.x * Radius.value")
    ask(program, "Radius.value > 0")
    program.need("Radius.value")
    program.click_text("Saved")
    program.click_text("Left half")
    program.need("Enemy & Position.x < 500")
    program.need("Position.x * Radius.value")
shutil.rmtree(config, ignore_errors=True)
