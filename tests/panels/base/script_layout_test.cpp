#include "panels/base/script_layout.hpp"

#include <imgui.h>

#include <algorithm>

#include "catch.hpp"
#include "panels/base/text_units.hpp"

namespace script_layout_test {

using namespace panels;

namespace {

std::string turned_around(std::string_view line) { return line == "\u05d0\u05d1" ? "\u05d1\u05d0" : std::string(line); }

struct Installed {
    Installed() { install_script_layout(turned_around); }
    ~Installed() { install_script_layout(nullptr); }
};

constexpr const char* smile = "\U0001f642";

}  // namespace

TEST_CASE("Script layout: without one, text is drawn as it is", "[script-layout]") {
    for (const char* const text : {"", "Player", "\u05d0\u05d1", smile}) CHECK(laid_out(text) == text);
}

TEST_CASE("Script layout: the program's layout puts characters in order", "[script-layout]") {
    const Installed installed;
    CHECK(laid_out("\u05d0\u05d1") == "\u05d1\u05d0");
    CHECK(laid_out("Player \u6575") == "Player \u6575");
}

TEST_CASE("Script layout: an emoji is drawn, by a stand-in where characters end at U+FFFF", "[script-layout]") {
    const Installed installed;
    CHECK(laid_out(smile) == (sizeof(ImWchar) == 2 ? "\ue642" : smile));
    // A character of the private use area means nothing here, and must not look like an emoji.
    if (sizeof(ImWchar) == 2) CHECK(laid_out("\ue642") == "\ufffd");
}

TEST_CASE("Script layout: a text field shows the emoji that it keeps", "[script-layout][text-units]") {
    if (sizeof(ImWchar) > 2) {
        SUCCEED("its characters do not end early");
        return;
    }
    TextUnits units;
    CHECK(units.lend(smile) == "\ue642");
    CHECK(units.take_back("a\ue642b") == std::string("a") + smile + "b");
    CHECK(units.unit_for(0x1f642) == 0xe642);
    // Others beyond U+FFFF are lent characters that no emoji stands in.
    const unsigned int other = units.unit_for(0x20000);
    CHECK(other >= TextUnits::first_piece);
    CHECK(units.lend("\ue642").value() != "\ue642");
}

}  // namespace script_layout_test
