#include "panels/chunk_bytes/table_to_bytes.hpp"

#include <cmath>

#include "catch.hpp"
#include "ecs/world/world.hpp"
#include "ecs/world/world_typed.hpp"
#include "panels/chunks/chunks_panel.hpp"
#include "panels/support/headless.hpp"

namespace table_to_bytes_test {

using panels::Area;
using panels::ByteRange;
using panels::TableToBytes;

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Wide {
    double values[5] = {};
};
struct Tag {};

void add_types(ecs::World& world) {
    world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y).field("z", &Position::z);
    world.types().add<Wide>("Wide").field("values", &Wide::values);
    world.types().add<Tag>("Tag");
}

const Area canvas{{10, 30}, {710, 250}};

struct Scene {
    ecs::World world;
    ecs::Entity last;
    explicit Scene(int count = 200) {
        add_types(world);
        for (int i = 0; i < count; ++i) last = world.create(Position{}, Wide{}, Tag{});
    }
    const ecs::Archetype& archetype() const { return world.archetype_of(last); }
    TableToBytes table_to_bytes(std::uint32_t rows) const { return {archetype(), rows, canvas, 18, 10}; }
};

bool same(const Area& a, const Area& b) {
    const auto near = [](float x, float y) { return std::abs(x - y) < 0.01f; };
    return near(a.low.x, b.low.x) && near(a.low.y, b.low.y) && near(a.high.x, b.high.x) && near(a.high.y, b.high.y);
}

/// What all parts of a value cover together; they must lie side by side.
Area whole_of(const TableToBytes& table_to_bytes, std::size_t column, std::uint32_t row, float t) {
    Area whole{{0, 0}, {0, 0}};
    bool first = true;
    table_to_bytes.each_part(column, row, t, [&](const Area& area, ByteRange) {
        if (first)
            whole = area;
        else
            CHECK(area.low.x == Approx(whole.high.x));
        whole.high = area.high;
        first = false;
    });
    return whole;
}

}  // namespace

TEST_CASE("TableToBytes: at 0 it is a table: columns equally wide, values of a row side by side",
          "[panels][table_to_bytes]") {
    const Scene s;
    const TableToBytes u = s.table_to_bytes(12);
    REQUIRE(u.columns_shown().size() == 3);  // ids, Position, Wide; a tag has no bytes
    for (std::uint32_t row = 0; row < 12; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            const Area cell = whole_of(u, column, row, 0);
            CHECK(same(cell, u.cell_in_table(column, row)));
            CHECK(cell.width() == Approx(canvas.width() / 3));
            CHECK(cell.low.y == Approx(canvas.low.y + static_cast<float>(row) * u.row_px()));
        }
        CHECK(whole_of(u, 0, row, 0).high.x == Approx(whole_of(u, 1, row, 0).low.x));
    }
}

TEST_CASE("TableToBytes: at 1 columns are apart, and wider the more bytes their values have",
          "[panels][table_to_bytes]") {
    const Scene s;
    const TableToBytes u = s.table_to_bytes(12);
    for (std::size_t column = 0; column < 3; ++column)
        for (std::uint32_t row = 0; row < 12; ++row)
            CHECK(same(whole_of(u, column, row, 1), u.cell_in_columns(column, row)));
    CHECK(u.cell_in_columns(0, 0).high.x < u.cell_in_columns(1, 0).low.x);
    CHECK(u.cell_in_columns(1, 0).high.x < u.cell_in_columns(2, 0).low.x);
    CHECK(u.cell_in_columns(2, 0).high.x <= canvas.high.x);
    CHECK(u.cell_in_columns(0, 0).width() < u.cell_in_columns(1, 0).width());
    CHECK(u.cell_in_columns(1, 0).width() < u.cell_in_columns(2, 0).width());
}

TEST_CASE("TableToBytes: at 2 each value lies at its address in the chunk", "[panels][table_to_bytes]") {
    const Scene s;
    const TableToBytes u = s.table_to_bytes(s.archetype().chunk(0).rows);
    const ecs::Chunk& block = s.archetype().chunk(0);
    for (std::size_t column = 1; column < 3; ++column) {
        const ecs::ComponentId component =
            s.archetype().components()[static_cast<std::size_t>(u.columns_shown()[column])];
        const std::uint32_t size = s.world.types()[component].size;
        for (std::uint32_t row = 0; row < block.rows; ++row) {
            const auto* value = static_cast<const std::byte*>(s.world.get(block.entities()[row], component));
            std::uint32_t at = static_cast<std::uint32_t>(value - block.at(0)), bytes = 0;
            u.each_part(column, row, 2, [&](const Area& area, ByteRange part) {
                CHECK(part.begin == at);
                const ImVec2 middle{area.low.x + u.grid().byte_px / 2, area.middle().y};
                CHECK(u.grid().byte_at(middle) == at);
                CHECK(area.width() == Approx(static_cast<float>(part.end - part.begin) * u.grid().byte_px));
                at = part.end;
                bytes += part.end - part.begin;
            });
            CHECK(bytes == size);
        }
    }
}

