#include "panels/running/rule_editor.hpp"

#include "catch.hpp"
#include "ecs/language/rule.hpp"
#include "panels/base/rule_part.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/support/headless.hpp"

namespace rule_editor_test {

using panels::SystemsPanel;

namespace {

struct Health {
    std::int32_t hp = 10;
};
struct Frozen {};

struct Scene {
    Harness harness{{1200, 420}};
    SystemsPanel panel;

    explicit Scene(int entities = 5) {
        ecs::World& world = harness.world;
        world.types().add<Health>("Health").field("hp", &Health::hp, {.min = 0, .max = 100});
        world.types().add<Frozen>("Frozen");
        for (int i = 0; i < entities; ++i) world.create(Health{i});
        for (const char* name : {"First", "Second"}) {
            ecs::SystemDescription system;
            system.name = name;
            system.run = [](ecs::SystemContext&) {};
            REQUIRE(harness.schedule.add(std::move(system)));
        }
        harness.add(panel);
        harness.frames(2);
    }
    const panels::RuleEditor& editor() const { return panel.rule_editor(); }
    void open_new() {
        harness.click_text("+ Rule");
        harness.frames(3);
    }
    /// With the name that it proposes.
    void open_at_change() {
        open_new();
        harness.key(panels::Key::Enter);
        harness.frames(3);
    }
    /// Until the look at all matches came to its end.
    void look() {
        for (int i = 0; i < 400 && !harness.says(" now"); ++i) harness.frame();
    }
    void add(const std::string& name, const std::string& text) {
        ecs::Edit edit = ecs::AddSystem{ecs::make_rule(name, text)};
        REQUIRE(ecs::why_not(harness.world, harness.schedule, edit) == "");
        ecs::apply(harness.world, harness.schedule, edit);
        harness.frames(2);
    }
    std::string order() const {
        std::string names;
        for (const ecs::System* system : harness.schedule.systems()) names += system->description.name + " ";
        return names;
    }
};

}  // namespace

TEST_CASE("Rules: one is written, tried and added, and can be undone", "[panels][systems][rule]") {
    Scene s;
    s.open_at_change();
    CHECK(s.editor().name() == "Rule");
    s.harness.type("Health.hp < 3 : Health.hp += 5");
    s.look();
    INFO(s.harness.screen());
    CHECK(s.harness.says("Matches 3 entities now"));
    CHECK(s.harness.says("#1  Health.hp  0 "));
    CHECK(s.harness.says("Writes Health"));

    s.harness.click_text("Add rule");
    s.harness.frames(2);
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Add rule Rule"});
    CHECK(s.order() == "First Second Rule ");
    CHECK_FALSE(s.harness.says("Matches"));
    s.harness.schedule.tick(s.harness.world);
    CHECK(s.harness.world.get<Health>({1, 1}).hp == 5);
    REQUIRE(s.harness.history.undo() == "");
    CHECK(s.order() == "First Second ");
}

TEST_CASE("Rules: what is wrong with a text is said, and nothing can be added", "[panels][systems][rule]") {
    Scene s;
    s.open_at_change();
    s.harness.type("Helth : -Helth");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("No component Helth (did you mean Health?)"));
    s.harness.click_text("Add rule");
    s.harness.frames(2);
    CHECK(s.harness.edit_labels().empty());

    s.harness.key(panels::compat::Key::Escape);
    s.panel.show_part(panels::part_for_new_rule("Health : Health.hp = 200"));
    s.harness.frames(2);
    s.look();
    INFO(s.harness.screen());
    CHECK(s.harness.says("It would stop at once"));
}

TEST_CASE("Rules: Enter on what is wrong names the word, and one writes on behind it", "[panels][systems][rule]") {
    Scene s;
    s.open_at_change();
    s.harness.type("Helth.hp < 3 : Health.hp += 5");
    s.harness.frames(2);
    s.harness.key(panels::compat::Key::Enter);
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("No component Helth (did you mean Health?)"));
    for (int i = 0; i < 5; ++i) s.harness.key(panels::compat::Key::Backspace);
    s.harness.type("Health");
    CHECK(s.editor().change() == "Health.hp < 3 : Health.hp += 5");

    s.harness.replace_text("Health : hp += 5");
    s.harness.frames(2);
    s.harness.key(panels::compat::Key::Enter);
    s.harness.frames(3);
    CHECK(s.harness.says("No component hp (did you mean Health.hp?)"));
    // Nothing is entered yet, and the field stays.
    s.harness.replace_text("");
    s.harness.key(panels::compat::Key::Enter);
    s.harness.frames(3);
    s.harness.type("Health : Health.hp += 5");
    s.harness.frames(2);
    CHECK(s.editor().change() == "Health : Health.hp += 5");
    s.harness.key(panels::compat::Key::Enter);
    s.harness.frames(3);
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Add rule Rule"});
}

