#include "panels/manual/manual_search.hpp"

#include <string>

#include "catch.hpp"
#include "ecs/base/utf8.hpp"
#include "panels/desk/languages.hpp"

namespace manual_search_test {

using namespace panels;

TEST_CASE("Manual search: every word must stand in the block, in any order and case", "[panels][manual]") {
    CHECK(search_manual("").empty());
    CHECK(search_manual("   ").empty());
    CHECK(search_manual("phlogiston").empty());
    const auto hits = search_manual("FILLS hole");
    REQUIRE(!hits.empty());
    for (const ManualHit& hit : hits) {
        const std::string text = plain_text(manual_chapters()[hit.place.chapter].blocks[hit.place.block]);
        INFO(text);
        CHECK(text.find("fills") != std::string::npos);
        CHECK(text.find("hole") != std::string::npos);
    }
    CHECK(search_manual("hole fills").size() == hits.size());
}

TEST_CASE("Manual search: headings come first, and each hit says its section", "[panels][manual]") {
    const auto hits = search_manual("doctor");
    REQUIRE(hits.size() > 1);
    CHECK(hits.front().line == "Doctor");
    CHECK(hits.front().section == "Memory › Doctor");
    CHECK(hits.front().letters.size() == 6);
}

TEST_CASE("Manual search: a line begins shortly before the first match, and the letters that match are marked",
          "[panels][manual]") {
    bool cut = false;
    for (const ManualHit& hit : search_manual("undo")) {
        INFO(hit.line);
        CHECK(hit.line.size() < 300);
        REQUIRE(hit.letters.size() >= 4);
        std::string marked;
        for (std::size_t i = 0; i < 4; ++i) marked += hit.line[hit.letters[i]];
        CHECK((marked == "undo" || marked == "Undo" || marked == "UNDO"));
        cut |= hit.line.find("…") == 0;
    }
    CHECK(cut);
}

TEST_CASE("Manual search: in Japanese it searches what is shown", "[panels][manual][language]") {
    ecs::speak(built_in_language("ja"));
    const auto hits = search_manual("最後の行");
    const auto none = search_manual("fills the hole");
    ecs::speak(nullptr);
    CHECK(none.empty());
    REQUIRE(!hits.empty());
    CHECK(hits.front().section == "メモリ › 世界はメモリにどう並ぶか");
    CHECK(hits.front().letters.size() == std::string("最後の行").size());
    for (const ManualHit& hit : hits) {
        INFO(hit.line);
        CHECK(hit.line.find("最後の行") != std::string::npos);
        CHECK(ecs::count_characters(hit.line) <= 220);
    }
}

}  // namespace manual_search_test
