#include "panels/memory/layout_panel.hpp"

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "panels/support/export_support.hpp"
#include "panels/support/headless.hpp"

namespace layout_panel_test {

using panels::LayoutPanel;

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
};
struct Health {
    int hp = 0;
};
struct Fat {
    bool on = false;
    double heat = 0;
    bool seen = false;
    float cold[20] = {};
};

struct Scene {
    Harness harness{{1000, 420}};
    LayoutPanel panel;
    ecs::World& world = harness.world;
    ecs::Entity mover;

    Scene() {
        world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Velocity>("Velocity").field("x", &Velocity::x);
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types()
            .add<Fat>("Fat")
            .field("on", &Fat::on)
            .field("heat", &Fat::heat)
            .field("seen", &Fat::seen)
            .field("cold", &Fat::cold);
        mover = world.create(Position{}, Velocity{}, Health{});
        for (int i = 0; i < 500; ++i) world.create(Fat{}, Position{});
        harness.selection.select(mover);
        harness.add(panel);
        harness.frames(3);
    }
};

}  // namespace

TEST_CASE("Layout: the calculator begins with the archetype in view, under four rules", "[panels][layout]") {
    Scene s;
    INFO(s.harness.screen());
    CHECK(s.panel.calculator().components().size() == 3);
    for (const char* capacity : {"452 rows", "455 rows", "448 rows", "128 rows"}) CHECK(s.harness.says(capacity));
    CHECK(s.harness.says("exact"));
    CHECK(s.harness.says("simulated"));
    CHECK(s.harness.says("453 rows: Health would end at byte"));
    CHECK(s.harness.says("The rule allows 128 rows at most; 448 would fit"));
}

TEST_CASE("Layout: components are added, left out and dragged to another place", "[panels][layout]") {
    Scene s;
    const ecs::ComponentId position = s.world.id<Position>(), velocity = s.world.id<Velocity>(),
                           health = s.world.id<Health>();
    using Ids = std::vector<ecs::ComponentId>;
    REQUIRE(s.panel.calculator().components() == Ids{position, velocity, health});
    s.harness.drag(s.harness.need("Health").middle(), s.harness.need("Position").middle());
    s.harness.frames(2);
    CHECK(s.panel.calculator().components() == Ids{health, position, velocity});
    CHECK(s.harness.says("Hypothetical"));

    s.harness.click_text("Add component");
    s.harness.frames(2);
    s.harness.click_text("Fat  104 B");
    s.harness.frames(2);
    CHECK(s.panel.calculator().components() == Ids{health, position, velocity, s.world.id<Fat>()});

    s.harness.click_text("Archetype in view");
    s.harness.frames(2);
    CHECK(s.panel.calculator().components() == Ids{position, velocity, health});
}

TEST_CASE("Layout: a split is measured in a clone, and the world stays as it is", "[panels][layout]") {
    Scene s;
    const std::uint64_t hash = ecs::state_hash(s.world), version = s.world.version();
    const std::size_t types = s.world.types().size();
    s.harness.click_text("Split and measure");
    s.harness.frames(2);
    INFO(s.harness.screen());
    // The component with the most bytes in the world comes first.
    REQUIRE(s.panel.measure().component() == s.world.id<Fat>());
    CHECK(s.harness.says("Nothing measured yet"));
    s.harness.click_text("Split by use");
    s.harness.click_text("Run");
    while (s.panel.measure().measuring()) s.harness.frames(1);
    s.harness.frames(2);
    INFO(s.harness.screen());
    const ecs::LayoutExperiment* experiment = s.panel.measure().experiment();
    REQUIRE(experiment);
    CHECK(experiment->runs_done() == ecs::LayoutExperiment::run_count);
    CHECK(experiment->before().value_bytes == sizeof(Fat));
    CHECK(experiment->after().value_bytes == 1 + 96);
    CHECK(s.harness.says(panels::format_count(experiment->after().lines)));
    CHECK(s.harness.says("15 of 15 runs"));
    CHECK(s.harness.says("measured"));
    CHECK((s.harness.says("No winner") || s.harness.says("Faster")));

    CHECK(ecs::state_hash(s.world) == hash);
    CHECK(s.world.version() == version);
    CHECK(s.world.types().size() == types);
    CHECK(s.harness.edit_labels().empty());
}

TEST_CASE("Layout: fields are reordered and put into parts", "[panels][layout]") {
    Scene s;
    s.harness.click_text("Split and measure");
    s.harness.frames(2);
    using Parts = std::vector<std::vector<std::uint32_t>>;
    CHECK(s.panel.measure().split().parts == Parts{{0, 1, 2, 3}});
    s.harness.click_text("Widest first");
    CHECK(s.panel.measure().split().parts == Parts{{1, 3, 0, 2}});
    CHECK(s.harness.says("A value takes 96 B, and 104 B as it is: 8 B less"));
    s.harness.click_text("Part 1", 1);
    CHECK(s.panel.measure().split().parts == Parts{{1, 0, 2}, {3}});
    s.harness.drag(s.harness.need("seen").middle(), s.harness.need("heat").middle());
    s.harness.frames(2);
    CHECK(s.panel.measure().split().parts == Parts{{2, 1, 0}, {3}});
    s.harness.click_text("As it is");
    CHECK(s.panel.measure().split().parts == Parts{{0, 1, 2, 3}});
}

TEST_CASE("Layout: which side was looked at is remembered", "[panels][layout]") {
    LayoutPanel panel;
    CHECK(panel.save_settings().empty());
    panel.load_settings("measure");
    CHECK(panel.save_settings() == "measure");
}

TEST_CASE("Layout: the calculator can be exported, with its components in their order", "[panels][layout]") {
    Scene s;
    s.harness.drag(s.harness.need("Health").middle(), s.harness.need("Position").middle());
    s.harness.frames(3);
    const auto asked = export_by_mouse(s.harness, "Rows a chunk, under each rule");
    REQUIRE(asked);
    CHECK(asked->figure.kind == figures::FigureKind::Layout);
    CHECK(asked->figure.components == s.panel.calculator().components());
    CHECK(asked->figure.components.front() == s.world.id<Health>());
}

TEST_CASE("Layout: a component that another one replaced is offered no more", "[panels][layout]") {
    Scene s;
    ecs::ComponentType type;
    type.name = "Wind";
    for (const char* name : {"x", "y"}) {
        type.fields.emplace_back().name = name;
        type.fields.back().kind = ecs::FieldKind::F32;
        type.fields.back().element_size = 4;
    }
    const ecs::ComponentId wind = *s.world.types().add_at_run_time(std::move(type));
    s.harness.click_text("Add component");
    s.harness.frames(2);
    s.harness.click_text("Wind  8 B");
    s.harness.frames(2);
    CHECK(s.panel.calculator().components().back() == wind);
    s.world.types().retire(wind);
    s.harness.frames(2);
    CHECK(s.panel.calculator().components().back() != wind);
    s.harness.click_text("Add component");
    s.harness.frames(2);
    CHECK(s.harness.says("Fat  104 B"));
    CHECK_FALSE(s.harness.says("Wind"));
    s.harness.key(panels::compat::Key::Escape);
    s.harness.click_text("Split and measure");
    s.harness.frames(2);
    s.harness.click_text("Fat");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Position"));
    CHECK_FALSE(s.harness.says("Wind"));
}

}  // namespace layout_panel_test
