"""Figures are exported by mouse: what is on the screen lands in a file, and a folder that refuses gives one sentence."""

import os
import sys
import xml.dom.minidom

from program import Program, check, run

executable = os.path.abspath(sys.argv[1])


def ask(program, figure, kind):
    program.click_text("Export…")
    program.click_text(figure)
    program.click_text(kind)
    program.need("Cancel")


with Program(executable, "--scene", "traffic", "--count", "400", "--paused") as program:
    program.click_text("Moves")
    program.click_text("Traffic")
    for _ in range(6):
        program.key("F10")
    program.need("moves in the last")
    drawn = os.path.join(program.folder, "moves.svg")
    ask(program, "Traffic between archetypes", "SVG…")
    program.key("ctrl+a")
    program.type(drawn)
    program.key("Return")
    program.need("Exported moves.svg")
    text = open(drawn, encoding="utf-8").read()
    xml.dom.minidom.parseString(text)
    check("Which rows move" in text and "tick 6 · drawn by Chunkscope" in text, "the figure is the one asked for")
    check("EXACT" in text and "Freeze" in text, "its numbers have their badge, and the cause its name")

    # The same ticks by the command line make the same numbers.
    again = os.path.join(program.folder, "again.csv")
    code, _, errors = run(executable, "layout", "--scene", "traffic", "--count", "400", "--ticks", "6", "--view", "traffic",
                          "--out", again)
    check(code == 0, errors)
    told = open(again, encoding="utf-8").read()
    check(",exact" in told and "Freeze" in told, "the command line counts, too")
    moves = sum(int(line.rsplit(",", 6)[1]) for line in told.splitlines()[1:])
    check(f"{moves:,} moves" in text, f"both count {moves} moves")

    # A folder that is not there: one sentence, and the dialog stays for another try.
    nowhere = os.path.join(program.folder, "nowhere", "moves.csv")
    ask(program, "Traffic between archetypes", "CSV…")
    program.key("ctrl+a")
    program.type(nowhere)
    program.key("Return")
    program.need("cannot be written: the folder")
    check(not os.path.exists(os.path.dirname(nowhere)), "nothing was made")
    # A full disk: the same.
    if os.path.exists("/dev/full"):
        full = os.path.join(program.folder, "full.csv")
        os.symlink("/dev/full", full)
        program.key("ctrl+a")
        program.type(full)
        program.key("Return")
        program.key("Return")  # yes, replace it
        program.need("cannot be written: the disk is")
    program.key("Escape")
    check(os.listdir(program.folder).count("moves.svg") == 1, "what was exported before is still there")
    known = ("moves.svg", "again.csv", "full.csv", "config", "probe.json")
    left = [name for name in os.listdir(program.folder) if name not in known]
    check(not left, f"nothing half-written is left: {left}")
