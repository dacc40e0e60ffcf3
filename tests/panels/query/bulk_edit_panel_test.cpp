#include "panels/query/bulk_edit_panel.hpp"

#include <cmath>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "panels/support/headless.hpp"

namespace bulk_edit_panel_test {

namespace {

struct Health {
    float hp = 0;
};
struct Enemy {};
struct Boss {};

struct Scene {
    Harness harness{{640, 480}};
    panels::BulkEditPanel panel;
    ecs::World& world = harness.world;
    ecs::Entity rat, bat, boss;

    Scene() {
        world.types().add<Health>("Health").field("hp", &Health::hp, {.min = 0, .max = 1000});
        world.types().add<Enemy>("Enemy");
        world.types().add<Boss>("Boss");
        rat = world.create(ecs::Name{"Rat"}, Health{40}, Enemy{});
        bat = world.create(ecs::Name{"Bat"}, Health{20}, Enemy{});
        boss = world.create(ecs::Name{"Ogre"}, Health{400}, Enemy{}, Boss{});
        world.create(ecs::Name{"Hero"}, Health{100});
        harness.add(panel);
        harness.frames(3);
    }
    void show(const std::string& text) {
        panel.show_part(text);
        harness.frames(4);
    }
    float hp(ecs::Entity entity) { return world.get<Health>(entity).hp; }
};

}  // namespace

TEST_CASE("Bulk edit: who goes to the panel by its name types into its field", "[panels][bulk]") {
    Scene s;
    s.panel.take_keyboard();
    s.harness.frames(3);
    s.harness.type("Boss : Health.hp = 1");
    s.harness.frames(2);
    CHECK(s.panel.text() == "Boss : Health.hp = 1");
}

TEST_CASE("Bulk edit: a change shows how many match, before and after, and changes nothing", "[panels][bulk]") {
    Scene s;
    const std::uint64_t before = ecs::state_hash(s.world);
    s.show("Enemy & !Boss : Health.hp *= 0.5");
    INFO(s.harness.screen());
    CHECK(s.harness.says("2 entities match of 4"));
    CHECK(s.harness.says("2 edits"));
    CHECK(s.harness.says("Rat"));
    CHECK(s.harness.says("40"));
    CHECK(s.harness.says("20"));
    CHECK(s.harness.says("10"));
    CHECK_FALSE(s.harness.says("Ogre"));
    CHECK(ecs::state_hash(s.world) == before);
}

TEST_CASE("Bulk edit: what is applied is one step, with the values of that moment", "[panels][bulk]") {
    Scene s;
    const std::uint64_t before = ecs::state_hash(s.world);
    s.show("Enemy & !Boss : Health.hp *= 0.5");
    s.harness.click_text("Apply to 2");
    s.harness.frames(2);
    CHECK(s.hp(s.rat) == 20);
    CHECK(s.hp(s.bat) == 10);
    CHECK(s.hp(s.boss) == 400);
    REQUIRE(s.harness.history.steps().size() == 1);
    CHECK(s.harness.says("10"));  // the preview is of the world as it is now
    CHECK(s.harness.says("5"));
    CHECK(s.harness.history.undo() == "");
    CHECK(ecs::state_hash(s.world) == before);
}

TEST_CASE("Bulk edit: bytes are told where entities change their archetype", "[panels][bulk]") {
    Scene s;
    s.show("Health & !Enemy : +Enemy");
    INFO(s.harness.screen());
    CHECK(s.harness.says("1 entity matches of 4"));
    REQUIRE(s.panel.preview().plan() != nullptr);
    CHECK(s.panel.preview().plan()->bytes_moved > 0);
    CHECK(s.harness.says("move"));
}

TEST_CASE("Bulk edit: a wrong text is said below, and nothing can be applied", "[panels][bulk]") {
    Scene s;
    s.show("Enemy : Helth.hp = 3");
    INFO(s.harness.screen());
    CHECK(s.harness.says("Helth"));
    CHECK(s.harness.says("Health"));
    s.harness.click_text("Apply");
    s.harness.frames(2);
    CHECK(s.harness.history.steps().empty());
}

TEST_CASE("Bulk edit: a value that does not fit one entity refuses all, and names it", "[panels][bulk]") {
    Scene s;
    s.show("Enemy : Health.hp += 700");
    INFO(s.harness.screen());
    CHECK(s.harness.says("It would change nothing"));
    CHECK(s.harness.says("Ogre"));
    s.harness.click_text("Select it");
    CHECK(s.harness.selection.entity() == s.boss);
    s.harness.click_text("Apply");
    s.harness.frames(2);
    CHECK(s.harness.history.steps().empty());
    CHECK(s.hp(s.rat) == 40);
}

TEST_CASE("Bulk edit: the preview follows the world", "[panels][bulk]") {
    Scene s;
    s.show("Enemy & Health.hp < 30 : destroy");
    CHECK(s.harness.says("1 entity matches of 4"));
    s.world.get_mut<Health>(s.rat).hp = 5;
    for (int i = 0; i < 600 && !s.harness.says("2 entities match of 4"); ++i) s.harness.frame();
    CHECK(s.harness.says("2 entities match of 4"));
}

TEST_CASE("Bulk edit: a query that comes from elsewhere waits for its steps", "[panels][bulk]") {
    Scene s;
    s.show("Enemy & !Boss");
    CHECK(s.panel.text() == "Enemy & !Boss : ");
    s.harness.frames(2);
    s.harness.type("-Enemy");
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("2 entities match of 4"));
}

