#include "panels/chunks/chunks_panel.hpp"

#include <cmath>
#include <set>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/support/headless.hpp"

namespace chunks_panel_test {

using panels::ChunksPanel;
using panels::compat::Key;

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
/// As large as Heavy, but nobody writes its memory: of a hundred thousand chunks that is most of the time.
struct Untouched {
    double values[8];

    Untouched() {}
    Untouched(const Untouched&) noexcept {}
    Untouched& operator=(const Untouched&) noexcept { return *this; }
    ~Untouched() {}
};

struct Heavy {
    double values[8] = {};
};
struct Tag {};

struct Scene {
    Harness harness;
    ChunksPanel panel;
    ecs::World& world = harness.world;
    std::vector<ecs::Entity> entities;

    explicit Scene(std::size_t count = 2000, ImVec2 size = {1000, 420}) : harness(size) {
        world.types()
            .add<Position>("game::Position")
            .field("x", &Position::x, {.unit = "m"})
            .field("y", &Position::y)
            .field("z", &Position::z);
        world.types().add<Heavy>("game::Heavy").field("values", &Heavy::values);
        world.types().add<Tag>("game::Tag");
        for (std::size_t i = 0; i < count; ++i)
            entities.push_back(world.create(Position{static_cast<float>(i), 0, 0}, Heavy{}));
        harness.add(panel);
        harness.frames(2);
    }
    const ecs::Archetype& archetype() const { return harness.world.archetype_of(entities.front()); }
    void look_at_archetype() {
        harness.selection.select_archetype(archetype().id());
        harness.frames(2);
    }
    void look_into(std::size_t chunk) {
        harness.selection.select_chunk(archetype().id(), chunk);
        harness.frames(3);
    }
    ImVec2 place_of(std::uint32_t byte) const {
        const panels::BlockGrid& grid = panel.view().grid();
        const ImVec2 corner = grid.place_of(byte);
        return {corner.x + grid.byte_px / 2, corner.y + grid.line_px / 2};
    }
};

}  // namespace

TEST_CASE("Chunks: there is a tile for each chunk, and their rows add up", "[panels][chunks]") {
    Scene s;
    s.look_at_archetype();
    CHECK(s.panel.tiles_drawn() == s.archetype().chunk_count());
    CHECK(s.panel.rows_drawn() == s.world.entity_count());
    CHECK(s.harness.says(std::to_string(s.archetype().chunk(0).rows)));

    for (std::size_t i = 0; i < 700; ++i) {
        s.world.destroy(s.entities[i * 2 + 1]);
        if (i % 100 != 0) continue;
        s.harness.frame();
        CHECK(s.panel.rows_drawn() == s.world.entity_count());
    }
}

TEST_CASE("Chunks: without a selection all archetypes are shown", "[panels][chunks]") {
    Scene s(500);
    for (int i = 0; i < 7; ++i) s.world.create(Tag{});
    s.harness.frames(2);
    CHECK(s.panel.rows_drawn() == s.world.entity_count());
    CHECK(s.harness.says("507 rows in"));
    s.harness.hover_text("One archetype");
    CHECK(s.harness.says("Select an entity or an archetype first"));

    s.harness.click_text("Tag");
    CHECK(s.harness.selection.archetype().has_value());
    CHECK(s.harness.says("7 of "));  // a single chunk: its bytes instead of a map
}

TEST_CASE("Chunks: a click on a tile looks inside, Esc and the button come back", "[panels][chunks]") {
    Scene s;
    s.look_at_archetype();
    s.harness.click(s.panel.tile_area(3).middle());
    CHECK(s.harness.selection.chunk() == 3u);
    CHECK(s.harness.says("chunk 3 (" + std::to_string(s.archetype().chunk_count()) + " chunks)"));
    const ecs::Chunk& chunk = s.archetype().chunk(3);
    CHECK(s.harness.says(std::to_string(chunk.rows) + " of " + std::to_string(chunk.capacity) +
                         " rows · 16.0 KiB at 0x"));

    SECTION("Esc") {
        s.harness.key(Key::Escape);
        CHECK_FALSE(s.harness.says("Back to the map"));
    }
    SECTION("the button") { s.harness.click_text("Back to the map"); }
    CHECK_FALSE(s.harness.selection.chunk());
    CHECK(s.harness.selection.archetype() == s.archetype().id());
    CHECK(s.panel.tiles_drawn() == s.archetype().chunk_count());
}

