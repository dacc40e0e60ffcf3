#include "panels/archetypes_panel.hpp"

#include "catch.hpp"
#include "headless.hpp"

using panels::ArchetypesPanel;

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};
struct Frozen {};

/// 300 entities that move, 20 that stand, 3 that are frozen; in a panel as wide as the bottom of the window.
struct Scene {
    Harness harness{{1100, 300}};
    ArchetypesPanel panel;
    ecs::World& world = harness.world;
    ecs::Entity moving, standing, frozen;

    explicit Scene(int movers = 300) {
        world.types().add<Position>("game::Position", "Where it is").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Velocity>("game::Velocity").field("x", &Velocity::x).field("y", &Velocity::y);
        world.types().add<Frozen>("game::Frozen");
        for (int i = 0; i < movers; ++i) moving = world.create(Position{}, Velocity{});
        for (int i = 0; i < 20; ++i) standing = world.create(Position{});
        for (int i = 0; i < 3; ++i) frozen = world.create(Position{}, Frozen{});
        harness.add(panel);
        harness.frames(3);
    }
    const ecs::Archetype& movers() const { return harness.world.archetype_of(moving); }
    float y_of(std::string_view text) const { return harness.need(text).middle().y; }
};

}  // namespace

TEST_CASE("Archetypes: a row says what the storage says", "[panels][archetypes]") {
    Scene s;
    const ecs::Archetype& archetype = s.movers();
    INFO(s.harness.screen());
    CHECK(s.harness.says("300"));
    CHECK(s.harness.says(panels::format_count(archetype.full_capacity())));
    CHECK(s.harness.says(panels::format_bytes(archetype.bytes())));
    CHECK(s.harness.says(panels::format_bytes(archetype.bytes() - archetype.used_bytes())));
    CHECK(s.harness.says("All 4 archetypes"));
    CHECK(s.harness.says("323"));
}

TEST_CASE("Archetypes: the largest stand first, and a click on a header sorts otherwise", "[panels][archetypes]") {
    Scene s;
    CHECK(s.y_of("300") < s.y_of("Frozen"));
    s.harness.click_text("Entities");
    CHECK(s.y_of("300") > s.y_of("Frozen"));
    s.harness.click_text("Entities");
    CHECK(s.y_of("300") < s.y_of("Frozen"));
    // The first click on a column of numbers puts the highest on top.
    s.harness.click_text("B/entity");
    const auto& order = s.panel.table().order();
    CHECK(panels::facts_of(s.world.archetype(order[0])).bytes_per_entity() >=
          panels::facts_of(s.world.archetype(order[1])).bytes_per_entity());
}

TEST_CASE("Archetypes: a click selects, and shows the entities, of which a click selects one", "[panels][archetypes]") {
    Scene s;
    CHECK(s.harness.says("No archetype selected"));
    s.harness.click({s.harness.need("Frozen").middle()});
    CHECK(s.harness.selection.archetype() == s.world.archetype_of(s.frozen).id());
    CHECK(s.harness.says("3 entities of"));

    s.harness.click_text(ecs::to_string(s.frozen));
    CHECK(s.harness.selection.entity() == s.frozen);
    CHECK(s.harness.says("3 entities of"));
}

TEST_CASE("Archetypes: tags lead the name of an archetype, because they tell it apart", "[panels][archetypes]") {
    Scene s;
    // "Position Velocity" stands in the first row, "Frozen Position" in the last: both names begin at the same place.
    CHECK(s.harness.need("Frozen").low.x == s.harness.need("Position").low.x);
}

TEST_CASE("Archetypes: it follows the selected entity", "[panels][archetypes]") {
    Scene s;
    s.harness.selection.select(s.standing);
    s.harness.frames(2);
    CHECK(s.harness.says("20 entities of"));
    s.world.add(s.standing, s.world.id<Velocity>());
    s.harness.frames(2);
    CHECK(s.harness.says("301 entities of"));
    s.world.destroy(s.standing);
    s.harness.frames(2);
    CHECK(s.harness.says("No archetype selected"));
}

TEST_CASE("Archetypes: the list of entities scrolls to the one selected elsewhere", "[panels][archetypes]") {
    Scene s;
    s.harness.selection.select(s.moving);
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says(ecs::to_string(s.moving)));
}

TEST_CASE("Archetypes: the filter narrows, and what is hidden can be shown", "[panels][archetypes]") {
    Scene s;
    s.harness.click_text("Filter by component");
    s.harness.type("veloc");
    CHECK(s.harness.says("3 hidden by the filter"));
    CHECK(s.panel.table().order().size() == 1);
    s.harness.click_text("show");
    CHECK(s.panel.table().order().size() == 4);

    s.harness.click({s.harness.need("Hide empty").low.x - 12, s.harness.need("Hide empty").middle().y});
    INFO(s.harness.screen());
    CHECK(s.panel.table().order().size() == 3);
    CHECK(s.harness.says("1 hidden"));
    CHECK(s.panel.save_settings() == "hide_empty");
    s.harness.click_text("show");
    CHECK(s.panel.table().order().size() == 4);
}

TEST_CASE("Archetypes: a double click opens the chunks", "[panels][archetypes]") {
    Scene s;
    s.harness.double_click_text("Frozen");
    REQUIRE_FALSE(s.harness.performed.empty());
    const auto* show = std::get_if<panels::ShowPanelRequest>(&s.harness.performed.back());
    REQUIRE(show);
    CHECK(show->title == "Chunks");
}

TEST_CASE("Archetypes: terms are explained where they stand", "[panels][archetypes]") {
    Scene s;
    s.harness.hover_text("Waste");
    CHECK(s.harness.says("padding"));
    s.harness.hover_text("Archetype");
    CHECK(s.harness.says("all entities with"));
}

TEST_CASE("Archetypes: an empty world says what would stand here", "[panels][archetypes]") {
    Harness harness({900, 300});
    ArchetypesPanel panel;
    harness.add(panel);
    harness.frames(2);
    INFO(harness.screen());
    const bool says_so = harness.says("No archetypes yet") || harness.says("All 1 archetype");
    CHECK(says_so);
}

TEST_CASE("Archetypes: what is drawn does not grow with the world", "[panels][archetypes]") {
    const auto vertices_of = [](int movers) {
        Scene s(movers);
        s.harness.selection.select_archetype(s.movers().id());
        s.harness.frames(3);
        return s.harness.vertex_count();
    };
    CHECK(vertices_of(100'000) < vertices_of(1'000) * 5 / 4);
}
