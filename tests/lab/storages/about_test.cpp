#include "ecs/lab/storages/about.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "catch.hpp"
#include "ecs/lab/scenario/compare.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace about_test {

using namespace ecs::lab;

namespace {

std::string with_commas(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
    return text;
}

bool says(StorageKind kind, const std::string& text) { return about_of(kind).find(text) != std::string_view::npos; }

}  // namespace

TEST_CASE("About: each storage has a card of its own, of three to six sentences", "[lab][about]") {
    std::set<std::string_view> cards;
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        const std::string_view card = about_of(kind);
        cards.insert(card);
        CHECK(card.back() == '.');
        std::size_t sentences = 1;
        for (std::size_t at = card.find(". "); at != std::string_view::npos; at = card.find(". ", at + 1)) ++sentences;
        CHECK(sentences >= 3);
        CHECK(sentences <= 6);
        CHECK(card.starts_with(title_of(kind)));
        CHECK(says(kind, "(" + std::string(origin_of(kind))));
    }
    CHECK(cards.size() == storage_kinds.size());
}

TEST_CASE("About: the numbers that the cards name are those of the storages", "[lab][about]") {
    const auto allocated = [](StorageKind kind, Mode mode, std::uint64_t entities) {
        const Scenario scenario = lab_test::pattern(entities);
        return compare(scenario, mode, {}, 1)[static_cast<std::size_t>(kind)].account.allocated;
    };
    CHECK(says(StorageKind::Chunks, with_commas(allocated(StorageKind::Chunks, Mode::Repaired, 10'000)) + " bytes"));
    CHECK(says(StorageKind::Chunks, with_commas(allocated(StorageKind::Chunks, Mode::Repaired, 50)) + " instead"));
    const std::uint64_t more = allocated(StorageKind::PackedVector, Mode::Repaired, 10'000) -
                               allocated(StorageKind::PackedVector, Mode::Faithful, 10'000);
    CHECK(says(StorageKind::PackedVector, with_commas(more) + " bytes more"));
}

}  // namespace about_test