TEST_CASE("Chunks: pointing at a byte names the entity whose value lies there", "[panels][chunks]") {
    Scene s;
    constexpr std::size_t chunk_position = 2;
    s.look_into(chunk_position);
    const ecs::Archetype& archetype = s.archetype();
    const auto* block = reinterpret_cast<const std::byte*>(&archetype.chunk(chunk_position));
    const ecs::ComponentId position = s.world.id<Position>();
    ecs::Random random;
    for (int round = 0; round < 12; ++round) {
        const std::uint32_t row = random.below(archetype.chunk(chunk_position).rows);
        const ecs::Entity entity = archetype.chunk(chunk_position).entities()[row];
        // The real address of its y, wherever the picture puts it.
        const auto* value = static_cast<const std::byte*>(s.world.get(entity, position));
        const auto offset = static_cast<std::uint32_t>(value - block) + 4;
        s.harness.hover(s.place_of(offset));
        s.harness.frame();
        CHECK(s.harness.selection.hovered == entity);
        CHECK(s.harness.says("Position.y = 0.00"));
        CHECK(s.harness.says(ecs::to_string(entity)));
        CHECK(s.panel.view().grid().byte_at(ImGui::GetMousePos()) == offset);
    }
}

TEST_CASE("Chunks: any place of the picture is the byte that describe_byte knows", "[panels][chunks]") {
    Scene s(100);
    s.look_into(0);
    const panels::BlockGrid& grid = s.panel.view().grid();
    CHECK(grid.block_bytes == s.archetype().layout().block_bytes);
    ecs::Random random;
    std::vector<ImVec2> places{s.place_of(0), s.place_of(grid.block_bytes - 1)};  // chance seldom hits the header
    for (int round = 0; round < 30; ++round)
        places.push_back({std::floor(grid.origin.x + random.unit() * grid.size().x * 0.99f),
                          std::floor(grid.origin.y + random.unit() * grid.size().y * 0.99f)});
    std::size_t looked_at = 0;
    std::set<ecs::ByteRole> roles;
    for (const ImVec2 place : places) {
        const auto byte = grid.byte_at(place);
        if (!byte) continue;  // between two strips
        ++looked_at;
        const ecs::ByteSpan span = ecs::describe_byte(s.archetype(), 0, *byte);
        s.harness.hover(place);
        s.harness.frame();
        const bool in_use = span.row >= 0 && span.row < static_cast<std::int64_t>(s.archetype().chunk(0).rows);
        INFO("byte " << *byte << " is " << ecs::name_of(span.role));
        if (in_use)
            CHECK(s.harness.selection.hovered == s.archetype().chunk(0).entities()[static_cast<std::size_t>(span.row)]);
        else
            CHECK_FALSE(s.harness.selection.hovered);
        roles.insert(span.role);
        if (span.role == ecs::ByteRole::Header) CHECK(s.harness.says("Header of the chunk"));
        if (span.role == ecs::ByteRole::Unused && span.row >= 0) CHECK(s.harness.says("Not in use"));
    }
    CHECK(looked_at > 20);
    CHECK(roles.count(ecs::ByteRole::Header) == 1);
    CHECK(roles.count(ecs::ByteRole::Unused) == 1);
}

TEST_CASE("Chunks: a click on a byte selects the entity, and the chunk stays in view", "[panels][chunks]") {
    Scene s;
    s.look_into(1);
    const ecs::Chunk& chunk = s.archetype().chunk(1);
    s.harness.click(s.place_of(panels::cell_bytes(s.archetype(), 0, 17).begin));
    CHECK(s.harness.selection.entity() == chunk.entities()[17]);
    CHECK(s.harness.selection.chunk() == 1u);

    SECTION("a row of the list selects, too") {
        s.harness.click_text(figures::short_id(chunk.entities()[18]));
        CHECK(s.harness.selection.entity() == chunk.entities()[18]);
        CHECK(s.harness.selection.chunk() == 1u);
    }
    SECTION("an entity that is selected elsewhere is followed into its chunk") {
        const ecs::Entity far = s.archetype().chunk(4).entities()[60];
        s.harness.selection.select(far);
        s.harness.frames(3);
        CHECK(s.harness.says("chunk 4 ("));
        CHECK(s.harness.says(figures::short_id(far)));
    }
    SECTION("picking an archetype elsewhere goes back to tiles") {
        s.harness.selection.select_archetype(std::nullopt);
        s.harness.selection.select_archetype(s.archetype().id());
        s.harness.frames(2);
        CHECK_FALSE(s.harness.says("Back to the map"));
    }
}

