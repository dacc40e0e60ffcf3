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

}  // namespace fuzzy_match_test
