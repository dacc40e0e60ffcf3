#include "editor/base/terminal_text.hpp"

#include <sstream>

#include "catch.hpp"

namespace terminal_text_test {

using namespace editor;

TEST_CASE("Terminal text: whatever a terminal would obey is spelled out", "[editor][terminal_text]") {
    struct Case {
        std::string text, shown;
    };
    const Case cases[] = {
        {"Lamp", "Lamp"},
        {"Käfer 甲虫 \U0001f41e", "Käfer 甲虫 \U0001f41e"},
        {"\x1b[2Jgone", "\\u001b[2Jgone"},
        {"a\nb\tc\rd", "a\\nb\\tc\\rd"},
        {std::string("a\0b", 3), "a\\u0000b"},
        {"\x7f", "\\u007f"},
        {"\xc2\x9b"
         "31m",
         "\\u009b31m"},  // CSI in one character
        {"\x9b"
         "31m",
         "\\x9b31m"},  // and as a byte that is no character
        {"\xe2\x80\xae"
         "cod.exe",
         "\\u202ecod.exe"},  // turned round
        {"\xe2\x81\xa6x", "\\u2066x"},
        {"\xff\xfe", "\\xff\\xfe"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
        {"back\\slash \"quoted\"", "back\\slash \"quoted\""},
    };
    for (const Case& each : cases) CHECK(terminal_text(each.text) == each.shown);
}

TEST_CASE("Terminal text: a stream keeps ends of lines, and characters that come in halves",
          "[editor][terminal_text]") {
    std::ostringstream target;
    {
        TerminalStream stream(target);
        stream << "one\ntwo \x1b[1m\n" << 3 << "\xc3";
        CHECK(target.str().empty());
        stream << "\xa4" << std::flush;
        CHECK(target.str() == "one\ntwo \\u001b[1m\n3ä");
        stream << "end";
    }
    CHECK(target.str() == "one\ntwo \\u001b[1m\n3äend");
    std::ostringstream large;
    TerminalStream stream(large);
    for (int i = 0; i < 100'000; ++i) stream << "line\n";
    CHECK_FALSE(large.str().empty());
    stream.flush();
    CHECK(large.str().size() == 500'000);
    large.setstate(std::ios::badbit);
    stream << "more\n" << std::flush;
    CHECK_FALSE(stream);
}

}  // namespace terminal_text_test
