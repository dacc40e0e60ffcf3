#include "panels/memory/doctor_panel.hpp"

#include <array>

#include "catch.hpp"
#include "panels/support/export_support.hpp"
#include "panels/support/headless.hpp"

namespace doctor_panel_test {

using panels::DoctorPanel;

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Health {
    int hp = 0;
};

struct Scene {
    Harness harness{{900, 700}};
    DoctorPanel panel;
    ecs::World& world = harness.world;
    std::vector<ecs::Entity> troop;

    Scene() {
        world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Health>("Health").field("hp", &Health::hp);
        for (int i = 0; i < 2000; ++i) world.create(Position{});
        harness.add(panel);
        harness.frames(3);
    }
    /// A block that most rows left: 16 KiB for three entities.
    void lose_troop() {
        troop.resize(700);
        world.create_many(troop, std::array{world.id<Position>(), world.id<Health>()});
        while (troop.size() > 3) {
            world.destroy(troop.back());
            troop.pop_back();
        }
        harness.frames(60);
    }
    const ecs::Archetype& troop_archetype() const { return harness.world.archetype_of(troop.front()); }
};

}  // namespace

TEST_CASE("Doctor: says of a healthy world what it looked for", "[panels][doctor]") {
    Scene s;
    INFO(s.harness.screen());
    CHECK(s.harness.says("No problems found in "));
    CHECK(s.harness.says("exact"));
    for (std::size_t i = 0; i < ecs::shape_count; ++i)
        CHECK(s.harness.says(ecs::title_of(static_cast<ecs::Shape>(i)).substr(1)));
    CHECK_FALSE(s.harness.says("Fix"));
}

TEST_CASE("Doctor: a card has shape, cause, waste and remedy, and trying it shows before and after",
          "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    INFO(s.harness.screen());
    REQUIRE(s.panel.findings().size() == 1);
    CHECK(s.harness.says("1 finding"));
    CHECK(s.harness.says("Roomy block"));
    CHECK(s.harness.says("now"));
    CHECK(s.harness.says("15.8 KiB wasted"));
    CHECK(s.harness.says("3 rows stand where"));
    CHECK(s.harness.says("smallest blocks"));
    CHECK(s.harness.says("3 entities, 16.0 KiB"));

    const std::size_t before = s.world.blocks().bytes_in_use();
    const std::uint64_t wasted = s.panel.findings()[0].wasted_bytes;
    s.harness.click_text("Fix");
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Fix: Roomy block"});
    CHECK(s.world.blocks().bytes_in_use() == before - wasted);
    CHECK(s.harness.says("Roomy block: done"));
    CHECK(s.harness.says(panels::format_bytes(before)));
    CHECK(s.harness.says(panels::format_bytes(before - wasted)));
    CHECK(s.harness.says("No problems found in "));
    for (const ecs::Entity entity : s.troop) CHECK(s.world.alive(entity));
}

TEST_CASE("Doctor: the remedy is taken back by the history, and the panel says so", "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    const std::size_t before = s.world.blocks().bytes_in_use();
    s.harness.click_text("Fix");
    s.harness.frames(3);
    s.harness.click_text("Undo");
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.world.blocks().bytes_in_use() == before);
    CHECK(s.harness.says(": undone"));
    CHECK_FALSE(s.harness.says("Undo"));
    CHECK(s.panel.findings().size() == 1);

    SECTION("and can be tried again") {
        s.harness.click_text("Fix");
        s.harness.frames(3);
        CHECK(s.world.blocks().bytes_in_use() < before);
        CHECK(s.harness.says("Roomy block: done"));
    }
}

TEST_CASE("Doctor: what a person undoes elsewhere is taken back here, too", "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    s.harness.click_text("Fix");
    s.harness.frames(3);
    s.harness.requests.emplace_back(panels::HistoryRequest{.undo = true});
    s.harness.frames(3);
    CHECK(s.harness.says(": undone"));
}

