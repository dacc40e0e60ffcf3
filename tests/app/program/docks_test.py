"""An arrangement of panels that is damaged on disk never ends the program: all panels stand where they do by default,
and the person is told. What was kept of an arrangement comes back."""

import json
import os
import sys
from random import Random

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def start(config, prepare=None):
    if prepare:
        prepare()
    return Program(executable, "--scene", "chase", "--paused", config=config)


def says(probe, words):
    return words in " ".join(t["text"].strip() for t in probe["texts"])


def quit(program):
    program.quit()
    check(program.ended() == 0, "the program ends with code 0")


with Program(executable, "--scene", "chase", "--paused") as program:
    config = os.path.join(program.folder, "kept")
    os.makedirs(config)
    program.click_text("Archetypes")
    quit(program)
    os.rename(program.config, os.path.join(config, "config"))
    config = os.path.join(config, "config")
    folder = os.path.join(config, "chunkscope")
    docks, settings = os.path.join(folder, "docks.ini"), os.path.join(folder, "settings.json")
    with open(docks, encoding="utf-8") as file:
        good = file.read()
    with open(settings, encoding="utf-8") as file:
        good_settings = json.load(file)

    # A good one is not complained of, and stays.
    with start(config) as again:
        check(not says(again.probe(), "by default"), "a good arrangement is no fault")
        quit(again)
    check(os.path.exists(docks) and not os.path.exists(docks + ".broken"), "a good arrangement stays")

    # Nor one in which a person dragged panels about, whatever came of it.
    random = Random(11)
    for _ in range(3):
        with start(config) as moved:
            for title in ("Chunks", "Systems", "Doctor", "Entities", "Moves"):
                tab = moved.find(title)
                if tab is None or random.random() < 0.2:
                    continue
                x, y = (tab[0] + tab[2]) / 2, (tab[1] + tab[3]) / 2
                moved.click(x, y)
                moved.drag(x, y, random.randint(40, 1240), random.randint(60, 760))
            quit(moved)
        with start(config) as again:
            check(not says(again.probe(), "by default"), "what a person made of the arrangement is no fault")
            quit(again)

    table = "[Table][0x12345678,%s]\nColumn 0  Width=100\n"
    spaces = "[Docking][Data]\nDockSpace ID=0x%08X Pos=0,0 Size=9,9 CentralNode=1\n"
    damages = [
        good[:len(good) // 2].rstrip("\n]") + "\n[Window][Sce",
        "\0\1\2\3 not an arrangement \xff" * 50,
        good + table % -3,
        good + table % 2000000000,
        good + spaces % 0xffffffff + "DockNode ID=0xFFFFFFFF Parent=0xFFFFFFFF SizeRef=1,1\n" * 500,
        "[Window][Scene]\nSize=99999999999999999999,1\n",
        "",
    ]
    for damage in damages:
        with open(docks, "w", encoding="utf-8") as file:
            file.write(damage)
        with start(config) as damaged:
            damaged.wait(lambda probe: says(probe, "by default") and says(probe, "docks.ini"),
                         f"it is told that the arrangement is damaged: {damage[:60]!r}")
            damaged.need("Inspector")
            damaged.click_text("Systems")
            damaged.need("Step system")
            quit(damaged)
        check(os.path.exists(docks + ".broken"), "what was damaged is set aside")
        with open(docks, encoding="utf-8") as file:
            check(file.read() != damage, "an arrangement was kept anew")

    # A folder in its place: nothing is kept, and nothing else is lost.
    os.remove(docks)
    os.mkdir(docks)
    with start(config) as damaged:
        damaged.wait(lambda probe: says(probe, "changes to that are not kept"), "it is told that it is no file")
        quit(damaged)
    os.rmdir(docks)

    # The places of panels, in the settings.
    for name, value in (("workspace.inspect", "(tabs 0/1e300 *scene)"), ("workspace.inspect", "(tabs 0/0 *scene scene)"),
                        ("workspaces.own", "Memory")):
        with open(settings, "w", encoding="utf-8") as file:
            json.dump(dict(good_settings, **{name: value, "window.width": 1e300, "look.scale": -1e300}), file)
        with start(config) as damaged:
            damaged.wait(lambda probe: says(probe, "at first") and says(probe, "settings.json"),
                         f"it is told that {name} is damaged")
            damaged.need("Inspector")
            quit(damaged)
