#include "panels/palette/fuzzy_match.hpp"

#include <algorithm>
#include <cctype>
#include <random>
#include <string>

#include "catch.hpp"

namespace fuzzy_match_test {

using panels::fuzzy_match;

namespace {

int score(std::string_view query, std::string_view text) {
    const auto match = fuzzy_match(query, text);
    return match ? match->score : -1000;
}

}  // namespace

TEST_CASE("Fuzzy match: letters must stand in the text, in their order", "[panels][palette]") {
    CHECK(fuzzy_match("tosy", "Toggle system…"));
    CHECK(fuzzy_match("TOSY", "toggle system"));
    CHECK(fuzzy_match("to sy", "Toggle system"));
    CHECK_FALSE(fuzzy_match("syto", "Toggle system"));
    CHECK_FALSE(fuzzy_match("toggle systems", "Toggle system"));
    CHECK_FALSE(fuzzy_match("x", ""));
    CHECK(fuzzy_match("", "")->letters.empty());
}

TEST_CASE("Fuzzy match: it says which letters it means", "[panels][palette]") {
    using Letters = std::vector<std::size_t>;
    CHECK(fuzzy_match("tosy", "Toggle system")->letters == Letters{0, 1, 7, 8});
    CHECK(fuzzy_match("sys", "Step to next system")->letters == Letters{13, 14, 15});
    CHECK(fuzzy_match("mt", "MoveTarget")->letters == Letters{0, 4});
}

TEST_CASE("Fuzzy match: starts of words, and letters side by side, are what a person means", "[panels][palette]") {
    CHECK(score("undo", "Undo") > score("undo", "Under no door"));
    CHECK(score("ch", "Go to Chunks") > score("ch", "Restart scene each"));
    CHECK(score("save", "Save") > score("save", "Save as…"));
    CHECK(score("sa", "Save as…") > score("sa", "Close archetypes"));
    CHECK(score("lay", "Layout") > score("lay", "Play"));
}

TEST_CASE("Fuzzy match: it finds what a search of all ways finds", "[panels][palette][model]") {
    std::mt19937 random(3);
    const auto word = [&](std::size_t longest) {
        std::string text;
        for (std::size_t i = random() % (longest + 1); i > 0; --i) text += "abAB _"[random() % 6];
        return text;
    };
    for (int i = 0; i < 4000; ++i) {
        const std::string query = word(4), text = word(12);
        std::string wanted;
        for (const char c : query)
            if (c != ' ') wanted += static_cast<char>(std::tolower(c));
        std::size_t at = 0;
        for (const char c : text)
            if (at < wanted.size() && std::tolower(c) == wanted[at]) ++at;
        const auto match = fuzzy_match(query, text);
        INFO(query << " in " << text);
        REQUIRE(match.has_value() == (at == wanted.size()));
        if (!match) continue;
        REQUIRE(match->letters.size() == wanted.size());
        CHECK(std::is_sorted(match->letters.begin(), match->letters.end()));
        for (std::size_t k = 0; k < wanted.size(); ++k) CHECK(std::tolower(text[match->letters[k]]) == wanted[k]);
    }
    CHECK_FALSE(fuzzy_match(std::string(5000, 'a'), "aaa"));
    CHECK(fuzzy_match("a", std::string(5000, 'a')));
}

TEST_CASE("Word match: each word begins one of the label or of another text, in any order", "[panels][palette]") {
    using panels::word_match;
    CHECK(word_match("step one system back", "Step one system back", {}));
    CHECK(word_match("back one sys", "Step one system back", {}));
    CHECK(word_match("last back", "Step one system back", {"Runs the last system back"}));
    CHECK_FALSE(word_match("last tick", "Step one system back", {"Runs the last system back"}));
    CHECK_FALSE(word_match("tep", "Step one system back", {}));  // fuzzy_match finds it
    CHECK(word_match("", "Undo", {}));
    CHECK(word_match("target", "MoveTarget", {}));
    CHECK(word_match("戻る", "1 システム戻る", {}));
    // Its letters are those of the label, each once.
    const auto match = word_match("back step st", "Step back", {});
    REQUIRE(match);
    CHECK(match->letters == std::vector<std::size_t>{0, 1, 2, 3, 5, 6, 7, 8});
    CHECK(word_match("step back", "Step one back", {})->score >
          word_match("step back", "Rewind", {"Step back"})->score);
}

}  // namespace fuzzy_match_test
