"""Holds the layouts that the reflection tells against those that pahole reads from debugging information: sizes,
offsets, holes between fields and padding at the end. The two have nothing in common but the compiler.

    compare_layouts.py PROGRAM [PAHOLE]

PROGRAM prints what the reflection says (layouts.cpp). Prints what differs and ends with 1 then; ends with 1, too, when
a layout that was made wrong on purpose is not found, since a check that cannot fail shows nothing.
"""

import re
import subprocess
import sys

NOT_REFLECTED = {"Parent"}  # its field is private to the hierarchy


class Layout:
    def __init__(self, size):
        self.size = size
        self.fields = {}  # name -> (offset, size)

    def holes(self):
        """(first byte, bytes) of what belongs to no field, the end included."""
        holes, end = [], 0
        for offset, size in sorted(self.fields.values()):
            if offset > end:
                holes.append((end, offset - end))
            end = max(end, offset + size)
        if self.size > end:
            holes.append((end, self.size - end))
        return holes


def told_by(program):
    layouts = {}
    for line in subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines():
        word, name, *numbers = line.split()
        if word == "type":
            present = layouts[name] = Layout(int(numbers[0]))
        else:
            present.fields[name] = (int(numbers[0]), int(numbers[1]))
    return layouts


def read_by_pahole(pahole, program, names):
    """What pahole says of each struct: its layout, and the holes that it counts itself."""
    found = {}
    for name in names:
        text = subprocess.run([pahole, "-C", name, program], capture_output=True, text=True).stdout
        size = re.search(r"/\* size: (\d+)", text)
        if not size:
            continue
        layout = Layout(int(size.group(1)))
        for field, offset, length in re.findall(r"(\w+)(?:\[\d+\])*(?: __attribute__\S+)?;\s*/\*\s*(\d+)\s+(\d+)", text):
            layout.fields[field] = (int(offset), int(length))
        holes = [int(bytes_) for bytes_ in re.findall(r"XXX (\d+) bytes? hole", text)]
        padding = re.search(r"padding: (\d+)", text)
        if padding:
            holes.append(int(padding.group(1)))
        found[name] = (layout, holes)
    return found


def differences(told, found):
    wrong = []
    for name, layout in told.items():
        if name not in found:
            if name not in NOT_REFLECTED:
                wrong.append(f"{name}: pahole knows no struct of this name")
            continue
        real, holes = found[name]
        if layout.size == 0:  # a tag: C++ gives it a byte, the storage none
            if real.fields or real.size != 1:
                wrong.append(f"{name}: is told to be a tag, and has {real.size} bytes")
            continue
        if layout.size != real.size:
            wrong.append(f"{name}: is told to have {layout.size} bytes, and has {real.size}")
        for field in sorted(layout.fields.keys() | real.fields.keys()):
            if layout.fields.get(field) != real.fields.get(field):
                wrong.append(f"{name}.{field}: is told to be {layout.fields.get(field)} (offset, size), "
                             f"and is {real.fields.get(field)}")
        if [size for _, size in layout.holes()] != holes:
            wrong.append(f"{name}: has holes of {layout.holes()} (offset, size) by its fields, and of {holes} bytes")
    return wrong


def check_that_it_can_fail(told, found):
    """Each kind of fault, one at a time."""
    missed = []

    def try_it(what, change):
        broken = {}
        for name, layout in told.items():
            broken[name] = Layout(layout.size)
            broken[name].fields = dict(layout.fields)
        change(broken)
        if not differences(broken, found):
            missed.append(what)

    try_it("an offset", lambda all_: all_["Mixed"].fields.update(count=(20, 4)))
    try_it("a size", lambda all_: setattr(all_["Position"], "size", 12))
    try_it("the size of a field", lambda all_: all_["Health"].fields.update(hp=(0, 8)))
    try_it("a field that is missing", lambda all_: all_["Velocity"].fields.pop("y"))
    try_it("a tag that is none", lambda all_: setattr(all_["Position"], "size", 0))
    try_it("a type of another name", lambda all_: all_.update(Elsewhere=Layout(4)))
    return missed


def main():
    program = sys.argv[1]
    pahole = sys.argv[2] if len(sys.argv) > 2 else "pahole"
    told = told_by(program)
    found = read_by_pahole(pahole, program, told)
    wrong = differences(told, found)
    for line in wrong:
        print(line)
    missed = check_that_it_can_fail(told, found)
    for what in missed:
        print(f"the check does not find {what} that is wrong")
    if wrong or missed:
        return 1
    fields = sum(len(layout.fields) for layout in told.values())
    holes = sum(len(layout.holes()) for layout in told.values())
    print(f"pahole agrees on {len(found)} component types, {fields} fields and {holes} holes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
