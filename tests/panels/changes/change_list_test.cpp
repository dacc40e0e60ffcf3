#include "panels/changes/moves_panel.hpp"

#include <algorithm>
#include <string>

#include "catch.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "panels/support/headless.hpp"

namespace change_list_test {

using ecs::ChangeKind;
using panels::JournalRows;
using panels::MovesPanel;

namespace {

struct Position {
    float x = 0;
};
struct Velocity {
    float x = 0;
};

JournalRows::KindMask only(ChangeKind kind) { return 1u << static_cast<unsigned>(kind); }

struct Scene {
    Harness harness{{1200, 300}};
    MovesPanel panel;
    ecs::World& world = harness.world;
    ecs::Journal journal{100};

    Scene() {
        world.types().add<Position>("Position").field("x", &Position::x);
        world.types().add<Velocity>("Velocity").field("x", &Velocity::x);
        world.observe(&journal);
        harness.lend(&panels::Context::journal, &journal);
        harness.add(panel);
        harness.frames(2);
    }
    ~Scene() { world.observe(nullptr); }
};

/// Rows of a journal of 100 changes, without a window.
struct Rows {
    ecs::World world;
    ecs::Journal journal{100};
    JournalRows rows;
    Rows() {
        world.types().add<Position>("Position").field("x", &Position::x);
        world.types().add<Velocity>("Velocity").field("x", &Velocity::x);
        world.observe(&journal);
    }
    ~Rows() { world.observe(nullptr); }
    void update() {
        do rows.update(journal, world);
        while (rows.behind());
    }
    std::size_t brute_force(ChangeKind kind) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < journal.size(); ++i) count += journal[i].kind == kind ? 1 : 0;
        return count;
    }
};

}  // namespace

TEST_CASE("Journal rows: without a filter they are the journal", "[panels][journal]") {
    Rows r;
    for (int i = 0; i < 250; ++i) {
        r.world.create(Position{});
        r.update();
        REQUIRE(r.rows.size() == r.journal.size());
        CHECK(r.rows[r.rows.size() - 1].entity == r.journal[r.journal.size() - 1].entity);
        CHECK(r.rows[0].entity == r.journal[0].entity);
    }
}

TEST_CASE("Journal rows: a filter finds what looking at every change finds, also while old ones go",
          "[panels][journal]") {
    Rows r;
    r.rows.set_kinds(only(ChangeKind::Moved));
    for (int i = 0; i < 200; ++i) {
        const ecs::Entity entity = r.world.create(Position{});
        if (i % 3 == 0) r.world.add(entity, Velocity{});
        if (i % 7 == 0) r.world.destroy(entity);
        r.update();
        REQUIRE(r.rows.size() == r.brute_force(ChangeKind::Moved));
        for (std::size_t row = 0; row < r.rows.size(); ++row) REQUIRE(r.rows[row].kind == ChangeKind::Moved);
    }
    CHECK(r.journal.dropped() > 0);
    r.rows.set_kinds(JournalRows::all_kinds);
    r.update();
    CHECK(r.rows.size() == r.journal.size());
}

TEST_CASE("Journal rows: words are looked for in kind, entity, cause, component and archetype", "[panels][journal]") {
    Rows r;
    const ecs::CauseId cause = r.world.cause("Spawner");
    const ecs::Entity named = r.world.create(ecs::Name{"Player"});
    r.world.set_cause(cause);
    const ecs::Entity moved = r.world.create(Position{});
    r.world.set_cause(0);
    r.world.add(moved, Velocity{});
    const auto found = [&](const char* text) {
        r.rows.set_text(text);
        r.update();
        return r.rows.size();
    };
    CHECK(found("spawner") > 0);
    CHECK(found("player") == 1);
    CHECK(r.rows[0].entity == named);
    CHECK(found("moved velocity") == 1);
    CHECK(r.rows[0].entity == moved);
    CHECK(found(ecs::to_string(moved).c_str()) == 2);
    CHECK(found("created spawner") == 1);
    CHECK(found("nothing like this") == 0);
    // An id is that of one entity: 1v1 is no part of 11v1, but a name may have it.
    for (int i = 0; i < 12; ++i) r.world.create();
    REQUIRE(r.world.entity_at_slot(11).generation == 1);
    const std::string one = ecs::to_string(r.world.entity_at_slot(1));
    REQUIRE(found(one.c_str()) > 0);
    for (std::size_t row = 0; row < r.rows.size(); ++row) CHECK(ecs::to_string(r.rows[row].entity) == one);
    REQUIRE(found("#1") > 0);
    for (std::size_t row = 0; row < r.rows.size(); ++row) CHECK(r.rows[row].entity.index == 1);
    r.world.create(ecs::Name{"copy of 1v1"});
    const std::size_t before = found("");
    CHECK(found("copy 1v1") > 0);
    CHECK(before > found("1v1"));
    CHECK(found("") == r.journal.size());
}