TEST_CASE("Bulk edit: examples fit the world, and each of them can be applied", "[panels][bulk]") {
    Scene s;
    for (const panels::QueryExample& example : panels::change_examples(s.world)) {
        INFO(example.text);
        panels::BulkPreview preview;
        preview.set_text(s.world, example.text);
        CHECK(preview.problem().empty());
        preview.plan_now(s.world, nullptr, s.harness.schedule.random, 0, 0);
        REQUIRE(preview.plan() != nullptr);
        CHECK(preview.plan()->error.empty());
        CHECK(preview.plan()->entities > 0);
    }
    CHECK(panels::change_examples(s.world).size() == 2);
}

TEST_CASE("Bulk edit: in a large world a person asks for the preview", "[panels][bulk]") {
    Scene s;
    for (int i = 0; i < 60'000; ++i) s.world.create(Health{1});
    s.show("Enemy : Health.hp = 3");
    CHECK(s.panel.preview().plan() == nullptr);
    CHECK(s.harness.says("Not looked at yet"));
    s.harness.click_text("Preview");
    // A frame says so before the work begins.
    bool told = false;
    for (int frames = 0; s.panel.preview().plan() == nullptr && frames < 10; ++frames) {
        told = s.harness.says("Looking at 60,004 entities");
        s.harness.frame();
    }
    CHECK(told);
    s.harness.frame();
    CHECK(s.harness.says("3 entities match of 60,004"));
    CHECK_FALSE(s.harness.says("Looking at"));
    s.harness.click_text("Apply to 3");
    s.harness.frames(2);
    CHECK(s.hp(s.boss) == 3);
}

TEST_CASE("Bulk edit: random() draws the same numbers that the preview showed, and others the next time",
          "[panels][bulk]") {
    Scene s;
    s.show("Boss : Health.hp = random(0, 900)");
    REQUIRE(s.panel.preview().plan() != nullptr);
    const std::string shown = s.panel.preview().plan()->samples.at(0).after;
    s.harness.click_text("Apply to 1");
    s.harness.frames(2);
    const float first = s.hp(s.boss);
    CHECK(std::abs(std::stof(shown) - first) < 0.01f);
    s.harness.click_text("Apply to 1");
    s.harness.frames(2);
    CHECK(s.hp(s.boss) != first);
}

TEST_CASE("Bulk edit: the text and what was applied outlive the program", "[panels][bulk]") {
    Scene s;
    s.show("Boss : Health.hp = 7");
    s.harness.click_text("Apply to 1");
    s.harness.frames(2);
    panels::BulkEditPanel other;
    other.load_settings(s.panel.save_settings());
    CHECK(other.text() == "Boss : Health.hp = 7");
    REQUIRE(other.named_parts().size() == 1);
    CHECK(other.named_parts()[0].part == "Boss : Health.hp = 7");
}

}  // namespace bulk_edit_panel_test
