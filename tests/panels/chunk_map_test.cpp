#include "panels/chunk_map.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include "catch.hpp"
#include "ecs/random.hpp"

using panels::CellSize;
using panels::ChunkMap;

namespace {

struct Large {
    double values[64] = {};  // some 31 rows a chunk
};
struct Small {
    int value = 0;
};
struct Tag {};

struct Scene {
    std::unique_ptr<ecs::World> world = std::make_unique<ecs::World>();
    panels::Selection selection;
    panels::Style style;
    ChunkMap map;
    std::vector<ecs::Entity> entities;

    Scene() {
        style.theme = &panels::theme_named(style.theme_name);
        world->types().add<Large>("game::Large").field("values", &Large::values);
        world->types().add<Small>("game::Small").field("value", &Small::value);
        world->types().add<Tag>("game::Tag");
    }
    void create(int count, int kind) {
        for (int i = 0; i < count; ++i)
            entities.push_back(kind == 0   ? world->create(Large{})
                               : kind == 1 ? world->create(Large{}, Tag{})
                                           : world->create(Small{}));
    }
    const panels::Picture& paint(const CellSize& cell = {10, 16, 2, false, false}, bool own_lines = false,
                                 std::size_t per_line = 7) {
        map.update(*world);
        map.arrange(per_line, own_lines);
        return map.paint(*world, selection, {0, map.line_count(), cell, &style});
    }
    std::uint64_t shown_rows() const {
        std::uint64_t rows = 0;
        for (const ChunkMap::Shown& cell : map.shown()) rows += cell.rows;
        return rows;
    }
    /// Every cell against the header of its chunk.
    void check_cells() const {
        std::set<std::pair<ecs::ArchetypeId, std::size_t>> seen;
        std::size_t chunks = 0;
        for (const ChunkMap::Shown& cell : map.shown()) {
            if (cell.archetype == ecs::no_archetype) continue;
            const ecs::Chunk& chunk = world->archetype(cell.archetype).chunk(cell.chunk);
            CHECK(cell.rows == chunk.rows);
            CHECK(cell.capacity == chunk.capacity);
            CHECK(seen.insert({cell.archetype, cell.chunk}).second);
        }
        for (ecs::ArchetypeId id = 0; id < world->archetype_count(); ++id) chunks += world->archetype(id).chunk_count();
        CHECK(seen.size() == chunks);
    }
};

}  // namespace

TEST_CASE("Chunk map: the sum of filled cells is the number of entities, after every change", "[panels][chunk_map]") {
    Scene s;
    ecs::Random random;
    for (int step = 0; step < 400; ++step) {
        if (s.entities.size() < 50 || random.below(5) > 1) {
            s.create(static_cast<int>(random.below(40)), static_cast<int>(random.below(3)));
        } else {
            for (std::uint32_t i = random.below(60); i > 0 && !s.entities.empty(); --i) {
                const std::size_t victim = random.below(static_cast<std::uint32_t>(s.entities.size()));
                s.world->destroy(s.entities[victim]);
                s.entities[victim] = s.entities.back();
                s.entities.pop_back();
            }
        }
        s.paint({10, 16, 2, false, false}, step % 2 == 0);
        CHECK(s.shown_rows() == s.world->entity_count());
        CHECK(s.map.row_count() == s.world->entity_count());
        if (step % 20 == 0) s.check_cells();
    }
}

TEST_CASE("Chunk map: cells are filled as high as their rows are in use, in the picture itself",
          "[panels][chunk_map]") {
    Scene s;
    s.create(75, 0);
    s.create(1, 1);
    const CellSize cell{10, 16, 2, false, false};
    const panels::Picture& picture = s.paint(cell);
    const std::uint32_t ground = s.style.theme->raised;
    for (std::size_t slot = 0; slot < s.map.shown().size(); ++slot) {
        const ChunkMap::Shown& shown = s.map.shown()[slot];
        if (shown.archetype == ecs::no_archetype) continue;
        int filled = 0;
        const std::size_t left = slot % 7 * 12 + 5, top = slot / 7 * 18;
        for (std::size_t y = 0; y < 16; ++y)
            filled += picture.pixels[(top + y) * static_cast<std::size_t>(picture.width) + left] != ground ? 1 : 0;
        const int expected = static_cast<int>(16.0 * shown.rows / shown.capacity + 0.5);
        if (shown.rows == shown.capacity)
            CHECK(filled == 16);
        else if (shown.rows > 0)
            CHECK(filled == std::clamp(expected, 1, 15));
        else
            CHECK(filled == 0);
    }
}