TEST_CASE("Doctor: Undo takes the remedy back and never another step", "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    s.harness.click_text("Fix");
    s.harness.frames(3);
    const std::size_t mended = s.world.blocks().bytes_in_use();
    const auto rename = [&] {
        return panels::EditRequest{"Rename it", {ecs::rename(s.world, s.troop.front(), "Someone")}};
    };
    SECTION("a newer step stands before it") {
        s.harness.requests.emplace_back(rename());
        s.harness.frames(3);
        s.harness.click_text("Undo");
        s.harness.hover_text("Undo");
        INFO(s.harness.screen());
        CHECK(s.harness.says("\"Rename it\" is newer"));
        CHECK(s.world.name(s.troop.front()) == "Someone");
        CHECK(s.harness.edit_labels().size() == 2);

        // With that gone, it is the newest again.
        s.harness.requests.emplace_back(panels::HistoryRequest{.undo = true});
        s.harness.frames(3);
        s.harness.click_text("Undo");
        s.harness.frames(3);
        CHECK(s.harness.says(": undone"));
        CHECK(s.world.blocks().bytes_in_use() > mended);
    }
    SECTION("one that comes in the same frame, too") {
        s.harness.add([&, asked = false](const panels::Context& context) mutable {
            if (asked || context.requests.empty()) return;
            asked = true;
            context.requests.insert(context.requests.begin(), rename());
        });
        s.harness.click_text("Undo");
        s.harness.frames(3);
        CHECK(s.harness.refused.size() == 1);
        CHECK(s.world.name(s.troop.front()) == "Someone");
    }
}

TEST_CASE("Doctor: a remedy that was refused is not called done", "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    s.harness.stands_still = true;
    s.harness.alter = [](panels::Request& request) {
        auto& edits = std::get<panels::EditRequest>(request).edits;
        std::get<ecs::FitBlocks>(edits.front()).blocks.push_back({999, 0});
    };
    s.harness.click_text("Fix");
    REQUIRE(s.harness.waiting().size() == 1);
    s.harness.go_on();
    s.world.create();  // a change of another kind
    s.harness.frames(100);
    INFO(s.harness.screen());
    REQUIRE(s.harness.refused.size() == 1);
    CHECK_FALSE(s.harness.says(": done"));
    CHECK_FALSE(s.harness.says("waiting to be applied"));
}

TEST_CASE("Doctor: a world that changes all the time is examined now and then", "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    const std::size_t before = s.panel.examinations();
    for (int i = 0; i < 600; ++i) {  // ten seconds
        s.world.destroy(s.world.create());
        s.harness.frame();
    }
    CHECK(s.panel.examinations() - before <= 20);
    CHECK(s.panel.examinations() - before >= 1);
    s.harness.frames(120);
    const std::size_t at_rest = s.panel.examinations();
    s.harness.frames(600);
    CHECK(s.panel.examinations() == at_rest);
}

TEST_CASE("Doctor: several findings are folded, and a click unfolds one", "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    std::vector<ecs::Entity> gone(5000);
    s.world.create_many(gone, {});
    s.world.destroy_many(gone);
    s.harness.frames(60);
    INFO(s.harness.screen());
    REQUIRE(s.panel.findings().size() == 2);
    CHECK(s.harness.says("3 rows stand where"));
    CHECK(s.harness.says("of the entity index belong"));
    CHECK_FALSE(s.harness.says("Move the rows into"));
    CHECK(s.harness.need("Dead slots").low.y - s.harness.need("Roomy block").low.y < 65);
    s.harness.click_text("Roomy block");
    s.harness.frames(2);
    CHECK(s.harness.says("Move the rows into"));
    CHECK(s.harness.says("3 entities, 16.0 KiB"));
    s.harness.click_text("Roomy block");
    s.harness.move_to({5, 690});
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("Move the rows into"));
}

TEST_CASE("Doctor: what only a person can mend has a reason instead of a button", "[panels][doctor]") {
    Scene s;
    std::vector<ecs::Entity> gone(5000);
    s.world.create_many(gone, {});
    s.world.destroy_many(gone);
    s.harness.frames(60);
    REQUIRE(s.panel.findings().size() == 1);
    CHECK(s.harness.says("Dead slots"));
    s.harness.click_text("Fix");
    CHECK(s.harness.edit_labels().empty());
    s.harness.hover_text("Fix");
    CHECK(s.harness.says("No edit can fix this"));
}

TEST_CASE("Doctor: a click on an archetype selects it", "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    s.harness.click_text("3 entities, 16.0 KiB");
    CHECK(s.harness.selection.archetype() == s.troop_archetype().id());
}

TEST_CASE("Doctor: a remedy waits while the world stands still", "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    s.harness.stands_still = true;
    s.harness.click_text("Fix");
    s.harness.frames(100);
    INFO(s.harness.screen());
    CHECK(s.harness.says("waiting to be applied"));
    s.harness.go_on();
    s.harness.frames(3);
    CHECK(s.harness.says("Roomy block: done"));
}

TEST_CASE("Doctor: the findings can be exported", "[panels][doctor]") {
    Scene s;
    s.lose_troop();
    const auto asked = export_by_mouse(s.harness, "What fragments the memory");
    REQUIRE(asked);
    CHECK(asked->figure.kind == figures::FigureKind::Doctor);
    CHECK(asked->extension == ".csv");
}

}  // namespace doctor_panel_test