TEST_CASE("Chunks: few tiles leave room for the chunk of the selected entity, where a click selects",
          "[panels][chunks]") {
    Scene s(600);
    const ecs::Entity entity = s.archetype().chunk(1).entities()[7], other = s.archetype().chunk(1).entities()[90];
    s.harness.selection.select(entity);
    s.harness.frames(3);
    CHECK(s.panel.tiles_drawn() == s.archetype().chunk_count());
    CHECK(s.harness.says("chunk 1 (" + std::to_string(s.archetype().chunk_count()) + " chunks)"));
    s.harness.click(s.place_of(panels::cell_bytes(s.archetype(), 0, 90).begin));
    CHECK(s.harness.selection.entity() == other);
    CHECK_FALSE(s.harness.selection.chunk());
    CHECK_FALSE(s.harness.says("Back to the map"));
    s.harness.click(s.panel.tile_area(0).middle());
    CHECK(s.harness.says("Back to the map"));
}

TEST_CASE("Chunks: rows stand in order, with their values", "[panels][chunks]") {
    Scene s;
    s.look_into(0);
    INFO(s.harness.screen());
    for (std::size_t row = 0; row < 5; ++row)
        CHECK(s.harness.says(figures::short_id(s.archetype().chunk(0).entities()[row])));
    CHECK(s.harness.says("3.00, 0.00, 0.00"));
    s.harness.hover_text(figures::short_id(s.archetype().chunk(0).entities()[3]));
    CHECK(s.harness.selection.hovered == s.archetype().chunk(0).entities()[3]);
}

TEST_CASE("Chunks: the arrows go from chunk to chunk, and say why they cannot", "[panels][chunks]") {
    Scene s;
    s.look_into(0);
    const DrawnText back = s.harness.need("Back to the map");
    const ImVec2 previous{back.high.x + 26, back.middle().y}, next{previous.x + 26, back.middle().y};
    s.harness.move_to(previous);
    s.harness.frames(60);
    CHECK(s.harness.says("This is the first chunk"));
    s.harness.click(next);
    CHECK(s.harness.selection.chunk() == 1u);
}

TEST_CASE("Chunks: a chunk that is freed while it is looked at leads back to tiles", "[panels][chunks]") {
    Scene s;
    const std::size_t last = s.archetype().chunk_count() - 1;
    s.look_into(last);
    REQUIRE(s.harness.says("Back to the map"));
    const auto rows = s.archetype().chunk(last).entities();
    const std::vector<ecs::Entity> doomed(rows.begin(), rows.end());
    for (ecs::Entity entity : doomed) s.world.destroy(entity);
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("Back to the map"));
}

TEST_CASE("Chunks: what is chosen lasts: the map, the way to look into a chunk, and the system of the lens",
          "[panels][chunks]") {
    using Kind = panels::ChunkView::Kind;
    Scene s;
    for (const char* name : {"Movement", "all timeline bytes of mine"}) {
        ecs::SystemDescription system;
        system.name = name;
        system.accesses = ecs::access<Position>(s.world);
        system.run = [](ecs::SystemContext&) {};
        s.harness.schedule.add(std::move(system));
    }
    ChunksPanel other;
    other.load_settings(s.panel.save_settings());
    CHECK(other.save_settings().empty());

    s.look_into(1);
    s.harness.click_text("Cache lines");
    s.harness.click_text("Movement");
    s.harness.click_text("all timeline bytes of mine");
    other.load_settings(s.panel.save_settings());
    CHECK(other.view().kind() == Kind::CacheLines);
    CHECK(other.view().lens().system() == "all timeline bytes of mine");
    CHECK(other.save_settings() == s.panel.save_settings());
    CHECK(other.save_settings().find("all ") == other.save_settings().rfind("all "));  // not the map's word

    s.harness.click_text("How it is stored");
    other.load_settings(s.panel.save_settings());
    CHECK(other.view().kind() == Kind::FromTable);
    s.harness.click_text("Bytes");
    s.harness.click_text("Back to the map");
    s.harness.click_text("All");
    other.load_settings(s.panel.save_settings());
    CHECK(other.view().kind() == Kind::Bytes);
    CHECK(other.save_settings().substr(0, 4) == "all ");
}

