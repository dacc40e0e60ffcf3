#include "ecs/diagnose/layout_rules.hpp"

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/support/test_types.hpp"

namespace layout_rules_test {

using namespace ecs;
using Catch::Matchers::Contains;

namespace {

std::vector<LayoutColumn> columns_of_sizes(std::initializer_list<std::uint32_t> sizes) {
    std::vector<LayoutColumn> columns;
    for (const std::uint32_t size : sizes)
        columns.push_back({"C" + std::to_string(columns.size()), size, size % 8 == 0 ? 8u : size % 4 == 0 ? 4u : 1u});
    return columns;
}

std::uint32_t capacity(LayoutRule rule, std::initializer_list<std::uint32_t> sizes) {
    return lay_out(rule, columns_of_sizes(sizes)).capacity;
}

/// Counts rows up until they do not fit, knowing nothing but the rule.
std::uint32_t brute_force(LayoutRule rule, const std::vector<LayoutColumn>& columns, std::uint32_t block) {
    for (std::uint32_t rows = 1;; ++rows) {
        std::uint64_t end = rule == LayoutRule::Naive ? 0 : 64;
        const auto add = [&](std::uint64_t size, std::uint64_t align) {
            while (end % align != 0) ++end;
            end += rows * size;
        };
        const bool unity = rule == LayoutRule::UnityAlign || rule == LayoutRule::UnityCap;
        add(8, 1);
        for (const LayoutColumn& column : columns)
            if (column.size > 0)
                add(column.size, rule == LayoutRule::Naive ? 1 : unity ? 64 : std::max(16u, column.align));
        if (end > block || (rule == LayoutRule::UnityCap && rows > 128) || (rule == LayoutRule::Ours && rows > 2048))
            return rows - 1;
    }
}

}  // namespace

TEST_CASE("Layout rules: the capacities that are known", "[ecs][layout_rules]") {
    CHECK(capacity(LayoutRule::Naive, {12, 12, 4}) == 455);
    CHECK(capacity(LayoutRule::Ours, {12, 12, 4}) == 452);
    CHECK(capacity(LayoutRule::UnityAlign, {12, 12, 4}) == 448);
    CHECK(capacity(LayoutRule::UnityCap, {12, 12, 4}) == 128);
    CHECK(capacity(LayoutRule::Ours, {12}) == 816);
    CHECK(capacity(LayoutRule::Ours, {12, 12}) == 509);
    CHECK(capacity(LayoutRule::Ours, {24, 24}) == 291);
    CHECK(capacity(LayoutRule::Ours, {64}) == 226);
    CHECK(capacity(LayoutRule::Ours, {1024}) == 15);
    CHECK(capacity(LayoutRule::Ours, {16312}) == 0);
    CHECK(capacity(LayoutRule::UnityAlign, {12}) == 816);
    CHECK(capacity(LayoutRule::UnityAlign, {12, 12}) == 506);
    CHECK(capacity(LayoutRule::UnityAlign, {24, 24}) == 290);
    CHECK(capacity(LayoutRule::UnityAlign, {64}) == 226);
    CHECK(capacity(LayoutRule::UnityAlign, {1024}) == 15);
}

TEST_CASE("Layout rules: header, id, alignment and a limit can be any numbers", "[ecs][layout_rules]") {
    const std::vector<LayoutColumn> columns = columns_of_sizes({12, 12, 4});
    for (const LayoutRule rule : layout_rules) {
        const RuledLayout by_rule = lay_out(rule, columns), by_terms = lay_out(terms_of(rule), columns);
        CHECK(by_terms.capacity == by_rule.capacity);
        CHECK(by_terms.slack == by_rule.slack);
        CHECK(by_terms.terms == terms_of(rule));
    }
    // 16,384 / (4 + 28), with nothing else in the block.
    CHECK(lay_out(LayoutTerms{0, 4, 1, 0, false}, columns).capacity == 512);
    // One less when there is a header of one byte.
    CHECK(lay_out(LayoutTerms{1, 4, 1, 0, false}, columns).capacity == 511);
    CHECK(lay_out(LayoutTerms{0, 4, 1, 100, false}, columns).capacity == 100);
    const RuledLayout full = lay_out(LayoutTerms{20'000, 8, 16, 0, true}, columns);
    CHECK(full.capacity == 0);
    CHECK_THAT(why_no_more(full, columns), Contains("behind the end of the block"));
    const std::vector<LayoutColumn> wide = columns_of_sizes({16312});
    CHECK_THAT(why_no_more(lay_out(LayoutRule::Ours, wide), wide), Contains("1 row: C0 would end at byte"));
}

TEST_CASE("Layout rules: any columns are laid out as counting rows one by one says", "[ecs][layout_rules]") {
    Random random(11);
    for (int round = 0; round < 3000; ++round) {
        std::vector<LayoutColumn> columns;
        for (std::uint32_t count = random.below(7); count > 0; --count) {
            const std::uint32_t align = 1u << random.below(8);
            columns.push_back({"C" + std::to_string(count), align * random.below(1 + 300 / align), align});
        }
        const std::uint32_t block = 256u << random.below(8);
        for (const LayoutRule rule : layout_rules) {
            const RuledLayout layout = lay_out(rule, columns, block);
            REQUIRE(layout.capacity == brute_force(rule, columns, block));
            // The spans tile the block.
            std::uint64_t end = layout.header_bytes, padding = 0;
            for (const RuledLayout::Place& place : layout.places) {
                REQUIRE(place.begin == end + place.padding);
                const std::uint32_t size = place.column == RuledLayout::entity_ids ? 8 : columns[place.column].size;
                REQUIRE(place.end - place.begin == layout.capacity * size);
                end = place.end;
                padding += place.padding;
            }
            REQUIRE(padding == layout.padding);
            REQUIRE(end + layout.slack == block);
            REQUIRE(layout.next_end > block);
            REQUIRE(layout.next_begin <= layout.next_end);
        }
    }
}

TEST_CASE("Layout rules: ours is what the storage does", "[ecs][layout_rules]") {
    World world;
    test::register_types(world);
    Random random(3);
    for (int round = 0; round < 200; ++round) {
        std::vector<ComponentId> components;
        for (ComponentId id = 2; id < world.types().size(); ++id)
            if (random.below(2) == 0) components.push_back(id);
        const Archetype& archetype = world.archetype_of(world.create_with(components));
        const std::vector<LayoutColumn> columns = columns_of(archetype.types());
        for (std::uint32_t block = 512; block <= 16384; block *= 2) {
            const ChunkLayout real = lay_out_chunk(archetype.types(), block);
            const RuledLayout layout = lay_out(LayoutRule::Ours, columns, block);
            REQUIRE(layout.capacity == real.capacity);
            if (real.capacity == 0) continue;
            for (const RuledLayout::Place& place : layout.places)
                if (place.column != RuledLayout::entity_ids) REQUIRE(place.begin == real.offsets[place.column]);
            REQUIRE(block - layout.slack == end_of_columns(archetype.types(), real));
        }
    }
}

TEST_CASE("Layout rules: it is said which column leaves no room for one row more", "[ecs][layout_rules]") {
    const auto columns = columns_of_sizes({12, 12, 4});
    const RuledLayout ours = lay_out(LayoutRule::Ours, columns);
    CHECK(ours.full_column == 2);
    CHECK_THAT(why_no_more(ours, columns), Contains("453 rows: C2 would end at byte 16,"));
    CHECK(why_no_more(lay_out(LayoutRule::Naive, columns), columns) ==
          "456 rows: C2 would end at byte 16,416, 32 bytes behind the end of the block");
    CHECK(why_no_more(lay_out(LayoutRule::UnityCap, columns), columns) ==
          "The rule allows 128 rows at most; 448 would fit");
    const auto big = columns_of_sizes({16312});
    CHECK_THAT(why_no_more(lay_out(LayoutRule::Ours, big), big), Contains("1 row: C0 would end at byte"));
}

}  // namespace layout_rules_test
