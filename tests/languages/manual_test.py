"""Compares the translations of the manual in docs/manual/LANGUAGE with the English text. It reports chapters that the
program shows in English: those that are missing, and those where the English text has got other blocks. It fails if a
chapter that is shown was made from an older English text, or differs from it in code, links or pictures.

    python3 tests/languages/manual_test.py ROOT            checks
    python3 tests/languages/manual_test.py ROOT --stamp    notes in each chapter that it was made from the English text of
                                                           now; do it when the translation is right again

The first line of a translation says what it was made from: <!-- Made from memory.md, 3f2a9c1b7d0e -->. The program itself
compares the blocks of both texts (panels/texts_maker/translations.hpp) and shows a chapter that differs in English."""

import hashlib
import json
import pathlib
import re
import sys

FIRST_LINE = re.compile(r"<!-- Made from ([\w-]+\.md), (\S+) -->\n")
KIND = re.compile(r"(#+ |- |\d+\. |\||!\[|```)?")


def made_from(english):
    return hashlib.sha256(english.encode("utf-8")).hexdigest()[:12]


def parts_of(text):
    """What each line is ("## ", "- ", "" for a paragraph), without those in code; and the lines of code."""
    kinds, code, inside = [], [], False
    for line in text.splitlines():
        fence = line.startswith("```")
        if inside and not fence:
            code.append(line)
        elif line:
            kinds.append(KIND.match(line).group(1) or "")
        inside ^= fence
    return kinds, code


def targets_of(text):
    links = re.findall(r"\]\(([^)]*)\)", text)
    return sorted(re.sub(r"^\.\./", "", link) for link in links)


def is_same_code(english, other):
    """Only what explains it, behind the code, is translated."""
    if english == other:
        return True
    own = re.search(r"[\u3000-\u9fff\uff00-\uffef]", other)
    if not own:
        return False
    code = re.sub(r" {2,}[\w.]*$", "", other[:own.start()].rstrip())  # the explanation may begin with a Latin word
    return english.startswith(code + "  ")


def is_shown_in_english(english, text):
    """Blocks were added or removed since it was translated, and the program sees that."""
    match = FIRST_LINE.match(text)
    return match and match[2] != made_from(english) and parts_of(english)[0] != parts_of(text[match.end():])[0]


def problems_of(english, text):
    match = FIRST_LINE.match(text)
    if not match:
        return ["the first line must be <!-- Made from CHAPTER.md, - -->; --stamp notes of which text"]
    problems = []
    if is_shown_in_english(english, text):
        return []
    if match[2] != made_from(english):
        problems.append("the English chapter has changed since; translate the change, then run this with --stamp")
    text = text[match.end():]
    (kinds, code), (other_kinds, other_code) = parts_of(english), parts_of(text)
    if kinds.count("## ") != other_kinds.count("## "):
        problems.append(f"{other_kinds.count('## ')} sections, {kinds.count('## ')} in English")
    elif kinds != other_kinds:
        at = next((i for i, (a, b) in enumerate(zip(kinds, other_kinds)) if a != b), min(len(kinds), len(other_kinds)))
        problems.append(f"other blocks than in English, from block {at + 1} on")
    if targets_of(english) != targets_of(text):
        only = set(targets_of(english)) ^ set(targets_of(text))
        problems.append(f"other links than in English: {', '.join(sorted(only)) or 'their number'}")
    if len(code) != len(other_code):
        problems.append(f"{len(other_code)} lines of code, {len(code)} in English")
    problems += [f"other code than in English: {b}" for a, b in zip(code, other_code) if not is_same_code(a, b)]
    return problems


def glossary_problems(english, text, catalog):
    """The glossary says the same as the tooltips."""
    items = re.findall(r"^- \*\*(.+?)\*\*: (.*)\.$", english, re.M)
    others = re.findall(r"^- \*\*(.+?)\*\*[：:] ?(.*)[。.]$", text, re.M)
    for (term, meaning), (word, other) in zip(items, others):
        told = catalog.get(f"{term}: {meaning}", "")
        if told != f"{word}：{other}":
            yield f"\"{word}：{other}\" is \"{told}\" in the catalog"
    if len(items) != len(others):
        yield f"{len(others)} terms, {len(items)} in English"


def main():
    root = pathlib.Path(sys.argv[1])
    manual = root / "docs/manual"
    chapters = sorted(path for path in manual.glob("*.md") if path.name != "README.md")
    languages = sorted(path.parent for path in manual.glob("*/glossary.md"))
    if not languages or len(chapters) < 10:
        sys.exit(f"{len(languages)} languages and {len(chapters)} chapters were found: are the folders right?")
    failed = waiting = 0
    for language in languages:
        catalog = json.loads((root / "panels/languages" / (language.name + ".json")).read_text(encoding="utf-8"))
        for chapter in chapters:
            english = chapter.read_text(encoding="utf-8")
            path = language / chapter.name
            problems = []
            if not path.exists():
                waiting += 1
                print(f"{path.relative_to(root)}: not translated yet")
            else:
                text = path.read_text(encoding="utf-8")
                if "--stamp" in sys.argv:
                    text = f"<!-- Made from {chapter.name}, {made_from(english)} -->\n" + FIRST_LINE.sub("", text)
                    path.write_text(text, encoding="utf-8")
                problems = problems_of(english, text)
                if is_shown_in_english(english, text):
                    waiting += 1
                    print(f"{path.relative_to(root)}: the English chapter has other blocks now, and is shown instead")
                elif chapter.name == "glossary.md":
                    problems += glossary_problems(english, text, catalog)
            failed += len(problems)
            for problem in problems:
                print(f"{path.relative_to(root)}: {problem}")
        print(f"{language.name}: {len(chapters)} chapters, {waiting} are not translated yet")
    sys.exit(failed > 0)


main()