TEST_CASE("Rules: the row of one shows its change, why it stopped, and opens it", "[panels][systems][rule]") {
    Scene s;
    s.add("Heal", "Health : Health.hp += 98");
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    s.harness.click_text("Heal");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Health : Health.hp += 98"));
    CHECK(s.harness.says("It stopped: Health.hp of 4v1 would be 101, must be at most 100"));
    CHECK(s.harness.world.get<Health>({1, 1}).hp == 0);

    s.harness.click_text("Health : Health.hp += 98");
    s.harness.frames(3);
    CHECK(s.editor().name() == "Heal");
    CHECK(s.editor().change() == "Health : Health.hp += 98");
    s.harness.replace_text("Health : Health.hp += 1");
    s.look();
    s.harness.click_text("Change rule");
    s.harness.frames(2);
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Change rule Heal"});
    CHECK(s.harness.schedule.find("Heal")->enabled);
    s.harness.schedule.tick(s.harness.world);
    CHECK(s.harness.world.get<Health>({1, 1}).hp == 1);
}

TEST_CASE("Rules: a name that another system has is refused", "[panels][systems][rule]") {
    Scene s;
    s.add("Mender", "Health : Health.hp += 1");
    s.panel.show_part(panels::part_for_rule("Mender"));
    s.harness.frames(3);
    s.harness.click_text("Mender", 1);
    s.harness.replace_text("First");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("There is a system named First already"));
    s.harness.click_text("Change rule");
    s.harness.frames(2);
    CHECK(s.harness.edit_labels().empty());
}

TEST_CASE("Rules: one that only sets fields takes no memory in a tick", "[panels][rule]") {
    Scene s(3000);
    s.add("Heal", "Health.hp < 50 : Health.hp = Health.hp / 2 + 1");
    ecs::Schedule& schedule = s.harness.schedule;
    for (int i = 0; i < 3; ++i) schedule.tick(s.harness.world);
    const std::size_t before = allocation_count();
    for (int i = 0; i < 20; ++i) schedule.tick(s.harness.world);
    CHECK(allocation_count() == before);
    CHECK(schedule.find("Heal")->stats.runs == 23);
    CHECK(schedule.find("Heal")->stats.entities_visited > 10);
}

TEST_CASE("Systems: a row that is dragged over another one runs before or after it", "[panels][systems]") {
    Scene s;
    s.add("Heal", "Health : Health.hp += 1");
    const DrawnText heal = s.harness.need("Heal"), first = s.harness.need("First");
    s.harness.drag(heal.middle(), {first.middle().x, first.low.y + 1});
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.order() == "Heal First Second ");
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Move system Heal"});
    const DrawnText second = s.harness.need("Second");
    s.harness.drag(s.harness.need("Heal").middle(), {second.middle().x, second.high.y - 1});
    s.harness.frames(2);
    CHECK(s.order() == "First Second Heal ");
    s.harness.click_text("Heal", 0, 1);
    s.harness.frames(2);
    s.harness.click_text("Run earlier");
    s.harness.frames(2);
    CHECK(s.order() == "First Heal Second ");
}

TEST_CASE("Rules: Enter in the field of the name adds the rule, or goes on to what is missing",
          "[panels][systems][rule]") {
    Scene s;
    s.open_new();
    s.harness.type("Cure");  // the cursor is there, and the proposed name selected
    REQUIRE(s.editor().name() == "Cure");
    s.harness.key(panels::Key::Enter);
    s.harness.frames(3);
    s.harness.type("Health.hp < 3 : Health.hp += 5");
    s.look();
    INFO(s.harness.screen());
    CHECK(s.harness.says("Matches 3 entities now"));
    s.harness.double_click_text("Cure");
    s.harness.key(panels::Key::Enter);
    s.harness.frames(3);
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Add rule Cure"});
}

}  // namespace rule_editor_test
