"""Compares the languages of panels/languages with the texts of the sources. It reports texts that a language lacks,
which are English in the window. It fails if a language has a text that no source has any more, or a translation with
other parts ({}, {0}, %d, ###) than the English text.

    python3 tests/languages/texts_test.py ROOT            checks
    python3 tests/languages/texts_test.py ROOT --add      also adds what is missing to the files, to be translated

What counts as a text is the first argument of tr(), tr_as(), tr_later() and phrase(), the words of counts ("{} rows" for
format_count(n, "row")), the glossary, titles and descriptions of scenarios, and what the storages of the lab say of their
work: the texts that they hand to their memory, and why they refuse it."""

import json
import pathlib
import re
import sys

FOLDERS = ["ecs", "figures", "files", "probe", "remote", "panels", "editor"]
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|(?P<text>' + LITERAL + r")|'(?:[^'\\\n]|\\.)+'|"
                   r'(?P<word>[A-Za-z_]\w*)|(?P<sign>\S)', re.S)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
COUNTS = {"format_count", "count_text", "count_phrase"}
# In ecs/lab/storages and ecs/lab/memory: calls whose texts stand in a trace, where ">" is the end of load<T>; and names of
# arrays, which are those of their blocks.
LAB_CALLS = {"load", "store", "read", "write", "copy", "fill", "note", "decide", "allocate", "set_field", ">",
             "begin_operation", "refused", "bitten", "cast_outcome", "entries_", "free_", "slots_", "table_", "free_ids_",
             "Array", "Index", "Map", "bits", "pools_"}


def unquoted(literal):
    return re.sub(r"\\(.)", lambda escape: ESCAPES.get(escape.group(1), escape.group(0)), literal[1:-1])


def tokens(source):
    """Words, signs and texts; texts that stand side by side are one."""
    found = []
    for match in TOKEN.finditer(source):
        if match.lastgroup == "text":
            text = unquoted(match.group())
            if found and found[-1][0] == "text":
                found[-1] = ("text", found[-1][1] + text)
            else:
                found.append(("text", text))
        elif match.lastgroup:
            found.append((match.lastgroup, match.group()))
    return found


def texts_of(source):
    parts = tokens(source)
    for at in range(len(parts) - 2):
        if parts[at][0] != "word" or parts[at + 1] != ("sign", "("):
            continue
        call = parts[at][1]
        if call in ("tr", "tr_later", "phrase") and parts[at + 2][0] == "text":
            yield parts[at + 2][1]
        elif call == "tr_as" and parts[at + 2][0] == "text" and parts[at + 4][0] == "text":
            yield parts[at + 4][1] + "|" + parts[at + 2][1]
        elif call in COUNTS:
            yield from nouns_of(call, arguments_from(parts, at + 2))


def lab_texts_of(source):
    parts = tokens(source)
    for at in range(len(parts) - 2):
        if parts[at][1] in LAB_CALLS and parts[at + 1] == ("sign", "("):
            for text in sum(arguments_from(parts, at + 2), []):
                if " " in text or re.fullmatch("[a-z]{3,}|Some|None", text):  # not the number of a rule
                    yield text


def scenario_texts_of(root):
    for path in sorted((root / "editor/lab/scenarios").glob("*.json")):
        scenario = json.loads(path.read_text(encoding="utf-8"))
        for text in (scenario["title"], scenario["about"]):
            yield text, path.relative_to(root)


def arguments_from(parts, at):
    """The texts in each argument of a call, up to its closing bracket."""
    arguments, depth = [[]], 0
    for kind, text in parts[at:]:
        if kind == "sign":
            if text in ")]}" and depth == 0:
                break
            depth += (text in "([{") - (text in ")]}")
            if text == "," and depth == 0:
                arguments.append([])
                continue
        if kind == "text" and depth == 0:
            arguments[-1].append(text)
    return arguments


def nouns_of(call, arguments):
    if len(arguments) < 2:
        return
    one, many = arguments[1], arguments[2] if len(arguments) > 2 else []
    if call != "count_phrase" and not many:
        many = [noun + "s" for noun in one]
    for noun in one + many:
        yield "{} " + noun


def glossary_of(root):
    """Each item as its tooltip says it: without marks, and without a full stop at the end."""
    for line in (root / "docs/manual/glossary.md").read_text(encoding="utf-8").splitlines():
        item = re.match(r"- \*\*(.+?)\*\*: (.*)\.$", line)
        if item:
            yield re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", f"{item[1]}: {item[2]}").replace("`", "")


def all_texts(root):
    found = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            if "texts_maker" in path.parts or path.name.startswith("language."):
                continue
            source = path.read_text(encoding="utf-8")
            for text in texts_of(source):
                found.setdefault(text, path.relative_to(root))
            if "lab" in path.parts and ("storages" in path.parts or "memory" in path.parts):
                for text in lab_texts_of(source):
                    found.setdefault(text, path.relative_to(root))
    for text, path in scenario_texts_of(root):
        found.setdefault(text, path)
    for text in glossary_of(root):
        found.setdefault(text, pathlib.Path("docs/manual/glossary.md"))
    return found


def holes(text):
    """What a phrase is filled with, by number; and what printf and Dear ImGui read in it."""
    numbers, upcoming = set(), 0
    for hole in re.findall(r"\{(\d?)\}", text):
        numbers.add(int(hole) if hole else upcoming)
        upcoming += not hole
    return numbers, re.findall(r"%[-+0-9.]*[a-z]", text), re.findall(r"##.*", text)


def check(path, texts, add):
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    catalog = dict(pairs)
    problems = [f"twice: {key!r}" for key in catalog if sum(each == key for each, _ in pairs) > 1] \
        if len(pairs) != len(catalog) else []
    if not catalog.get(""):
        problems.append('the name of the language is missing: "": "…"')
    missing = [f"not translated yet: {text!r} ({where})" for text, where in texts.items() if not catalog.get(text)]
    for text in texts:
        if catalog.get(text) and holes(text) != holes(catalog[text]):
            problems.append(f"other parts: {text!r} is {catalog[text]!r}")
    problems += [f"nobody uses it: {text!r}" for text in catalog if text and text not in texts]
    if add:
        kept = {text: catalog.get(text, "") for text in sorted(["", *texts])}
        path.write_text(json.dumps(kept, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return missing, problems


def main():
    root = pathlib.Path(sys.argv[1])
    texts = all_texts(root)
    files = sorted((root / "panels/languages").glob("*.json"))
    if not files or len(texts) < 1000:
        sys.exit(f"{len(files)} languages and {len(texts)} texts were found: are the folders right?")
    failed = False
    for path in files:
        missing, problems = check(path, texts, "--add" in sys.argv)
        for line in missing + problems:
            print(f"{path.name}: {line}")
        print(f"{path.name}: {len(texts)} texts, {len(missing)} are not translated yet, {len(problems)} problems")
        failed |= bool(problems)
    sys.exit(failed)


main()
