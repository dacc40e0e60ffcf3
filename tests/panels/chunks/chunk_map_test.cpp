#include "panels/chunks/chunk_map.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace chunk_map_test {

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
        for (const ChunkMap::Shown& cell : shown()) rows += cell.rows;
        return rows;
    }
    std::vector<ChunkMap::Shown> shown() const {
        std::vector<ChunkMap::Shown> cells;
        map.each_shown([&](const ChunkMap::Shown& cell) { cells.push_back(cell); });
        return cells;
    }
    /// The picture's pixel at (x, y) of a cell.
    static std::uint32_t pixel(const ChunkMap& map, const panels::Picture& picture, std::size_t slot, int x, int y) {
        const ImVec2 low = map.place_in_picture(slot);
        return picture.pixels[(static_cast<std::size_t>(low.y) + static_cast<std::size_t>(y)) *
                                  static_cast<std::size_t>(picture.width) +
                              static_cast<std::size_t>(low.x) + static_cast<std::size_t>(x)];
    }
    /// Every cell of the picture against one that is painted anew: nothing is left from what was.
    void check_picture(const CellSize& cell, bool own_lines, std::size_t per_line) {
        const panels::Picture& picture = paint(cell, own_lines, per_line);
        std::size_t chunks = 0, right = 0, slots = 0;
        const std::uint32_t raised = style.theme->raised;
        map.each_shown([&](const ChunkMap::Shown& shown) {
            ++chunks;
            const std::uint32_t foot = pixel(map, picture, shown.slot, 0, cell.height - 1);
            right += (shown.rows > 0) == (foot != raised) && foot != 0 ? 1 : 0;
            const std::uint32_t head = pixel(map, picture, shown.slot, 0, 0);
            right += shown.selected > 0 || (shown.rows == shown.capacity) == (head != raised) ? 1 : 0;
        });
        CHECK(right == 2 * chunks);
        for (std::size_t slot = 0; slot < map.line_count() * per_line; ++slot)
            if (!map.cell_at(slot)) slots += pixel(map, picture, slot, 0, cell.height - 1) != 0 ? 1 : 0;
        CHECK(slots == 0);
    }
    /// Every cell against the header of its chunk.
    void check_cells() const {
        std::set<std::pair<ecs::ArchetypeId, std::size_t>> seen;
        std::size_t chunks = 0;
        for (const ChunkMap::Shown& cell : shown()) {
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
        const bool own_lines = step / 50 % 2 == 1;  // long enough for cells to be painted one by one
        s.paint({10, 16, 2, false, false}, own_lines);
        CHECK(s.shown_rows() == s.world->entity_count());
        CHECK(s.map.row_count() == s.world->entity_count());
        CHECK(s.map.rows_in_view() == s.world->entity_count());
        CHECK(s.map.chunks_in_view() == s.map.chunk_count());
        if (step % 20 == 0) s.check_cells();
        s.check_picture({10, 16, 2, false, false}, own_lines, 7);
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
    for (const ChunkMap::Shown& shown : s.shown()) {
        int filled = 0;
        for (int y = 0; y < 16; ++y) filled += Scene::pixel(s.map, picture, shown.slot, 0, y) != ground ? 1 : 0;
        const int expected = static_cast<int>(16.0 * shown.rows / shown.capacity + 0.5);
        if (shown.rows == shown.capacity)
            CHECK(filled == 16);
        else if (shown.rows > 0)
            CHECK(filled == std::clamp(expected, 1, 15));
        else
            CHECK(filled == 0);
    }
}

TEST_CASE("Chunk map: only what changed is painted, and nothing while nothing changes", "[panels][chunk_map]") {
    Scene s;
    s.create(31 * 5'000, 0);
    s.create(10, 1);
    s.paint({4, 7, 1, false, false}, false, 100);
    CHECK(s.map.cells_painted() == s.map.chunk_count());
    REQUIRE(s.map.chunk_count() > 5'000);
    const std::uint64_t drawn = s.paint({4, 7, 1, false, false}, false, 100).revision;
    CHECK(s.map.cells_painted() == 0);

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
    CHECK(s.map.cells_painted() == 0);
}

TEST_CASE("Chunk map: a cell is one pixel across, so that a full repaint is short", "[panels][chunk_map]") {
    Scene s;
    s.create(31 * 5'000, 0);
    const CellSize cell{18, 24, 3, false, false};
    const panels::Picture& picture = s.paint(cell, false, 80);
    CHECK(picture.width == 80);
    CHECK(s.map.pixels_painted() <= (s.map.chunk_count() + 80) * 24);
}

TEST_CASE("Chunk map: growing archetypes do not move the cells of all others each time", "[panels][chunk_map]") {
    Scene s;
    s.create(31 * 40, 0);
    s.create(31 * 3'000, 1);
    s.create(31 * 10, 2);
    const CellSize cell{4, 7, 1, false, false};
    s.paint(cell, false, 100);
    const std::size_t all = s.map.chunk_count();
    std::size_t repaints = 0, painted = 0;
    for (int round = 0; round < 100; ++round) {  // one chunk more each time
        s.create(31, 0);
        s.paint(cell, false, 100);
        painted += s.map.cells_painted();
        repaints += s.map.cells_painted() > all / 2 ? 1 : 0;
    }
    CHECK(repaints >= 1);
    CHECK(repaints <= 8);
    CHECK(painted < 8 * (all + 200) + 100 * 3);
    s.check_cells();
    // Nor do free slots become most of the map when nearly all is gone.
    for (std::size_t i = 10; i < s.entities.size(); ++i) s.world->destroy(s.entities[i]);
    s.paint(cell, false, 100);
    CHECK(s.map.line_count() == 1);
    s.check_cells();
}

TEST_CASE("Chunk map: scrolling paints the lines that come into view, not those that stay", "[panels][chunk_map]") {
    Scene s;
    s.create(31 * 2'000, 0);
    const CellSize cell{18, 24, 3, false, false};
    s.map.update(*s.world);
    s.map.arrange(50, false);
    REQUIRE(s.map.line_count() >= 40);
    const auto look = [&](std::size_t first, std::size_t lines) {
        s.map.paint(*s.world, s.selection, {first, lines, cell, &s.style});
        return s.map.cells_painted();
    };
    CHECK(look(0, 10) == 500);
    CHECK(look(0, 11) == 50);
    CHECK(look(1, 11) == 50);
    CHECK(look(4, 10) == 2 * 50);
    CHECK(look(4, 10) == 0);
    CHECK(look(20, 10) == 500);
    CHECK(s.map.chunks_in_view() == 500);
}

TEST_CASE("Chunk map: where rows are squares, a frame paints no more than its share, and all come in the end",
          "[panels][chunk_map]") {
    Scene s;
    s.create(31 * 60, 0);
    const CellSize cell = ChunkMap::size_of(ChunkMap::level_count - 1, 1, {28, 13});
    int frames = 0;
    do {
        s.paint(cell);
        CHECK(s.map.pixels_painted() <= ChunkMap::squares_max);
        std::size_t waiting = 0;
        s.map.each_shown([&](const ChunkMap::Shown& shown) { waiting += s.map.is_painted(shown.slot) ? 0 : 1; });
        CHECK((waiting > 0) == s.map.unfinished());
        ++frames;
    } while (s.map.unfinished() && frames < 1'000);
    CHECK(frames > 10);
    CHECK(frames <= 60);
    s.paint(cell);
    CHECK(s.map.cells_painted() == 0);
    s.world->destroy(s.entities[5]);
    s.paint(cell);
    CHECK(s.map.cells_painted() == 1);
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

TEST_CASE("Chunk map: selected rows are highlighted, and only their cells are painted for it", "[panels][chunk_map]") {
    Scene s;
    s.create(310, 0);
    s.paint();
    const ecs::Location place = s.world->location(s.entities[100]);
    s.selection.select_all({s.entities[100], s.entities[102], s.entities[250]});
    s.paint();
    CHECK(s.map.cells_painted() == 2);
    const auto selected = s.map.selected().rows({place.archetype, place.chunk});
    CHECK(std::vector<std::uint32_t>(selected.begin(), selected.end()) ==
          std::vector<std::uint32_t>{place.row, place.row + 2});
    std::size_t sum = 0;
    for (const ChunkMap::Shown& cell : s.shown()) sum += cell.selected;
    CHECK(sum == 3);

    // Another row of the same chunk: as many selected rows, but another one.
    s.selection.select_all({s.entities[100], s.entities[103], s.entities[250]});
    s.paint();
    CHECK(s.map.cells_painted() == 1);
    s.selection.clear();
    s.paint();
    CHECK(s.map.cells_painted() == 2);
}

TEST_CASE("Chunk map: selected rows stay highlighted, however rows move", "[panels][chunk_map]") {
    Scene s;
    ecs::Random random;
    s.create(600, 0);
    std::vector<ecs::Entity> chosen;
    for (std::size_t i = 0; i < s.entities.size(); i += 3) chosen.push_back(s.entities[i]);
    s.selection.select_all(chosen);
    s.paint();
    for (int step = 0; step < 200; ++step) {
        for (std::uint32_t i = random.below(30); i > 0; --i) {
            const ecs::Entity entity = s.entities[random.below(static_cast<std::uint32_t>(s.entities.size()))];
            if (!s.world->alive(entity)) continue;
            if (random.below(8) == 0)
                s.world->destroy(entity);
            else if (!s.world->remove<Tag>(entity))
                s.world->add<Tag>(entity);
        }
        s.check_picture({10, 16, 2, false, false}, false, 7);
        std::set<ecs::Entity> selected;
        for (const panels::SelectedCell& cell : s.map.selected().cells()) {
            const auto rows = s.map.selected().rows(cell);
            CHECK(std::is_sorted(rows.begin(), rows.end()));
            for (const std::uint32_t row : rows)
                selected.insert(s.world->archetype(cell.archetype).chunk(cell.chunk).entities()[row]);
        }
        std::set<ecs::Entity> alive;
        for (const ecs::Entity entity : chosen)
            if (s.world->alive(entity)) alive.insert(entity);
        REQUIRE(selected == alive);
    }
}

TEST_CASE("Chunk map: at the largest sizes each row is a square, those in use filled", "[panels][chunk_map]") {
    Scene s;
    s.create(40, 0);
    s.create(5'000, 2);
    s.selection.select(s.entities[33]);
    for (const int level : {ChunkMap::level_count - 2, ChunkMap::level_count - 1}) {
        const CellSize cell = ChunkMap::size_of(level, 1, {28, 13});
        REQUIRE(cell.rows);
        const panels::Picture* painted = &s.paint(cell);
        while (s.map.unfinished()) painted = &s.paint(cell);
        for (const ChunkMap::Shown& shown : s.shown()) {
            const panels::RowSquares squares = panels::RowSquares::fit(cell, shown.capacity);
            std::uint32_t in_use = 0, selected = 0, counted = 0;
            std::set<std::uint32_t> seen;
            for (int y = 0; y < cell.height; ++y)
                for (int x = 0; x < cell.width; ++x) {
                    const auto row = squares.row_at(x, y, shown.capacity);
                    if (!row || !seen.insert(*row).second) continue;
                    ++counted;
                    const std::uint32_t color = Scene::pixel(s.map, *painted, shown.slot, x, y);
                    selected += color == s.style.theme->accent ? 1 : 0;
                    in_use += *row < shown.rows && color != s.style.theme->raised ? 1 : 0;
                }
            CHECK(counted == shown.capacity);
            CHECK(in_use == shown.rows);
            CHECK(selected == shown.selected);
        }
    }
}

}  // namespace chunk_map_test
