"""Reads the pictures that the program writes."""

import struct
import zlib

from program import check


def read_pixels(file):
    """The lines of an 8-bit RGB picture, each a list of (red, green, blue)."""
    with open(file, "rb") as opened:
        data = opened.read()
    check(data[:8] == b"\x89PNG\r\n\x1a\n", "it is a PNG file")
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    check((depth, kind) == (8, 2), "it is RGB")
    packed, at = b"", 8
    while at < len(data):
        (size,), name = struct.unpack(">I", data[at:at + 4]), data[at + 4:at + 8]
        if name == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    raw, stride = zlib.decompress(packed), width * 3
    lines, above = [], bytearray(stride)
    for row in range(height):
        kind, line = raw[row * (stride + 1)], bytearray(raw[row * (stride + 1) + 1:(row + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - 3] if i >= 3 else 0
            up, corner = above[i], above[i - 3] if i >= 3 else 0
            if kind == 1:
                line[i] = (line[i] + left) & 255
            elif kind == 2:
                line[i] = (line[i] + up) & 255
            elif kind == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
                line[i] = (line[i] + near[2]) & 255
        lines.append(list(zip(line[0::3], line[1::3], line[2::3])))
        above = line
    return lines
