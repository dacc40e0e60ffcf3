#include "panels/lab/lab_table.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/lab_scenes.hpp"

namespace lab_table_test {

using namespace ecs::lab;
using panels::LinesInView;

namespace {

struct Lab {
    Harness harness{{1000, 560}};
    panels::LabState state;
    panels::LabTable table;

    explicit Lab(std::uint64_t count, StorageKind kind = StorageKind::Chunks, std::size_t steps = 3,
                 Mode mode = Mode::Repaired) {
        state.kind = kind;
        run(state, movers(count), mode, steps);
        harness.add([this](const panels::Context& context) { table.show(context, state); });
        harness.frames(3);
    }
    void wait() {
        for (int i = 0; i < 400 && table.moving(); ++i) harness.frame();
        harness.frames(2);
    }
    void explode() {
        harness.style.reduce_motion = true;
        harness.click_text("Step on");
        harness.click_text("Step on");
        harness.frames(2);
        REQUIRE(table.t() == 2);
    }
};

}  // namespace

TEST_CASE("Lab table: rows are entities, columns components, and values stand field by field", "[panels][lab]") {
    for (const StorageKind kind : storage_kinds) {
        Lab lab(5, kind);
        INFO(name_of(kind) << "\n" << lab.harness.screen());
        CHECK(lab.harness.says("Position, 12 B"));
        CHECK(lab.harness.says("Health, 4 B"));
        CHECK(lab.harness.says("x 9, y 0, z 0"));        // #2: 7 + 2
        CHECK(lab.harness.says("1004"));                 // the health of #4
        CHECK_FALSE(lab.harness.says("1003"));           // #3 has none
        CHECK_FALSE(lab.harness.says("x 8, y 0, z 0"));  // #1 was destroyed
        CHECK(lab.harness.says("#1  destroyed"));
        CHECK(lab.harness.says("all 5 entities"));
        CHECK(lab.harness.says("exact"));
        CHECK(lab.table.place_of(2, 0));
        CHECK_FALSE(lab.table.place_of(3, 1));
    }
}

TEST_CASE("Lab table: steps from the table to the bytes and back, without words on what moves", "[panels][lab]") {
    Lab lab(5);
    CHECK(lab.table.t() == 0);
    lab.harness.click_text("Step on");
    lab.harness.frames(10);
    CHECK(lab.table.t() > 0);
    CHECK(lab.table.t() < 1);
    CHECK_FALSE(lab.harness.says("x 9, y 0, z 0"));
    lab.wait();
    CHECK(lab.table.t() == 1);
    lab.harness.click_text("Step on");
    lab.wait();
    CHECK(lab.table.t() == 2);
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("A row is a cache line of 64 bytes"));
    CHECK(lab.harness.says("all 5 entities, all "));
    lab.harness.click_text("Step back");
    lab.wait();
    lab.harness.click_text("Step back");
    lab.wait();
    CHECK(lab.table.t() == 0);
    CHECK(lab.harness.says("x 9, y 0, z 0"));
}

TEST_CASE("Lab table: where motion is not wanted, it jumps", "[panels][lab]") {
    Lab lab(5);
    lab.explode();
    CHECK_FALSE(lab.table.moving());
}

TEST_CASE("Lab table: at the bytes each value is drawn at its address, in every storage", "[panels][lab]") {
    for (const StorageKind kind : storage_kinds) {
        Lab lab(6, kind);
        lab.explode();
        CAPTURE(name_of(kind));
        const auto& runs = *lab.state.runs();
        const std::vector<Span> spans = spans_of(runs.run(kind).storage());
        const ValueTable& table = lab.table.table();
        std::size_t drawn = 0;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            for (std::size_t column = 0; column < 2; ++column) {
                const std::uint64_t entity = table.rows[row].entity;
                const auto place = lab.table.place_of(entity, column);
                REQUIRE(place.has_value() == (table.cell(row, column) != ValueTable::no_span));
                if (!place) continue;
                ++drawn;
                // Pointing there tells the address of that value.
                lab.harness.hover(*place);
                lab.harness.frames(2);
                char address[32];
                std::snprintf(address, sizeof address, "0x%llX",
                              static_cast<unsigned long long>(spans[table.cell(row, column)].at));
                CHECK(lab.harness.says(address));
                CHECK(lab.harness.says("of #" + std::to_string(entity)));
            }
        }
        CHECK(drawn == 5 + 3);  // positions of five that live, health of #0, #2 and #4
    }
}

TEST_CASE("Lab table: a click on a value or a name selects the entity in the table and in the bytes", "[panels][lab]") {
    Lab lab(6);
    lab.harness.click(*lab.table.place_of(4, 0));
    CHECK(lab.state.selection.entity == 4u);
    lab.harness.click_text("#2");
    CHECK(lab.state.selection.entity == 2u);
    lab.explode();
    lab.harness.click(*lab.table.place_of(5, 0));
    CHECK(lab.state.selection.entity == 5u);
    CHECK(lab.harness.performed.empty());
}

