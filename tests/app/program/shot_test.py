"""`chunkscope shot` writes the picture it was asked for, with any look, and says what is wrong with what it was asked."""

import os
import struct
import sys
import tempfile
import xml.etree.ElementTree

from picture import read_pixels
from program import check, run

executable = os.path.abspath(sys.argv[1])


def read_png(file):
    """Width, height and how often each colour is there."""
    lines = read_pixels(file)
    colours = {}
    for line in lines:
        for colour in line:
            colours[colour] = colours.get(colour, 0) + 1
    return len(lines[0]), len(lines), colours


with tempfile.TemporaryDirectory() as folder:
    out = os.path.join(folder, "shot.png")
    environment_before = os.environ.get("XDG_CONFIG_HOME")
    os.environ["XDG_CONFIG_HOME"] = os.path.join(folder, "config")

    code, _, errors = run(executable, "shot", "--scene", "chase", "--ticks", 20, "--size", "800x600", "--out", out)
    check(code == 0, errors)
    width, height, colours = read_png(out)
    check((width, height) == (800, 600), "the picture has the size that was asked for")
    background, panel = colours.get((0x15, 0x17, 0x1C), 0), colours.get((0x1B, 0x1E, 0x25), 0)
    check(background > 5000 and panel > 50000, "it shows the dark theme")
    check(len(colours) > 200, "it is not empty")
    red = sum(n for (r, g, b), n in colours.items() if r > 200 and g < 110 and b < 120)
    check(red > 150, "the enemies are drawn")

    code, _, errors = run(executable, "shot", "--scene", "chase", "--theme", "light", "--scale", 2, "--size", "900x700",
                          "--panel", "Systems", "--out", out)
    check(code == 0, errors)
    _, _, light = read_png(out)
    check(light.get((0xFA, 0xFB, 0xFC), 0) > 50000, "it shows the light theme")

    for name in ("archetypes", "treemap", "histogram"):
        code, _, errors = run(executable, "shot", "--scene", "chase", "--view", name, "--theme", "dark", "--scale", 0.5,
                              "--out", out)
        check(code == 0, errors)
        width, height, figure = read_png(out)
        check((width, height) == (640, 360), "a figure has the size that its scale says")
        check(figure.get((0x10, 0x12, 0x17), 0) > 50000 and len(figure) > 100, "it stands on the dark ground, with texts")
        svg = os.path.join(folder, "figure.svg")
        code, _, errors = run(executable, "layout", "--scene", "chase", "--view", name, "--out", svg)
        check(code == 0, errors)
        check(xml.etree.ElementTree.parse(svg).getroot().tag.endswith("svg"), "a figure as SVG is XML")

    # A contact sheet: three themes below each other, three scales times three sizes beside each other.
    sheets = os.path.join(folder, "sheets")
    code, _, errors = run(executable, "shot", "--scene", "chase", "--sheets", "--panel", "Systems", "--out", sheets)
    check(code == 0, errors)
    check(os.listdir(sheets) == ["panel-systems.png"], "the sheet of the panel that was named")
    gap = 8
    with open(os.path.join(sheets, "panel-systems.png"), "rb") as file:
        size = struct.unpack(">II", file.read(24)[16:24])
    check(size == (3 * (640 + 960 + 1280) + 10 * gap, 3 * 720 + 4 * gap), f"of all sizes: {size}")
    code, _, errors = run(executable, "shot", "--scene", "chase", "--sheets", "--scale", 2, "--out", sheets)
    check(code == 2 and "--scale" in errors, "a sheet has all scales")

    check(not os.path.exists(os.path.join(folder, "config")), "a picture leaves no settings behind")

    code, _, errors = run(executable, "shot", "--scene", "chase", "--panel", "Nonsense", "--out", out)
    check(code == 1 and "Nonsense" in errors and "Inspector" in errors, "an unknown panel is named, with those there are")
    code, _, errors = run(executable, "shot", "--scene", "chase", "--panel", "Schedule:nonsense", "--out", out)
    check(code == 1 and "nonsense" in errors and "matrix" in errors, "an unknown part is named, with those there are")
    code, _, errors = run(executable, "shot", "--scene", "bullets", "--break", "Helth.hp < 1", "--out", out)
    check(code == 1 and "Helth" in errors, "a breakpoint that nobody understands is an error")

    # A breakpoint ends the ticks, and its mark stands on the line of time. A system is stepped behind it.
    code, _, errors = run(executable, "shot", "--scene", "bullets", "--ticks", 2000, "--workspace", "Debug", "--panel",
                          "Step", "--break", "Health.hp < 3", "--step-systems", 1, "--out", out)
    check(code == 0, errors)
    lines = read_pixels(out)
    red = sum(1 for line in lines[750:772] for r, g, b in line if r > g + 40 and r > b + 40)
    check(red > 10, "the breakpoint's mark stands on the line of time")
    amber = sum(line[400:930].count((0xF2, 0xB8, 0x4B)) for line in lines[480:740])
    check(amber > 10, "the Step panel marks what the system changed")
    code, _, errors = run(executable, "shot", "--scene", "chase", "--out", os.path.join(folder, "no", "shot.png"))
    check(code == 1 and errors.count("\n") == 1, "a folder that is not there is one sentence")
