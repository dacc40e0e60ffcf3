"""Two hands that drive the program and count what they do: one has only the mouse, one has only the keyboard. Both may
type where a text is the aim, a name or a number; that is counted by itself."""

from program import check, fail


def middle(rect):
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


class Hand:
    def __init__(self, program):
        self.program = program
        self.steps = []  # (what is wanted, clicks or keys, typed characters)
        self.keys_of_texts = 0
        self.first = program.probe()["input"]

    def step(self, wanted):
        """What is done from now on is for this."""
        self.steps.append([wanted, 0, 0])

    def count(self, more):
        self.steps[-1][1] += more

    def type(self, text):
        before = self.program.probe()["input"]["keys"]
        self.program.type(text)
        self.keys_of_texts += self.program.probe()["input"]["keys"] - before
        self.steps[-1][2] += len(text)

    def seen(self, what):
        return self.program.probe()["input"][what] - self.first[what]


class MouseHand(Hand):
    def click(self, text, nth=0):
        self.program.need(text, nth)
        self.program.rest()
        self.click_at(middle(self.program.find(text, nth)))

    def click_at(self, place):
        self.program.click(*place)
        self.count(1)

    def click_beside(self, x, text):
        """The text that stands right of x, or left of -x, such as in one of two panels."""
        self.click_at(self.place_beside(x, text))

    def place_beside(self, x, text):
        def found(probe):
            return [t["rect"] for t in probe["texts"] if t["text"].strip() == text and
                    (t["rect"][0] > x if x > 0 else t["rect"][2] < -x)]

        return middle(found(self.program.wait(found, f"{text} stands beside {x}"))[0])

    def double_click_at(self, place):
        self.program.double_click(*place)
        self.count(2)

    def drag(self, start, end):
        self.program.drag(*start, *end)
        self.count(1)

    def check_alone(self):
        check(self.seen("keys") == self.keys_of_texts, "the mouse alone: no key but of typed texts")


class KeyHand(Hand):
    def __init__(self, program):
        super().__init__(program)
        self.mouse = program.probe()["input"]["mouse"]

    def keys(self, *names):
        """One after the other; those that are held together are one: "ctrl+s"."""
        for name in names:
            self.program.key(name)
            self.count(1)

    def check_alone(self):
        check(self.seen("buttons") == 0 and self.seen("wheel") == 0, "the keyboard alone: no click")
        check(self.program.probe()["input"]["mouse"] == self.mouse, "the keyboard alone: the mouse stays where it is")


# The numbers in the document

def cell_of(count, typed):
    return f"{count} +{typed}" if typed else str(count)


def number_of(cell):
    """What a cell counts: (clicks or keys, typed characters); None where it could not be done."""
    if cell == "–":
        return None
    count, _, typed = cell.partition(" +")
    return int(count), int(typed or 0)


def rows_below(text, title):
    """The cells of the table below a heading, without its head."""
    lines = iter(text.splitlines())
    for line in lines:
        if line == f"## {title}":
            break
    else:
        fail(f"the document has no \"{title}\"")
    rows = []
    for line in lines:
        if line.startswith("## "):
            break
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows[2:]


def total_of(cells):
    """The sum of a column, as a cell."""
    numbers = [number_of(cell) for cell in cells]
    known = [number for number in numbers if number is not None]
    total = cell_of(sum(count for count, _ in known), sum(typed for _, typed in known))
    return total if len(known) == len(numbers) else f"{total}, {len(numbers) - len(known)} not possible"
