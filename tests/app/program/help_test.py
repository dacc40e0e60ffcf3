"""The tour comes at the first start and never again by itself; F1 opens the manual at the panel in focus, and the
palette finds its headings."""

import os
import sys

from program import Program, check, load

executable = os.path.abspath(sys.argv[1])


def says(probe, text):
    return any(text in t["text"] for t in probe["texts"])


with Program(executable, first_start=True) as program:
    # The first step is done by what it says: to move in the scene.
    program.need("This world is running")
    left, top, width, height = program.probe()["picture"]
    program.click(left + width / 2, top + height - 12)
    program.key("Right")
    program.need("Every shape is an entity")

    # Everything works while it is open: here, a click in the list is as good as one in the scene.
    program.click_text("Enemy 3")
    program.need("These are its components")
    program.click_text("Next")
    program.need("And this is its row in memory")
    program.click_text("Next")
    program.need("Stop time")
    program.key("space")
    program.wait(lambda p: not p["playing"], "the world is paused")
    program.key("F10")
    program.need("That was the tour")
    program.click_text("Done")
    program.need_gone("That was the tour")

    # It comes back when it is asked for, lets the world run, and goes with Esc.
    program.command("Tour")
    program.need("This world is running")
    program.wait(lambda p: p["playing"], "the world runs")
    program.key("Escape")
    program.need_gone("This world is running")

    # The manual opens at the panel in focus, beside it.
    program.key("space")
    program.go_to("Systems")
    program.key("F1")
    program.need("The panel Systems")
    check(says(program.probe(), "6 of 6 on"), "the panel that it is about is still in view")
    program.command("Manual: Memory: Doctor")
    program.need("Each finding has a cause")

    # A link does what it says.
    program.command("Manual: First steps")
    place = program.need("The first two minutes")
    program.wheel(place[0], place[1], -3)
    program.click_text("Play or pause")
    program.wait(lambda p: p["playing"], "the link lets the world run")

    # The search leads to a place.
    program.click_text("Search the manual")
    program.type("ten times faster")
    program.click_text("Inspect › Inspector")
    program.need("Drag a number to change it")

    config = program.config
    program.quit()
    check(program.ended() == 0, "the program ends in order")
    check(load(os.path.join(config, "chunkscope", "settings.json"))["tour.seen"] is True, "the tour was seen")

    with Program(executable, config=config, first_start=True) as second:
        second.wait(lambda p: p["tick"] > 10, "the world runs")
        check(not says(second.probe(), "This world is running"), "the tour does not come again")
