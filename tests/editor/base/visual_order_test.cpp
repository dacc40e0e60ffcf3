#include "editor/base/visual_order.hpp"

#include "catch.hpp"

namespace visual_order_test {

using editor::visual_order;

TEST_CASE("Visual order: text from left to right stays as it is", "[visual-order]") {
    for (const char* const text : {"", "Player 12", "Gegner \u00e4\u00f6", "\u6575", "\ud55c\uae00", "\xff\xfe"})
        CHECK(visual_order(text) == text);
}

TEST_CASE("Visual order: Hebrew stands from right to left, its numbers do not", "[visual-order]") {
    if (!editor::knows_visual_order()) {
        SUCCEED("no FriBidi on this machine");
        return;
    }
    CHECK(visual_order("\u05d0\u05d1\u05d2") == "\u05d2\u05d1\u05d0");
    CHECK(visual_order("a \u05d0\u05d1 12 b") == "a 12 \u05d1\u05d0 b");
}

TEST_CASE("Visual order: Arabic letters join their neighbours", "[visual-order]") {
    if (!editor::knows_visual_order()) {
        SUCCEED("no FriBidi on this machine");
        return;
    }
    // seen, lam-alef as one, meem: the last of them stands first
    CHECK(visual_order("\u0633\u0644\u0627\u0645") == "\ufee1\ufefc\ufeb3");
}

TEST_CASE("Visual order: a long line is not turned around", "[visual-order]") {
    std::string line;
    for (int i = 0; i < 20'000; ++i) line += i % 2 ? "\u05d0" : "\u05d1";
    CHECK(visual_order(line) == line);
}

}  // namespace visual_order_test
