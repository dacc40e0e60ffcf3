#include "panels/archetypes/archetypes_panel.hpp"

#include "catch.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/support/headless.hpp"

namespace archetypes_panel_test {

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
    CHECK(s.harness.says("All 4 archetypes, 1 empty"));
    CHECK(s.harness.says("323"));
    s.world.add(s.standing, Frozen{});
    for (const ecs::Entity entity :
         std::vector(archetype.chunk(0).entities().begin(), archetype.chunk(0).entities().end()))
        s.world.destroy(entity);
    s.harness.frames(3);
    CHECK(s.harness.says("All 4 archetypes, 2 empty"));
    s.world.create(Position{}, Velocity{});
    s.harness.frames(3);
    CHECK(s.harness.says("All 4 archetypes, 1 empty"));
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

    s.harness.click_text(figures::short_id(s.frozen));
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
    CHECK(s.harness.says(figures::short_id(s.moving)));
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
    CHECK(show->id == "chunks");
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

TEST_CASE("Archetypes: with little room the list goes first, then columns, and nothing is cut",
          "[panels][archetypes]") {
    struct Case {
        float width, height;
        bool list, per_entity, capacity;
    };
    const Case cases[] = {{1000, 230, true, true, true},
                          {800, 230, false, true, true},
                          {700, 230, false, false, true},
                          {620, 230, false, false, false},
                          {620, 400, true, false, false}};
    for (const float scale : {1.0f, 1.5f, 2.0f}) {
        for (const Case& one : cases) {
            Harness harness({one.width * scale, one.height * scale});
            ArchetypesPanel panel;
            harness.style.scale = scale;
            panels::apply_style(harness.style, ImGui::GetStyle());
            harness.world.types().add<Position>("game::Position").field("x", &Position::x);
            const ecs::Entity entity = harness.world.create(Position{});
            harness.selection.select(entity);
            harness.add(panel);
            harness.frames(3);
            INFO(one.width << " x " << one.height << " at scale " << scale << "\n" << harness.screen());
            CHECK(harness.says("1 entity of") == one.list);
            CHECK(harness.says("B/entity") == one.per_entity);
            CHECK(harness.says("Full chunk") == one.capacity);
            CHECK(harness.says("Bytes"));
            // What has no column any more stands in the tooltip.
            harness.hover_text("Position");
            CHECK(harness.says("a full-size chunk holds"));
        }
    }
}

TEST_CASE("Archetypes: the sum of bytes is what the allocator has given out, in every frame", "[panels][archetypes]") {
    Scene s;
    for (int i = 0; i < 40; ++i) {
        for (int k = 0; k < 37; ++k) s.world.create(Position{}, Velocity{});
        if (i % 3 == 0) s.world.destroy(s.world.archetype_of(s.moving).chunk(0).entities()[1]);
        s.harness.frame();
        CHECK(s.panel.table().totals().bytes == s.world.blocks().bytes_in_use());
        CHECK(s.panel.table().totals().entities == s.world.entity_count());
    }
    s.harness.hover_text("All 4 archetypes");
    CHECK(s.harness.says("The allocator has given out"));
    CHECK(s.harness.says("exact"));
}

TEST_CASE("Archetypes: one without entities is marked as empty", "[panels][archetypes]") {
    Scene s;
    CHECK(s.harness.says("empty"));  // that of no components
    s.world.destroy(s.frozen);
    s.harness.frames(2);
    const std::size_t before = [&] {
        std::size_t count = 0;
        while (s.harness.find("empty", count)) ++count;
        return count;
    }();
    std::vector<ecs::Entity> last(s.world.archetype_of(s.standing).chunk(0).entities().begin(),
                                  s.world.archetype_of(s.standing).chunk(0).entities().end());
    for (const ecs::Entity entity : last) s.world.destroy(entity);
    s.harness.frames(2);
    CHECK(s.harness.find("empty", before).has_value());
}

TEST_CASE("Archetypes: the treemap shows each archetype by its bytes, and a click selects", "[panels][archetypes]") {
    Scene s;
    s.harness.click_text("Treemap");
    s.harness.frames(2);
    std::size_t with_bytes = 0;
    for (ecs::ArchetypeId id = 0; id < s.world.archetype_count(); ++id)
        with_bytes += s.world.archetype(id).bytes() > 0 ? 1 : 0;
    REQUIRE(s.panel.treemap().tiles().size() == with_bytes);
    const panels::TreemapTile first = s.panel.treemap().tiles().front();
    CHECK(first.id == s.movers().id());
    s.harness.hover(first.area.middle());
    s.harness.frames(2);
    CHECK(s.harness.says("of it waste"));
    s.harness.click(first.area.middle());
    CHECK(s.harness.selection.archetype() == s.movers().id());
    CHECK(s.panel.save_settings() == "treemap");

    ArchetypesPanel other;
    other.load_settings("hide_empty treemap");
    CHECK(other.view() == ArchetypesPanel::View::Treemap);
    CHECK(other.table().hide_empty());
    CHECK(other.save_settings() == "hide_empty treemap");
}

TEST_CASE("Archetypes: the history of a number names the tick and what held in it", "[panels][archetypes]") {
    Scene s;
    const ecs::ArchetypeId id = s.movers().id();
    for (std::uint64_t tick = 1; tick <= 50; ++tick) {
        s.world.set_tick(tick);
        s.world.create(Position{}, Velocity{});
        s.harness.frame();
    }
    CHECK(s.panel.recorder().each().at(id, 10)->facts.entities == 310);
    CHECK(s.panel.recorder().each().at(id, 50)->facts.entities == 350);
    CHECK(s.panel.recorder().sums().at(0, 25)->facts.entities == 348);
    s.harness.click_text("History");
    s.harness.frames(2);
    // Below the number of the largest archetype, at the right end: now.
    const DrawnText number = s.harness.need("350");
    s.harness.hover({number.high.x - 1, number.high.y + 10});
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Tick 50: 350"));
    CHECK(s.harness.says("Between 300 and 350"));
}

TEST_CASE("Archetypes: a recorder that is lent knows what was before the panel was shown", "[panels][archetypes]") {
    panels::ArchetypeRecorder recorder;
    Scene s;
    s.harness.lend(&panels::Context::archetypes, &recorder);
    for (std::uint64_t tick = 1; tick <= 50; ++tick) {  // and no frame is drawn
        s.world.set_tick(tick);
        s.world.create(Position{}, Velocity{});
        recorder.sample(s.world);
    }
    s.harness.click_text("History");
    s.harness.frames(2);
    REQUIRE(&s.panel.recorder() == &recorder);
    const DrawnText number = s.harness.need("350");
    s.harness.hover({number.high.x - 1, number.high.y + 10});
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Tick 50: 350"));
    CHECK(s.harness.says("Between 301 and 350"));
    CHECK_FALSE(s.harness.says("Hatched"));
}

TEST_CASE("Archetypes: the histogram counts every chunk of what is listed", "[panels][archetypes]") {
    Scene s(5'000);
    s.harness.click_text("Occupancy");
    s.harness.frames(2);
    std::uint64_t chunks = 0, rows = 0;
    for (const panels::OccupancyBin& bin : s.panel.occupancy().occupancy().bins) {
        chunks += bin.chunks;
        rows += bin.rows;
    }
    CHECK(chunks == s.panel.table().totals().chunks);
    CHECK(rows == s.world.entity_count());
    CHECK(s.harness.says("full"));
}

TEST_CASE("Archetypes: in a narrow panel whole columns go, and no number is cut off", "[panels][archetypes]") {
    Harness narrow{{460, 300}};
    narrow.world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
    ecs::Entity last;
    for (int i = 0; i < 3000; ++i) last = narrow.world.create(Position{});
    ArchetypesPanel panel;
    narrow.add(panel);
    narrow.frames(4);
    INFO(narrow.screen());
    const std::string bytes = panels::format_bytes(narrow.world.archetype_of(last).bytes());
    REQUIRE(narrow.says("Bytes"));
    CHECK(narrow.need("Bytes").high.x <= 460);
    REQUIRE(narrow.says(bytes));
    CHECK(narrow.need(bytes).high.x <= 460);
    CHECK_FALSE(narrow.says("Full chunk"));
}

}  // namespace archetypes_panel_test
