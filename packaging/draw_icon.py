"""Draws an SVG of filled rectangles, with rounded corners or without, as a PNG: draw_icon.py SVG SIZE PNG

The icon has nothing else, so no package needs a program that draws SVG."""

import math
import os
import struct
import sys
import xml.etree.ElementTree
import zlib

SAMPLES = 8  # in each direction of a pixel, at corners

svg, size, png = sys.argv[1], int(sys.argv[2]), sys.argv[3]
root = xml.etree.ElementTree.parse(svg).getroot()
left, top, width, height = (float(number) for number in root.get("viewBox").split())
if (left, top) != (0, 0) or width != height:
    sys.exit(f"{svg}: the view box must be a square from 0 0")
scale = size / width


def inside(x, y, box, radius):
    x0, y0, x1, y1 = box
    if not (x0 <= x < x1 and y0 <= y < y1):
        return False
    beyond_x = max(x0 + radius - x, x - (x1 - radius), 0)
    beyond_y = max(y0 + radius - y, y - (y1 - radius), 0)
    return beyond_x * beyond_x + beyond_y * beyond_y <= radius * radius


def coverage(column, row, box, radius):
    x0, y0, x1, y1 = box
    if x0 + radius <= column and column + 1 <= x1 - radius and y0 <= row and row + 1 <= y1:
        return 1
    hits = sum(inside(column + (i + 0.5) / SAMPLES, row + (j + 0.5) / SAMPLES, box, radius)
               for i in range(SAMPLES) for j in range(SAMPLES))
    return hits / SAMPLES ** 2


pixels = [[(0.0, 0.0, 0.0, 0.0)] * size for _ in range(size)]  # colours multiplied by their alpha
for shape in root:
    name = shape.tag.split("}")[-1]
    if name in ("title", "desc"):
        continue
    if name != "rect":
        sys.exit(f"{svg}: draws rectangles only, not <{name}>")
    x, y, w, h, radius = (float(shape.get(key, 0)) * scale for key in ("x", "y", "width", "height", "rx"))
    colour = [int(shape.get("fill")[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    box = (x, y, x + w, y + h)
    for row in range(math.floor(y), math.ceil(y + h)):
        for column in range(math.floor(x), math.ceil(x + w)):
            alpha = coverage(column, row, box, radius)
            under = pixels[row][column]
            over = [c * alpha for c in colour] + [alpha]
            pixels[row][column] = tuple(o + u * (1 - alpha) for o, u in zip(over, under))


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


lines = bytearray()
for row in pixels:
    lines.append(0)
    for r, g, b, alpha in row:
        lines += bytes(round(255 * c / alpha) if alpha else 0 for c in (r, g, b)) + bytes([round(255 * alpha)])
os.makedirs(os.path.dirname(os.path.abspath(png)), exist_ok=True)
with open(png, "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", size, size, 8, 6, 0, 0, 0)) +
               chunk(b"IDAT", zlib.compress(bytes(lines), 9)) + chunk(b"IEND", b""))