TEST_CASE("Chunks: the bytes of a chunk are in view beside the map, in a panel as low as it is at first",
          "[panels][chunks]") {
    Scene s(30'000, {936, 226});
    s.look_at_archetype();  // no entity is selected: the first chunk
    REQUIRE(s.archetype().chunk_count() > 50);
    CHECK(s.harness.says("chunk 0 ("));
    CHECK(s.harness.says("Cache lines"));
    CHECK(s.panel.view().grid().strip_width() > 64);
    s.harness.selection.select(s.entities[5'000]);
    s.harness.frames(2);
    CHECK(s.harness.says("chunk " + std::to_string(s.world.location(s.entities[5'000]).chunk) + " ("));
    s.panel.map().set_level(panels::ChunkMap::level_count - 1);  // who wants to see rows in the map needs its room
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("Cache lines"));
}

TEST_CASE("Chunks: nothing in the toolbar covers anything else, however narrow the panel", "[panels][chunks]") {
    for (const float width : {420.0f, 560.0f, 640.0f, 700.0f, 760.0f, 840.0f, 1100.0f}) {
        Scene s(600, {width, 300});
        s.look_at_archetype();
        const std::vector<DrawnText> texts = s.harness.texts();
        const float bottom = s.harness.need("Fit").high.y;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const DrawnText &a = texts[i], &b = texts[j];
                if (a.low.y > bottom || b.low.y > bottom) continue;
                INFO("at " << width << ": '" << a.text << "' and '" << b.text << "'");
                const bool overlap =
                    a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
                CHECK_FALSE(overlap);
            }
        }
    }
}

TEST_CASE("Chunks: an empty world says what would stand here", "[panels][chunks]") {
    Scene s(0);
    CHECK(s.harness.says("No chunks yet"));
}

namespace {

/// Stands in for the program's textures, and counts what it would have to upload.
struct FakeStore : panels::PictureStore {
    std::size_t asked = 0, uploads = 0, rows_uploaded = 0;
    std::uint64_t revision = 0;

    std::uintptr_t texture_of(const panels::Picture& picture) override {
        ++asked;
        if (picture.revision == revision) return 1;
        ++uploads;
        for (const std::uint64_t row : picture.row_revisions) rows_uploaded += row > revision ? 1 : 0;
        revision = picture.revision;
        return 1;
    }
};

}  // namespace

TEST_CASE("Chunks: what is drawn does not grow with the world", "[panels][chunks]") {
    FakeStore store;
    const auto vertices_of = [&](std::size_t count, bool inside, bool all) {
        Scene s(count, {560, 300});
        s.harness.lend(&panels::Context::pictures, &store);
        if (!all) s.harness.selection.select_archetype(s.archetype().id());
        if (inside) s.harness.selection.select_chunk(s.archetype().id(), 3);
        s.harness.frames(3);
        return s.harness.vertex_count();
    };
    // However many there are, the map is one picture, a piece of it for each line; numbers stand where cells are large.
    CHECK(vertices_of(200'000, false, false) < 2'500);
    CHECK(vertices_of(400'000, false, false) < 2'500);
    CHECK(vertices_of(100'000, true, false) < vertices_of(1'000, true, false) * 5 / 4);
    CHECK(vertices_of(100'000, false, true) < 6'000);
}

TEST_CASE("Chunks: 5,000 chunks and 100,000 cost a frame only what changed", "[panels][chunks]") {
    FakeStore store;
    for (const std::size_t chunks : {std::size_t{5'000}, std::size_t{100'000}}) {
        Harness harness({1000, 700});
        harness.lend(&panels::Context::pictures, &store);
        harness.world.types().add<Untouched>("game::Untouched");
        const std::vector<ecs::ComponentId> heavy{harness.world.id<Untouched>()};
        const std::uint32_t rows = harness.world.archetype_of(harness.world.create_with(heavy)).full_capacity();
        std::vector<ecs::Entity> entities(chunks * rows);
        harness.world.create_many(entities, heavy);
        ChunksPanel panel;
        harness.add(panel);
        harness.frames(3);
        const panels::ChunkMap& map = panel.map().map();
        CHECK(map.chunk_count() >= chunks);
        CHECK(map.row_count() == harness.world.entity_count());

        store.rows_uploaded = 0;
        harness.frames(5);
        CHECK(map.cells_painted() == 0);
        CHECK(store.rows_uploaded == 0);
        // A hundred single changes: one cell at the end of the archetype.
        for (std::size_t i = 0; i < 100; ++i) harness.world.destroy(entities[i * 7]);
        harness.frame();
        CHECK(map.cells_painted() <= 2);
        CHECK(map.row_count() == harness.world.entity_count());
    }
}

TEST_CASE("Chunks: zoomed to rows, the mouse names the row and its entity, and a click selects it",
          "[panels][chunks]") {
    Scene s(600, {1000, 420});
    s.panel.map().set_level(panels::ChunkMap::level_count - 1);
    s.look_at_archetype();
    const panels::ChunkCell cell{s.archetype().id(), 1};
    const ecs::Chunk& chunk = s.archetype().chunk(1);
    const auto place = [&](std::uint32_t row) { return s.panel.map().area_of_row(cell, row, chunk.capacity).middle(); };
    for (const std::uint32_t row : {0u, 17u, chunk.rows - 1}) {
        s.harness.hover(place(row));
        s.harness.frame();
        INFO(s.harness.screen());
        CHECK(s.harness.selection.hovered == chunk.entities()[row]);
        CHECK(s.harness.says("Row " + std::to_string(row) + ":"));
        CHECK(s.harness.says(ecs::to_string(chunk.entities()[row])));
    }
    s.harness.click(place(17));
    CHECK(s.harness.selection.entity() == chunk.entities()[17]);
    s.harness.selection.clear();
    s.look_at_archetype();
    const auto rest = static_cast<std::uint32_t>(s.archetype().chunk_count() - 1);
    const ecs::Chunk& last = s.archetype().chunk(rest);
    REQUIRE(last.rows < last.capacity);
    s.harness.hover(s.panel.map().area_of_row({cell.archetype, rest}, last.rows, last.capacity).middle());
    s.harness.frame();
    CHECK(s.harness.says("not in use"));
    CHECK_FALSE(s.harness.selection.hovered);
}

TEST_CASE("Chunks: dragging over chunks selects all their entities, over rows just those", "[panels][chunks]") {
    Scene s(2000, {1000, 420});
    s.look_at_archetype();
    std::size_t end = 1;  // of the first line of tiles
    while (s.panel.tile_area(end).low.y == s.panel.tile_area(0).low.y) ++end;
    REQUIRE(end > 1);
    const panels::Area first = s.panel.tile_area(0), last = s.panel.tile_area(end - 1);
    s.harness.drag(first.middle(), {last.low.x + 3, last.low.y + 3});
    std::size_t expected = 0;
    for (std::size_t chunk = 0; chunk < end; ++chunk) {
        expected += s.archetype().chunk(chunk).rows;
        for (const ecs::Entity entity : s.archetype().chunk(chunk).entities()) CHECK(s.harness.selection.has(entity));
    }
    CHECK(s.harness.selection.entities().size() == expected);

    s.panel.map().set_level(panels::ChunkMap::level_count - 1);
    s.look_at_archetype();
    const panels::ChunkCell cell{s.archetype().id(), 0};
    const std::uint32_t capacity = s.archetype().layout().capacity;
    const auto area = [&](std::uint32_t row) { return s.panel.map().area_of_row(cell, row, capacity); };
    s.harness.drag(area(2).middle(), area(6).middle());
    CHECK(s.harness.selection.entities().size() == 5);
    for (std::uint32_t row = 2; row <= 6; ++row) CHECK(s.harness.selection.has(s.archetype().chunk(0).entities()[row]));
    CHECK(s.panel.map().map().selected().rows(cell).size() == 5);
}

}  // namespace chunks_panel_test