TEST_CASE("TableToBytes: places depend on t alone, without a jump, and stay on the canvas",
          "[panels][table_to_bytes]") {
    const Scene s;
    const TableToBytes u = s.table_to_bytes(12);
    const auto parts = [&](float t) {
        std::vector<Area> areas;
        for (std::size_t column = 0; column < 3; ++column)
            for (std::uint32_t row = 0; row < 12; ++row)
                u.each_part(column, row, t, [&](const Area& area, ByteRange) { areas.push_back(area); });
        return areas;
    };
    std::vector<Area> before = parts(0);
    for (int i = 1; i <= 200; ++i) {
        const std::vector<Area> now = parts(static_cast<float>(i) / 100);
        REQUIRE(now.size() == before.size());
        for (std::size_t k = 0; k < now.size(); ++k) {
            REQUIRE(std::abs(now[k].low.x - before[k].low.x) < 15);
            REQUIRE(std::abs(now[k].high.y - before[k].high.y) < 15);
            REQUIRE(now[k].low.x >= canvas.low.x - 0.1f);
            REQUIRE(now[k].high.x <= canvas.high.x + 0.1f);
            REQUIRE(now[k].high.y <= canvas.high.y + 0.1f);
        }
        before = now;
    }
    // On the way back each moment looks as it did on the way there.
    const std::vector<Area> first = parts(0.7f);
    parts(1.9f);
    const std::vector<Area> again = parts(0.7f);
    for (std::size_t k = 0; k < first.size(); ++k) REQUIRE(same(first[k], again[k]));
}

TEST_CASE("TableToBytes: a place leads to the value that is drawn there", "[panels][table_to_bytes]") {
    const Scene s;
    const TableToBytes u = s.table_to_bytes(10);
    for (const float t : {0.0f, 1.0f, 2.0f}) {
        u.each_part(2, 7, t, [&](const Area& area, ByteRange) {
            const auto place = u.value_at(area.middle(), t);
            REQUIRE(place);
            CHECK(place->column == 2);
            CHECK(place->row == 7);
        });
    }
    CHECK_FALSE(u.value_at({canvas.low.x - 5, canvas.low.y}, 0));
}

namespace {

struct PanelScene {
    Harness harness{{1100, 420}};
    panels::ChunksPanel panel;
    ecs::Entity last;
    PanelScene() {
        add_types(harness.world);
        for (int i = 0; i < 400; ++i) last = harness.world.create(Position{static_cast<float>(i), 0, 0}, Wide{}, Tag{});
        harness.add(panel);
        harness.selection.select_chunk(harness.world.archetype_of(last).id(), 0);
        harness.frames(2);
        harness.click_text("How it is stored");
    }
    float t() const { return panel.view().table_to_bytes().t(); }
    void wait() {
        for (int i = 0; i < 400 && panel.view().table_to_bytes().moving(); ++i) harness.frame();
    }
};

}  // namespace

TEST_CASE("From table to bytes: starts paused with a sentence, steps both ways", "[panels][table_to_bytes]") {
    PanelScene s;
    s.harness.frames(30);
    CHECK(s.t() == 0);
    CHECK(s.harness.says("A table: a row is an entity, a column a component"));
    CHECK(s.harness.says("3.00, 0.00, 0.00"));
    s.harness.hover_text("Step back");
    CHECK(s.harness.says("This is the table, where it starts"));

    s.harness.click_text("Step on");
    s.harness.frames(10);
    CHECK(s.t() > 0);
    CHECK(s.t() < 1);
    CHECK_FALSE(s.harness.says("3.00, 0.00, 0.00"));  // no words on what moves
    s.wait();
    CHECK(s.t() == 1);
    s.harness.click_text("Step on");
    s.wait();
    CHECK(s.t() == 2);
    CHECK(s.harness.says("Bytes: each line is 64 of them"));
    s.harness.click_text("Step back");
    s.wait();
    CHECK(s.t() == 1);
    s.harness.click_text("Step back");
    s.wait();
    CHECK(s.t() == 0);
}

TEST_CASE("From table to bytes: plays to the end and back, can be paused and scrubbed", "[panels][table_to_bytes]") {
    PanelScene s;
    s.harness.click_text("Play");
    s.harness.frames(30);
    s.harness.click_text("Pause");
    const float paused = s.t();
    s.harness.frames(30);
    CHECK(s.t() == paused);
    CHECK(paused > 0);
    s.harness.click_text("Play");
    s.wait();
    CHECK(s.t() == 2);
    s.harness.click_text("Play");
    s.wait();
    CHECK(s.t() == 0);

    DrawnText slider;  // what stands behind it says where it is
    for (const DrawnText& text : s.harness.texts())
        if (text.text == "table") slider = text;
    INFO(s.harness.screen());
    REQUIRE(!slider.text.empty());
    s.harness.drag({slider.middle().x - 60, slider.middle().y}, {slider.middle().x + 100, slider.middle().y});
    CHECK(s.t() == Approx(2));
    CHECK(s.harness.performed.empty());
}

TEST_CASE("From table to bytes: moves at once where motion is not wanted", "[panels][table_to_bytes]") {
    PanelScene s;
    s.harness.style.reduce_motion = true;
    s.harness.click_text("Step on");
    CHECK(s.t() == 1);
}

TEST_CASE("From table to bytes: all rows of the chunk, or as many as can be read", "[panels][table_to_bytes]") {
    PanelScene s;
    const std::uint32_t rows = s.harness.world.archetype_of(s.last).chunk(0).rows;
    CHECK(s.panel.view().table_to_bytes().rows_drawn() < 25);
    s.harness.click_text("All rows");
    CHECK(s.panel.view().table_to_bytes().rows_drawn() == rows);
    s.harness.click_text("First rows");
    CHECK(s.panel.view().table_to_bytes().rows_drawn() < 25);
}

}  // namespace table_to_bytes_test
