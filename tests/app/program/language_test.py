"""The real program in Japanese: the menu switches it while it runs, the next start remembers it, and back in English
nothing is left of it."""

import os
import sys
import tempfile

from program import Program, check

executable = os.path.abspath(sys.argv[1])


def shown(program):
    return [text["text"] for text in program.probe()["texts"]]


def says(program, text):
    return any(text in each for each in shown(program))


with tempfile.TemporaryDirectory() as config:
    with Program(executable, "--scene", "chase", "--paused", config=config) as program:
        check(says(program, "Inspector"), "it begins in English")
        before = sorted(shown(program))
        program.click_text("View")
        program.click_text("Language")
        program.click_text("日本語")
        program.need("詳細")
        check(says(program, "エンティティ") and not says(program, "Inspector"), "all of it changes at once")

        # The palette finds what keyboards can type.
        program.key("ctrl+k")
        program.type("chunks")
        program.need("チャンクへ移動")
        program.key("Escape")
        program.quit()

    with Program(executable, "--scene", "chase", "--paused", config=config) as program:
        program.need("詳細")
        program.click_text("    表示    ")  # the menu; sentences have this word, too
        program.click_text("言語 (Language)")
        program.click_text("English")
        program.need("Inspector")
        program.settle()
        mine = [text for text in sorted(shown(program)) if "ms" not in text and "µs" not in text]
        check(mine == [text for text in before if "ms" not in text and "µs" not in text],
              "English is as it was before")
