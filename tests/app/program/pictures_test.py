"""Pictures that panels draw pixel by pixel keep hard edges: no colour lies between those that were painted. And which
shape of the scene lies on top does not change with the archetype of its entity; what is selected is lit, however many
are."""

import json
import os
import sys
import tempfile

from picture import read_pixels
from program import check, load, run

executable = os.path.abspath(sys.argv[1])


def colours_in(lines, left, top, right, bottom):
    return {lines[y][x] for y in range(top, bottom) for x in range(left, right)}


with tempfile.TemporaryDirectory() as folder:
    os.environ["XDG_CONFIG_HOME"] = os.path.join(folder, "config")
    out = os.path.join(folder, "shot.png")
    code, _, errors = run(executable, "shot", "--scene", "stress", "--count", 20000, "--workspace", "Memory", "--out", out)
    check(code == 0, errors)
    lines = read_pixels(out)
    # Cells of the map: full, partly full, their gaps and the mark of the one that is selected.
    cells = colours_in(lines, 420, 96, 560, 104)
    check(3 <= len(cells) <= 12, f"the cells of the map have hard edges, their colours are {sorted(cells)}")
    # The bytes of a chunk: two tones a column, the rulers and the selected row.
    tones = colours_in(lines, 612, 180, 1000, 440)
    check(10 <= len(tones) <= 90, f"the bytes of a chunk have hard edges: there are {len(tones)} colours")

    # A red shape, and a larger green one that was made later, at the same place: whatever components they have.
    pictures = set()
    for more_of_red, more_of_green in (((), ()), (("Rotation",), ()), ((), ("Rotation",)), (("Rotation",), ("Scale",))):
        def entity(name, colour, more):
            components = {"Position": {"x": 50, "y": 50}, "Radius": {"value": 150 if name == "1v1" else 200}, "Color": {"value": colour}}
            components.update({each: {"Rotation": {"angle": 0}, "Scale": {"value": 1}}[each] for each in more})
            return {"id": name, "components": components}
        world = os.path.join(folder, "two.chunkscope.json")
        with open(world, "w", encoding="utf-8") as file:
            json.dump({"format": "chunkscope.world", "version": 1,
                       "entities": [entity("1v1", [1, 0, 0, 1], more_of_red), entity("2v1", [0, 1, 0, 1], more_of_green)]}, file)
        code, _, errors = run(executable, "shot", world, "--panel", "Scene", "--alone", "--out", out)
        check(code == 0, errors)
        counts = {}
        for line in read_pixels(out):
            for colour in line:
                counts[colour] = counts.get(colour, 0) + 1
        check(counts.get((0, 255, 0), 0) > 1000, "the later one lies on top")
        check(counts.get((255, 0, 0), 0) == 0, "and nothing of the other is seen")
        pictures.add(tuple(sorted(counts.items())))
    check(len(pictures) == 1, "all these pictures are the same")

    # Of 600 white shapes so many are selected: those are as white as before, the others dimmed.
    def shape(number):
        place = {"x": number % 30 * 25 + 20, "y": number // 30 * 25 + 40}
        return {"id": f"{number + 1}v1",
                "components": {"Position": place, "Radius": {"value": 8}, "Color": {"value": [1, 1, 1, 1]}}}
    bundle = os.path.join(folder, "many.json")
    with open(world, "w", encoding="utf-8") as file:
        json.dump({"format": "chunkscope.world", "version": 1, "entities": [shape(number) for number in range(600)]}, file)
    code, _, errors = run(executable, "run", world, "--ticks", 0, "--bundle", bundle)
    check(code == 0, errors)
    content = load(bundle)
    white = {}
    for count in (0, 200, 257, 300, 600):
        content["view"]["selection"] = [f"{number + 1}v1" for number in range(count)]
        with open(bundle, "w", encoding="utf-8") as file:
            json.dump(content, file)
        code, _, errors = run(executable, "shot", bundle, "--panel", "Scene", "--alone", "--out", out)
        check(code == 0, errors)
        white[count] = sum(line.count((255, 255, 255)) for line in read_pixels(out))
    check(white[0] > 600 * 50, f"without a selection all are white: {white}")
    for count in (200, 257, 300, 600):
        check(abs(white[count] - white[0] * count / 600) < white[0] / 600, f"{count} of 600 are lit: {white}")