TEST_CASE("Journal rows: held, they stay whatever happens", "[panels][journal]") {
    Rows r;
    for (int i = 0; i < 50; ++i) r.world.create();
    r.update();
    const std::size_t before = r.rows.size();
    const ecs::Entity first = r.rows[0].entity;
    r.rows.hold(r.journal);
    for (int i = 0; i < 500; ++i) r.world.create(Position{});
    r.update();
    CHECK(r.rows.size() == before);
    CHECK(r.rows[0].entity == first);
    r.rows.set_kinds(only(ChangeKind::ChunkMade));
    r.update();
    CHECK(r.rows.size() < before);
    CHECK(r.rows.size_unfiltered() == before);  // not what the journal has by now
    r.rows.set_kinds(JournalRows::all_kinds);
    r.rows.release();
    r.update();
    CHECK(r.rows.size() == r.journal.size());
}

TEST_CASE("Journal rows: a cleared journal is begun anew", "[panels][journal]") {
    Rows r;
    r.rows.set_kinds(only(ChangeKind::Created));
    for (int i = 0; i < 50; ++i) r.world.create();
    r.update();
    r.journal.clear();
    r.update();
    CHECK(r.rows.size() == 0);
    r.world.create();
    r.update();
    CHECK(r.rows.size() == 1);
}

TEST_CASE("Change list: a change says what, who, why and where", "[panels][journal]") {
    Scene s;
    const ecs::Entity hero = s.world.create(ecs::Name{"Hero"}, Position{});
    s.world.add(hero, Velocity{});
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Created"));
    CHECK(s.harness.says("Moved"));
    CHECK(s.harness.says("direct call"));
    CHECK(s.harness.says("Hero"));
    const ecs::StructuralChange& moved = s.journal[s.journal.size() - 1];
    REQUIRE(moved.kind == ChangeKind::Moved);
    CHECK(s.harness.says(std::to_string(moved.bytes_copied) + " B"));
    s.harness.hover_text("Moved");
    CHECK(s.harness.says("A component was added or removed"));
}

TEST_CASE("Change list: that the world went back to a snapshot is one change", "[panels][journal][snapshot]") {
    Scene s;
    ecs::Snapshots snapshots(s.world);
    s.world.create(Position{});
    const ecs::Snapshot before = *snapshots.take();
    for (int i = 0; i < 3; ++i) s.world.create(Velocity{});
    REQUIRE(snapshots.restore(before));
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Restored"));
    s.harness.hover_text("Restored");
    CHECK(s.harness.says("The whole world went back to a snapshot"));
}

TEST_CASE("Change list: a click on an entity selects it, a dead one is marked", "[panels][journal]") {
    Scene s;
    const ecs::Entity hero = s.world.create(ecs::Name{"Hero"});
    s.harness.frames(3);
    s.harness.click_text("Hero");
    CHECK(s.harness.selection.entity() == hero);
    s.world.destroy(hero);
    s.harness.frames(3);
    CHECK(s.harness.says("destroyed"));
}

TEST_CASE("Change list: it follows the newest change until the person scrolls up", "[panels][journal]") {
    Scene s;
    const auto newest_in_view = [&] {
        const ecs::Entity entity = s.journal[s.journal.size() - 1].entity;
        return s.harness.says(figures::short_id(entity));
    };
    for (int i = 0; i < 60; ++i) s.world.create();
    s.harness.frames(3);
    CHECK(newest_in_view());
    for (int i = 0; i < 5; ++i) {
        s.world.create();
        s.harness.frames(2);
        CHECK(newest_in_view());
    }
    s.harness.move_to({300, 200});
    s.harness.wheel(5);
    CHECK_FALSE(s.panel.changes().following());
    s.world.create();
    s.harness.frames(2);
    CHECK_FALSE(newest_in_view());
    CHECK_FALSE(s.panel.changes().following());

    SECTION("the button goes back to it") {
        s.harness.click_text("Newest");
        s.harness.frames(2);
        CHECK(s.panel.changes().following());
        CHECK(newest_in_view());
    }
    SECTION("what is read stays in place while older changes are dropped") {
        for (int i = 0; i < 60; ++i) s.world.create();
        s.harness.click_text("Newest");
        s.harness.move_to({300, 200});
        s.harness.wheel(5);
        REQUIRE(s.journal.dropped() > 0);
        REQUIRE_FALSE(s.panel.changes().following());
        std::optional<DrawnText> before;  // some entity in the middle of the list
        for (const DrawnText& drawn : s.harness.texts())
            if (drawn.low.y > 130 && drawn.text.find('#') != std::string::npos && !before) before = drawn;
        REQUIRE(before);
        const std::string shown = before->text;
        for (int i = 0; i < 4; ++i) {
            s.world.create();
            s.harness.frame();
        }
        s.harness.frames(2);
        CHECK(std::abs(s.harness.need(shown).low.y - before->low.y) < 2);
    }
}

