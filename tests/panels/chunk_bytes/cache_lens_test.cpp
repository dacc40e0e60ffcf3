#include "panels/chunk_bytes/cache_lens.hpp"

#include <cmath>

#include "catch.hpp"
#include "panels/chunks/chunks_panel.hpp"
#include "panels/support/export_support.hpp"
#include "panels/support/headless.hpp"

namespace cache_lens_test {

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
};
struct Mixed {
    std::uint8_t kind = 3;
    double weight = 0.5;
};

struct Scene {
    Harness harness{{1200, 460}};
    panels::ChunksPanel panel;
    std::vector<ecs::Entity> entities;

    explicit Scene(std::size_t count = 1000, bool systems = true) {
        ecs::World& world = harness.world;
        world.types().add<Position>("Position").field("x", &Position::x);
        world.types().add<Velocity>("Velocity").field("x", &Velocity::x);
        world.types().add<Mixed>("Mixed").field("kind", &Mixed::kind).field("weight", &Mixed::weight);
        for (std::size_t i = 0; i < count; ++i) entities.push_back(world.create(Position{}, Velocity{}, Mixed{}));
        if (systems) {
            add("Weigh", ecs::access<const Mixed>(world));
            add("Move", ecs::access<Position, const Velocity>(world));
        }
        harness.add(panel);
        harness.selection.select_chunk(archetype().id(), 0);
        harness.frames(2);
        harness.click_text("Cache lines");
        harness.frames(2);
    }
    void add(const char* name, std::vector<ecs::SystemAccess> accesses) {
        ecs::SystemDescription description;
        description.name = name;
        description.accesses = std::move(accesses);
        REQUIRE(harness.schedule.add(std::move(description)));
    }
    const ecs::Archetype& archetype() const { return harness.world.archetype_of(entities.front()); }
    const panels::CacheLens& lens() const { return panel.view().lens(); }
    void choose(const char* name) {
        harness.click_text(lens().system());
        harness.frames(2);
        harness.click_text(name);
        harness.move_to({5, 5});
        harness.frames(3);
    }
};

}  // namespace

TEST_CASE("Cache-line lens: lights the lines that the chosen system touches, reads and writes apart",
          "[panels][cache_lens]") {
    Scene s;
    CHECK(s.lens().system() == "Weigh");
    s.choose("Move");
    CHECK(s.lens().system() == "Move");
    const auto& accesses = s.harness.schedule.find("Move")->description.accesses;
    const ecs::ChunkUse use = ecs::cache_lines_of(s.archetype(), {0, s.archetype().chunk(0).rows}, accesses);
    const auto lights = s.lens().lights();
    REQUIRE(lights.size() == 256);
    bool both = false;
    for (std::size_t line = 0; line < lights.size(); ++line) {
        CHECK(lights[line].read == (use.lines[line].read_bytes > 0));
        CHECK(lights[line].written == (use.lines[line].written_bytes > 0));
        both = both || lights[line].read != lights[line].written;
    }
    CHECK(both);
    CHECK(s.harness.says("useful bytes " + panels::format_percent(use.counts.useful_share())));
    CHECK(s.harness.says(std::to_string(use.written_lines) + " written"));
    CHECK(s.harness.says("writes Position"));
    CHECK(s.harness.says("reads Velocity"));
    CHECK(s.harness.says("simulated"));
}

TEST_CASE("Cache-line lens: time is measured and stands apart, once there is one", "[panels][cache_lens]") {
    Scene s;
    CHECK_FALSE(s.harness.says("measured"));
    CHECK(s.harness.says("It has not run yet"));
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    CHECK(s.harness.says("measured"));
    CHECK(s.harness.says("last run"));
}

TEST_CASE("Cache-line lens: switching systems costs the same in a world of 100,000", "[panels][cache_lens]") {
    const auto cost = [](std::size_t count) {
        Scene s(count);
        const std::uint64_t before = s.lens().chunks_examined();
        s.choose("Move");
        s.choose("Weigh");
        s.harness.frames(30);
        return s.lens().chunks_examined() - before;
    };
    const std::uint64_t few = cost(1'000);
    CHECK(few == cost(100'000));
    CHECK(few <= 2 * 3);  // the chunk in view and two of the archetype, for each of two systems
}

TEST_CASE("Cache-line lens: pointing at a line says how much of it is used", "[panels][cache_lens]") {
    Scene s;
    const panels::BlockGrid& grid = s.panel.view().grid();
    const std::uint32_t byte =
        panels::cell_bytes(s.archetype(), s.archetype().column_of(s.harness.world.id<Mixed>()), 5).begin;
    const ImVec2 low = grid.place_of(byte);
    s.harness.hover({std::floor(low.x + grid.byte_px / 2), std::floor(low.y + grid.line_px / 2)});
    s.harness.frames(2);
    const std::size_t line = byte / 64;
    CHECK(s.harness.says("Line " + std::to_string(line) + ": " +
                         std::to_string(s.lens().chunk_use().lines[line].read_bytes) + " B read, 0 B written"));
}

TEST_CASE("Cache-line lens: says when an archetype lacks what the system declares, and when there is no system",
          "[panels][cache_lens]") {
    SECTION("an archetype without Velocity") {
        Scene s;
        const ecs::Entity other = s.harness.world.create(Position{});
        s.choose("Move");
        s.harness.selection.select_chunk(s.harness.world.archetype_of(other).id(), 0);
        s.harness.frames(3);
        CHECK(s.harness.says("This archetype lacks components that Move"));
    }
    SECTION("no systems") {
        Scene s(100, false);
        CHECK(s.harness.says("No systems"));
        CHECK(s.lens().lights().empty());
    }
}

TEST_CASE("Cache lens: its lines can be exported, of the system that is chosen", "[panels][cache_lens]") {
    Scene scene;
    scene.choose("Move");
    const auto asked = export_by_mouse(scene.harness, "Cache lines that the system touches", 1);
    REQUIRE(asked);
    CHECK(asked->figure.kind == figures::FigureKind::Lines);
    CHECK(asked->figure.system == "Move");
    CHECK(asked->figure.archetype == scene.archetype().id());
    CHECK(figures::why_not({scene.harness.world, &scene.harness.schedule}, asked->figure).empty());
}

}  // namespace cache_lens_test