TEST_CASE("Lab table: of ten thousand rows those that fit are shown, and the selected one comes into view",
          "[panels][lab]") {
    Lab lab(10'000);
    INFO(lab.harness.screen());
    CHECK(lab.table.rows_drawn() > 10);
    CHECK(lab.table.rows_drawn() < 40);
    CHECK(lab.harness.says("of 10,000"));
    lab.state.selection.entity = 7'777;
    lab.harness.frames(2);
    const std::size_t row = *lab.table.table().row_of(7'777);
    CHECK(lab.table.first_row() < row);
    CHECK(lab.table.first_row() + lab.table.rows_drawn() > row);
    CHECK(lab.table.place_of(7'777, 0));
    lab.harness.move_to(*lab.table.place_of(7'777, 0));
    const std::size_t before = lab.table.first_row();
    lab.harness.wheel(-2);
    lab.harness.frames(2);
    CHECK(lab.table.first_row() == before + 6);
    lab.harness.wheel(1);
    lab.harness.frames(2);
    CHECK(lab.table.first_row() == before + 3);
}

TEST_CASE("Lab table: rows stand as memory has them, or it is said which column does not", "[panels][lab]") {
    // #1 goes, and the last of those without health fills its place.
    Lab block(6, StorageKind::ArchetypeBlock);
    INFO(block.harness.screen());
    std::vector<std::uint64_t> order;
    for (const ValueTable::Row& row : block.table.table().rows) order.push_back(row.entity);
    CHECK(order == std::vector<std::uint64_t>{5, 3, 0, 2, 4, 1});  // those without health lie in the block before
    CHECK(block.harness.says("A row is an entity, in memory's order"));
    CHECK(block.harness.need("#5").low.y < block.harness.need("#3").low.y);
    // In 003 each component has a list of its own, and #4's health moved into a hole.
    Scenario scenario = movers(6);
    scenario.steps.push_back({TypeStep{OperationKind::Remove, {0, 1, 1}, 1}, "remove Health of #0", 0});
    Lab packed(6, StorageKind::PackedVector);
    run(packed.state, std::move(scenario), Mode::Repaired, 4);
    packed.harness.frames(3);
    INFO(packed.harness.screen());
    CHECK(packed.harness.says("of Health it is another"));
    CHECK(packed.harness.says("Health, 4 B, other order"));
}

TEST_CASE("Lab table: nothing is computed again while nothing changes", "[panels][lab]") {
    Lab lab(10'000);
    lab.explode();
    const std::size_t tables = lab.table.tables_made(), lines = lab.table.lines_made();
    CHECK(tables == 1);
    const std::size_t vertices = lab.harness.vertex_count();
    CHECK(vertices < 60'000);
    lab.harness.frames(20);
    lab.state.selection.entity = lab.table.table().rows[lab.table.first_row()].entity;
    lab.harness.frames(5);
    CHECK(lab.table.tables_made() == tables);
    CHECK(lab.table.lines_made() == lines);
    lab.state.kind = StorageKind::HashIndex;
    lab.harness.frames(3);
    CHECK(lab.table.tables_made() == tables + 1);
}

TEST_CASE("Lab table: stale handles, holes and values that nobody finds are told", "[panels][lab]") {
    Lab faithful(5, StorageKind::ArchetypeBlock, 3, Mode::Faithful);
    INFO(faithful.harness.screen());
    CHECK(faithful.harness.says("stale handle"));
    Lab holes(5, StorageKind::HashIndex);
    INFO(holes.harness.screen());
    CHECK(holes.harness.says("In no row: Position 1 hole"));
}

TEST_CASE("Lab table: before the first step there is a sentence", "[panels][lab]") {
    Lab lab(5, StorageKind::Chunks, 0);
    CHECK(lab.harness.says("There are no entities yet"));
}

TEST_CASE("LinesInView: all of the heap where it fits, else the blocks, else the lines of the values",
          "[panels][lab]") {
    Arena arena;
    arena.allocate(64 * 10, "index");
    const Address values = arena.allocate(64 * 4, "values");
    const std::vector<Span> wanted{{values + 60, 8, Role::Payload, 0, 0, 1}};
    const LinesInView all = panels::lines_in_view(arena, wanted, 14);
    CHECK(all.extent == LinesInView::Extent::Heap);
    CHECK(all.lines.size() == 14);
    const LinesInView blocks = panels::lines_in_view(arena, wanted, 13);
    CHECK(blocks.extent == LinesInView::Extent::Blocks);
    CHECK(blocks.lines.size() == 4);
    CHECK(blocks.all == 14);
    CHECK(blocks.position_of(values + 65) == 65u);
    CHECK_FALSE(blocks.position_of(values - 1));
    const LinesInView lines = panels::lines_in_view(arena, wanted, 1);
    CHECK(lines.extent == LinesInView::Extent::Values);
    CHECK(lines.lines == std::vector<Address>{values, values + 64});
}

}  // namespace lab_table_test
