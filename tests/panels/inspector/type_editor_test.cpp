#include "panels/inspector/type_editor.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace type_editor_test {

namespace {

struct Health {
    float hp = 100, max = 100;
};

struct Scene {
    Harness harness{{640, 480}};
    panels::TypeEditor editor;
    ecs::Entity rock;

    Scene() {
        harness.world.types().add<Health>("Health").field("hp", &Health::hp).field("max", &Health::max);
        rock = harness.world.create(ecs::Name{"Rock"});
        harness.selection.select(rock);
        harness.add_windows([this](const panels::Context& context) { editor.draw(context); });
        editor.open_new();
        harness.frames(4);
    }
};

}  // namespace

TEST_CASE("Type editor: a name that is taken says whose it is, and offers that component",
          "[panels][inspector][type]") {
    Scene s;
    s.harness.replace_text("Health");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("there is a component named Health already"));
    CHECK(s.harness.says("Health belongs to this program: hp, max"));
    s.harness.click_text("Add Health to Rock");
    s.harness.frames(3);
    CHECK(s.harness.world.has(s.rock, s.harness.world.id<Health>()));
    CHECK_FALSE(s.harness.says("Make component"));
    // One that the entity has is only named.
    s.editor.open_new();
    s.harness.frames(4);
    s.harness.replace_text("Health");
    s.harness.frames(2);
    CHECK(s.harness.says("Health belongs to this program"));
    CHECK_FALSE(s.harness.says("Add Health to"));
}

TEST_CASE("Type editor: the entity for which a component is made gets it", "[panels][inspector][type]") {
    Scene s;
    s.editor.open_new({&s.rock, 1});
    s.harness.frames(4);
    s.harness.replace_text("Mana");
    s.harness.frames(2);
    s.harness.click_text("Make and add component");
    s.harness.frames(4);
    const ecs::ComponentType* const made = s.harness.world.types().find("Mana");
    REQUIRE(made != nullptr);
    CHECK(s.harness.world.has(s.rock, made->id));
    REQUIRE(s.harness.history.undo().empty());
    REQUIRE(s.harness.history.undo().empty());
    CHECK((s.harness.world.types().find("Mana") == nullptr || s.harness.world.types().find("Mana")->retired));
}

TEST_CASE("Type editor: Enter in a field makes the component, or keeps the field where something is wrong",
          "[panels][inspector][type]") {
    Scene s;
    s.harness.replace_text("Health");
    s.harness.key(panels::Key::Enter);
    s.harness.frames(2);
    CHECK(s.harness.edit_labels().empty());
    s.harness.replace_text("Mana");
    s.harness.key(panels::Key::Enter);
    s.harness.frames(3);
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"New component Mana"});
    REQUIRE(s.harness.world.types().find("Mana") != nullptr);
    // Its name is taken, too, and says that it was made here.
    s.editor.open_new();
    s.harness.frames(4);
    s.harness.replace_text("Mana");
    s.harness.frames(2);
    CHECK(s.harness.says("Mana was made here, or came with the file: value"));
}

}  // namespace type_editor_test
