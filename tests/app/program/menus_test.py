"""Context menus in the real program: what is pointed at has a menu, by the right button and by the keyboard, and what
is chosen there happens."""

import os
import sys

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def middle(rect):
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


with Program(executable, "--scene", "chase", "--paused") as program:
    def places(text):
        return [t["rect"] for t in program.probe()["texts"] if t["text"].strip() == text]

    def menu_at(x, y, item):
        """Opens the menu there, which must have the item."""
        program.click(x, y, button=3)
        program.need(item)

    def menu_of(text, item):
        menu_at(*middle(program.need(text)), item)

    def in_list(text):
        """The row of Entities, at the left."""
        program.wait(lambda probe: any(t["text"].strip() == text and t["rect"][0] < 230 for t in probe["texts"]),
                     f"{text} stands in the list")
        return middle([rect for rect in places(text) if rect[0] < 230][0])

    def choose(*items):
        """Opens submenu after submenu, and clicks on the last item."""
        for item in items[:-1]:
            program.move(*middle(program.need(item)))
            program.settle()
        program.click_text(items[-1])
        program.need_gone(items[0])

    def close(item):
        program.key("Escape")
        program.need_gone(item)

    def shown():
        return " ".join(t["text"] for t in program.probe()["texts"])

    # An entity, in the list: the keys are those of the program, and the name is typed in the row.
    menu_at(*in_list("Enemy 3"), "Duplicate")
    check("Ctrl+D" in shown() and "F2" in shown(), "the menu shows the keys")
    check(program.probe()["selected"] == ["4v1"], "the entity is selected")
    choose("Rename")
    program.type("Chaser")
    program.key("Return")
    in_list("Chaser")

    # What cannot be done says why, and does nothing.
    menu_at(*in_list("Chaser"), "Move out of its parent")
    program.move(*middle(program.need("Move out of its parent")))
    program.need("Already at the top")
    close("Duplicate")

    # A copied link is pasted into the filter, and finds the entity.
    menu_at(*in_list("Chaser"), "Copy as")
    choose("Copy as", "Link")
    program.click(*in_list("Enemy 5"))
    program.click(110, 80)
    program.key("ctrl+v")
    program.wait(lambda probe: not any(t["text"].strip() == "Enemy 6" for t in probe["texts"]),
                 "the list has only what the link names")
    program.key("Return")
    program.wait(lambda probe: probe["selected"] == ["4v1"], "the link selects its entity")
    program.click(110, 80)
    program.key("ctrl+a")
    program.key("BackSpace")
    in_list("Enemy 5")

    # A component and a field, in the inspector.
    inspector = middle(program.need("Inspector"))

    def in_inspector(text):
        found = [rect for rect in places(text) if rect[0] > inspector[0] - 60]
        check(found, f"{text} stands in the inspector")
        return middle(found[0])

    menu_at(*in_inspector("hp"), "Copy value")
    program.need("Health.hp of Chaser")
    choose("Copy value")
    menu_at(*in_inspector("max"), "Paste value")
    choose("Reset to default")
    menu_at(*in_inspector("Radius"), "Remove component")
    program.need("Radius of Chaser")
    choose("Remove component")
    program.wait(lambda probe: probe["unsaved"], "an edit was made")
    check(not [rect for rect in places("Radius") if rect[0] > inspector[0] - 60], "the component is gone")
    program.key("ctrl+z")
    in_inspector("Radius")

    # A byte: its row, its field, its chunk.
    x, y = middle(program.need("0000"))
    menu_at(x + 60, y, "Copy as")
    program.need("Byte")
    close("Copy as")

    # A system is stepped after those before it.
    menu_of("Target", "Step this system")
    choose("Switch off")
    program.wait(lambda probe: "5 of 6" in " ".join(t["text"] for t in probe["texts"]), "the system is off")
    menu_of("Seek", "Step this system")
    choose("Step this system")
    program.wait(lambda p: any(t["text"].startswith(("Next: ", "→ ")) for t in p["texts"]), "it says what runs next")

    # A tab, and the scene.
    menu_of("Chunks", "Split to the right")
    check("Shift+Space" in shown(), "the menu of a tab shows the key")
    choose("Fill the window")
    program.need_gone("Inspector")
    program.key("shift+space")
    program.need("Inspector")
    left, top, width, height = program.probe()["picture"]
    menu_at(left + 6, top + height - 40, "Create entity")
    program.need("Nothing is here")
    close("Create entity")

    # By the keyboard: the menu of the selected row; the arrows and Enter do the rest.
    program.click(*in_list("Enemy 5"))
    program.key("Menu")
    program.need("Duplicate")
    program.key("Down")
    program.key("Down")
    close("Duplicate")
    program.key("shift+F10")
    program.need("Duplicate")
    close("Duplicate")

# What the palette finds by words, in any order: a component for what is selected, and a system that is run back.
with Program(executable, "--scene", "chase", "--paused") as program:
    def first_found(words, label):
        program.key("ctrl+k")
        program.need("run and stay")
        program.type(words)
        program.need(label)
        program.key("Return")
        program.need_gone("run and stay")

    left, top, right, bottom = program.need_left_of(230, "Enemy 5")
    program.click((left + right) / 2, (top + bottom) / 2)
    first_found("spin add", "Add component Spin")
    program.wait(lambda probe: probe["unsaved"], "the component is added")
    program.key("F11")
    program.need("Target")
    first_found("back one system", "Step one system back")
    program.command("Go to Step")
    program.need("No system was stepped yet")
