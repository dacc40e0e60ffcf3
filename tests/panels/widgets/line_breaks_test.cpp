// Lines of Japanese end between its characters, but not before a comma nor after an opening bracket.
#include "catch.hpp"
#include "panels/support/headless.hpp"
#include "panels/widgets/widgets.hpp"

namespace line_breaks_test {

namespace {

/// In a font whose characters all have this width: those that it lacks look like its question mark.
constexpr float each_px = 7;

std::string broken(std::string_view text, int characters) {
    Harness harness({400, 100});
    std::string lines;
    harness.add([&](const panels::Context&) {
        lines = panels::with_line_breaks(text, each_px * static_cast<float>(characters) + 1);
    });
    harness.frame();
    return lines;
}

}  // namespace

TEST_CASE("Line breaks: what has spaces is left as it is", "[panels][widgets][language]") {
    CHECK(broken("These words are longer than the line", 8) == "These words are longer than the line");
    CHECK(broken("", 8).empty());
}

TEST_CASE("Line breaks: no line ends within a number", "[panels][widgets][language]") {
    CHECK(broken("more than 1,000 entities", 12) == "more than\n1,000\nentities");
    CHECK(broken("a list, 1,000", 9) == "a list,\n1,000");
    CHECK(broken("from 12.25 to 0.5", 7) == "from\n12.25\nto 0.5");
}

TEST_CASE("Line breaks: Japanese goes on in the next line wherever it may", "[panels][widgets][language]") {
    CHECK(broken("あいうえおかきくけこ", 4) == "あいうえ\nおかきく\nけこ");
    CHECK(broken("あいうえ", 4) == "あいうえ");
    CHECK(broken("あい\nうえおかきく", 4) == "あい\nうえおか\nきく");
}

TEST_CASE("Line breaks: no line begins with a comma or ends with a bracket", "[panels][widgets][language]") {
    CHECK(broken("あいうえ、おか", 4) == "あいう\nえ、おか");
    CHECK(broken("あいう「えおか", 4) == "あいう\n「えおか");
}

TEST_CASE("Line breaks: a word of Latin letters stays whole, and its spaces end lines", "[panels][widgets][language]") {
    CHECK(broken("あい abcd うえ", 6) == "あい\nabcd う\nえ");
    CHECK(broken("あabcdefghい", 4) == "あ\nabcdefgh\nい");
}

}  // namespace line_breaks_test