TEST_CASE("Chunk map: only what changed is painted, and nothing is looked at while nothing changes",
          "[panels][chunk_map]") {
    Scene s;
    s.create(31 * 5'000, 0);
    s.create(10, 1);
    s.paint({4, 7, 1, false, false}, false, 100);
    CHECK(s.map.cells_painted() == s.map.chunk_count());
    REQUIRE(s.map.chunk_count() > 5'000);
    const std::uint64_t drawn = s.paint({4, 7, 1, false, false}, false, 100).revision;
    CHECK(s.map.cells_painted() == 0);
    CHECK(s.map.cells_looked_at() == 0);

    s.world->get_mut<Small>(s.world->create(Small{})).value = 3;  // a new archetype: one cell at the end
    s.paint({4, 7, 1, false, false}, false, 100);
    const std::uint64_t grown = s.paint({4, 7, 1, false, false}, false, 100).revision;
    CHECK(grown > drawn);

    s.world->destroy(s.entities[3]);
    const panels::Picture& picture = s.paint({4, 7, 1, false, false}, false, 100);
    CHECK(s.map.cells_painted() == 1);  // the last chunk lost a row; the hole was filled
    std::size_t rows_touched = 0;
    for (const std::uint64_t revision : picture.row_revisions) rows_touched += revision > grown ? 1 : 0;
    CHECK(rows_touched == 7);
    // Writing values moves no row.
    s.world->get_mut<Large>(s.entities[0]).values[0] = 1;
    s.paint({4, 7, 1, false, false}, false, 100);
    CHECK(s.map.cells_looked_at() == 0);
}

TEST_CASE("Chunk map: slots and chunks are found from each other, in both arrangements", "[panels][chunk_map]") {
    Scene s;
    s.create(200, 0);
    s.create(40, 1);
    s.create(3, 2);
    for (const bool own_lines : {false, true}) {
        s.paint({10, 16, 2, false, false}, own_lines);
        CHECK(s.map.line_count() == s.map.lines_with(7, own_lines));
        std::size_t found = 0;
        for (std::size_t slot = 0; slot < s.map.line_count() * 7 + 20; ++slot) {
            const auto cell = s.map.cell_at(slot);
            if (!cell) continue;
            ++found;
            CHECK(s.map.slot_of(*cell) == slot);
            if (own_lines && cell->chunk == 0) CHECK(slot % 7 == 0);
        }
        CHECK(found == s.map.chunk_count());
        CHECK_FALSE(s.map.slot_of({999, 0}));
        CHECK_FALSE(s.map.slot_of({s.map.groups()[0].archetype, 9'999}));
    }
    s.map.show_only(s.world->archetype_of(s.entities.front()).id());
    s.map.update(*s.world);
    CHECK(s.map.groups().size() == 1);
    CHECK(s.map.row_count() == 200);
}

TEST_CASE("Chunk map: selected rows are lit, and only their cells are painted for it", "[panels][chunk_map]") {
    Scene s;
    s.create(310, 0);
    s.paint();
    const ecs::Location place = s.world->location(s.entities[100]);
    s.selection.select_all({s.entities[100], s.entities[102], s.entities[250]});
    s.paint();
    CHECK(s.map.cells_painted() == 2);
    const auto lit = s.map.lit_rows({place.archetype, place.chunk});
    CHECK(std::vector<std::uint32_t>(lit.begin(), lit.end()) == std::vector<std::uint32_t>{place.row, place.row + 2});
    std::size_t sum = 0;
    for (const ChunkMap::Shown& cell : s.map.shown()) sum += cell.lit;
    CHECK(sum == 3);

    // Another row of the same chunk: as many are lit, but not the same.
    s.selection.select_all({s.entities[100], s.entities[103], s.entities[250]});
    s.paint();
    CHECK(s.map.cells_painted() == 1);
    s.selection.clear();
    s.paint();
    CHECK(s.map.cells_painted() == 2);
}

TEST_CASE("Chunk map: at the largest sizes each row is a square, those in use filled", "[panels][chunk_map]") {
    Scene s;
    s.create(40, 0);
    s.create(5'000, 2);
    s.selection.select(s.entities[33]);
    for (const int level : {ChunkMap::level_count - 2, ChunkMap::level_count - 1}) {
        const CellSize cell = ChunkMap::size_of(level, 1, {28, 13});
        REQUIRE(cell.rows);
        const panels::Picture& picture = s.paint(cell);
        for (std::size_t slot = 0; slot < s.map.shown().size(); ++slot) {
            const ChunkMap::Shown& shown = s.map.shown()[slot];
            if (shown.archetype == ecs::no_archetype) continue;
            const panels::RowSquares squares = panels::RowSquares::fit(cell, shown.capacity);
            const std::size_t left = slot % 7 * static_cast<std::size_t>(cell.step_x());
            const std::size_t top = slot / 7 * static_cast<std::size_t>(cell.step_y());
            std::uint32_t in_use = 0, lit = 0, counted = 0;
            std::set<std::uint32_t> seen;
            for (int y = 0; y < cell.height; ++y)
                for (int x = 0; x < cell.width; ++x) {
                    const auto row = squares.row_at(x, y, shown.capacity);
                    if (!row || !seen.insert(*row).second) continue;
                    ++counted;
                    const std::uint32_t color =
                        picture.pixels[(top + static_cast<std::size_t>(y)) * static_cast<std::size_t>(picture.width) +
                                       left + static_cast<std::size_t>(x)];
                    lit += color == s.style.theme->accent ? 1 : 0;
                    in_use += *row < shown.rows && color != s.style.theme->raised ? 1 : 0;
                }
            CHECK(counted == shown.capacity);
            CHECK(in_use == shown.rows);
            CHECK(lit == shown.lit);
        }
    }
}