TEST_CASE("Change list: hold keeps the list while the world goes on", "[panels][journal]") {
    Scene s;
    s.world.create(ecs::Name{"First"});
    s.harness.frames(2);
    s.harness.click_text("Hold");
    s.world.create(ecs::Name{"Second"});
    s.harness.frames(3);
    CHECK(s.harness.says("held"));
    CHECK_FALSE(s.harness.says("Second"));
    s.harness.click_text("Resume");
    s.harness.frames(3);
    CHECK(s.harness.says("Second"));
}

TEST_CASE("Change list: it says how many changes were dropped", "[panels][journal]") {
    Scene s;
    for (int i = 0; i < 150; ++i) s.world.create();
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("100 changes"));
    CHECK(s.harness.says(std::to_string(s.journal.dropped()) + " older ones dropped"));
}

TEST_CASE("Change list: without a journal it says how to attach one", "[panels][journal]") {
    Scene s;
    s.harness.lend(&panels::Context::journal, nullptr);
    s.harness.frames(2);
    CHECK(s.harness.says("No journal is attached"));
    CHECK(s.harness.says("observe(&journal)"));
}

TEST_CASE("Change list: an empty one and an unmatched filter say so", "[panels][journal]") {
    Scene s;
    CHECK(s.harness.says("Nothing has changed yet"));
    s.world.create();
    s.harness.frames(2);
    s.harness.click_text("Filter by entity");
    s.harness.type("nothing like this");
    CHECK(s.harness.says("No change matches the filter"));
    s.harness.click_text("Show all");
    s.harness.frames(2);
    CHECK(s.harness.says("Created"));
}

TEST_CASE("Change list: under the mouse its rows hold still while the world goes on, and what is new is counted",
          "[panels][journal]") {
    Scene scene;
    std::vector<ecs::Entity> entities;
    for (int i = 0; i < 60; ++i) entities.push_back(scene.world.create(Position{}));
    scene.harness.frames(3);
    const ImVec2 place = scene.harness.need("Created", 3).middle();
    const auto row_at = [&] {
        std::string row;
        for (const DrawnText& text : scene.harness.texts())
            if (text.low.y <= place.y && place.y < text.high.y) row += text.text + ' ';
        return row;
    };
    scene.harness.move_to(place);
    const std::string before = row_at();
    REQUIRE_FALSE(before.empty());
    for (int i = 0; i < 30; ++i) {
        scene.world.create(Position{});
        scene.harness.frame();
        CHECK(row_at() == before);
    }
    CHECK(scene.panel.changes().following());
    CHECK(scene.panel.changes().new_changes() >= 30);
    CHECK(scene.harness.says("+" + std::to_string(scene.panel.changes().new_changes()) + " new"));
    // As soon as the mouse goes, the newest are in view.
    scene.harness.move_to({5, 5});
    scene.harness.frames(2);
    CHECK(scene.panel.changes().new_changes() == 0);
    CHECK(row_at() != before);
}

TEST_CASE("Change list: rows and chunks are counted from 0, and it says so", "[panels][journal]") {
    Scene scene;
    scene.world.create(Position{});
    scene.harness.frames(2);
    CHECK(scene.harness.says("0:0"));
    scene.harness.hover_text("Rows");
    std::string words = scene.harness.screen();  // of lines that are wrapped
    std::replace(words.begin(), words.end(), '\n', ' ');
    CHECK(words.find("3:12 is row 12 of chunk 3") != std::string::npos);
}

TEST_CASE("Journal rows: a chunk that shrank is found as every other kind", "[panels][journal]") {
    Rows r;
    std::vector<ecs::Entity> entities;
    for (int i = 0; i < 200; ++i) entities.push_back(r.world.create(Position{}));
    for (std::size_t i = 3; i < entities.size(); ++i) r.world.destroy(entities[i]);
    r.world.fit_block(r.world.location(entities[0]).archetype, 256);
    REQUIRE(r.brute_force(ChangeKind::ChunkShrunk) == 1);
    r.rows.set_text("shrunk");
    r.update();
    CHECK(r.rows.size() == 1);
}

TEST_CASE("Change list: a row leads to its tick, also one about a component or a chunk", "[panels][changes]") {
    Scene s;
    REQUIRE(s.harness.schedule.add({.name = "Spawn", .run = [](ecs::SystemContext& context) {
                                        if (context.tick == 2) context.commands.create(Position{});
                                    }}));
    s.harness.timeline.start();
    for (int i = 0; i < 6; ++i) s.harness.schedule.tick(s.world);
    s.harness.frames(2);
    INFO(s.harness.screen());
    const float created = s.harness.need("Created").middle().y, chunk = s.harness.need("Chunk made").middle().y;
    s.harness.click({40, chunk}, 1);
    s.harness.frames(2);
    CHECK(s.harness.says("Go to tick 3"));
    s.harness.key(panels::compat::Key::Escape);
    s.harness.frames(2);
    s.harness.click({40, created}, 1);
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Duplicate"));  // the menu of the entity
    s.harness.click_text("Go to tick 3");
    s.harness.frames(2);
    CHECK(s.world.tick() == 3);
    CHECK(s.world.entity_count() == 1);
}

}  // namespace change_list_test
