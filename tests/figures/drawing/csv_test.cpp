#include <algorithm>

#include "catch.hpp"
#include "figures/drawing/role_bytes.hpp"
#include "figures/support/csv_reader.hpp"
#include "figures/support/figure_world.hpp"

namespace csv_test {

using figures::FigureKind;

namespace {

constexpr const char* role_columns[] = {"header_bytes", "entity_bytes", "field_bytes", "padding_bytes", "unused_bytes"};

}  // namespace

TEST_CASE("CSV: the archetypes' bytes by role sum up to what they take", "[figures][csv]") {
    const test::FigureWorld f;
    const test::CsvTable table(figures::make_csv(f.world, {FigureKind::Archetypes}));
    CHECK(table.lines.size() == f.world.archetype_count() + 1);
    CHECK(table.sum("entities") == f.world.entity_count());
    std::uint64_t by_role = 0;
    for (const char* column : role_columns) by_role += table.sum(column);
    CHECK(by_role == table.sum("bytes"));
    CHECK(figures::make_csv(f.world, {FigureKind::Treemap}) == figures::make_csv(f.world, {FigureKind::Archetypes}));
}

TEST_CASE("CSV: the spans of a chunk are the storage's own", "[figures][csv]") {
    const test::FigureWorld f;
    const test::CsvTable table(figures::make_csv(f.world, {FigureKind::Chunk, f.fighters, 0}));
    const ecs::Archetype& archetype = f.archetype(f.fighters);
    const auto spans = ecs::describe(archetype, 0);
    REQUIRE(table.lines.size() == spans.size() + 1);
    CHECK(table.sum("size") == archetype.layout().block_bytes);
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const auto& line = table.lines[i + 1];
        CHECK(line[0] == std::to_string(spans[i].offset));
        CHECK(line[2] == ecs::name_of(spans[i].role));
        if (spans[i].role == ecs::ByteRole::Entity)
            CHECK(line[6] == ecs::to_string(archetype.chunk(0).entities()[static_cast<std::size_t>(spans[i].row)]));
    }
    const auto& shield =
        *std::find_if(table.lines.begin(), table.lines.end(), [](const auto& line) { return line[4] == "shield"; });
    CHECK(shield[3] == "game::Health");
    CHECK(shield[1] == "1");
    CHECK(shield[5] == "0");
}

TEST_CASE("CSV: chunks and occupancy count every row once", "[figures][csv]") {
    const test::FigureWorld f;
    const test::CsvTable chunks(figures::make_csv(f.world, {FigureKind::Map, f.movers}));
    CHECK(chunks.sum("rows") == f.archetype(f.movers).entity_count());
    CHECK(chunks.sum("bytes") == f.archetype(f.movers).bytes());
    std::uint64_t by_role = 0;
    for (const char* column : role_columns) by_role += chunks.sum(column);
    CHECK(by_role == chunks.sum("bytes"));

    const test::CsvTable all(figures::make_csv(f.world, {FigureKind::Histogram}));
    CHECK(all.sum("rows") == f.world.entity_count());
    const test::CsvTable one(figures::make_csv(f.world, {FigureKind::Histogram, f.movers}));
    CHECK(one.sum("chunks") == f.archetype(f.movers).chunk_count());
    CHECK(one.lines.back()[0] == "full");
    CHECK(one.lines.back()[1] == std::to_string(f.archetype(f.movers).chunk_count() - 1));
}

TEST_CASE("CSV: names with commas, quotes and ends of lines come back as they were", "[figures][csv]") {
    ecs::World world;
    const std::string name = "a \"b\",\nc";
    const ecs::ComponentId id = test::add_type(world, name);
    world.add(world.create(), id);
    const test::CsvTable table(figures::make_csv(world, {FigureKind::Archetypes}));
    CHECK(std::any_of(table.lines.begin(), table.lines.end(), [&](const auto& line) { return line[1] == name; }));
}

}  // namespace csv_test
