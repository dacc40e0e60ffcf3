// Groups, chips of the filter and the line about what is hidden, as they are seen and clicked.
#include <imgui.h>
#include <imgui_internal.h>

#include <memory>
#include <string>
#include <string_view>

#include "catch.hpp"
#include "ecs/mirror/fake_owner.hpp"
#include "panels/support/entities_scene.hpp"

namespace entities_noise_test {

using panels::EntitiesPanel;
using panels::compat::Key;
using View = panels::EntityList::View;

namespace {

struct Internal {};

struct Scene : EntitiesScene {
    ecs::Entity gizmo;

    Scene() {
        world.types().add<Internal>("game::Internal");
        gizmo = world.create(ecs::Name{"Gizmo"}, Internal{});
        harness.frames(3);
    }
    void group_by(const char* present, const char* wanted) {
        harness.click_text(present);
        harness.frames(2);
        harness.click_text(wanted);
        harness.frames(3);
    }
    void filter(std::string_view text) {
        harness.click_text("Filter");
        harness.type(text);
        harness.frames(3);
    }
};

}  // namespace

TEST_CASE("Entities: grouped by archetype, a click on a header opens it", "[panels][entities]") {
    Scene s;
    s.group_by("Tree", "Archetype");
    INFO(s.harness.screen());
    CHECK(s.panel.save_settings() == "archetype");
    CHECK(s.harness.says("Frozen"));
    CHECK_FALSE(s.harness.says("Rock"));
    s.harness.click_text("Frozen");
    s.harness.frames(3);
    CHECK(s.harness.says("Rock"));
    s.harness.click_text("Frozen");
    s.harness.frames(3);
    CHECK_FALSE(s.harness.says("Rock"));
    // What is selected elsewhere is shown, whatever group it is in.
    s.harness.selection.select(s.turret);
    s.harness.frames(3);
    CHECK(s.harness.says("Turret"));
}

TEST_CASE("Entities: the keys go through headers and rows of groups", "[panels][entities]") {
    Scene s;
    s.panel.load_settings("name");
    s.harness.frames(3);
    INFO(s.harness.screen());
    s.harness.click_text("Rock");  // the header
    s.harness.frames(3);
    REQUIRE(s.panel.list().rows().size() == 6);
    s.harness.key(Key::Down);
    CHECK(s.harness.selection.entity() == s.rock);
    s.harness.key(Key::Left);
    CHECK(s.harness.selection.entity() == s.rock);
    s.harness.key(Key::Left);
    s.harness.frames(3);
    CHECK(s.panel.list().rows().size() == 5);
    s.harness.key(Key::Right);
    s.harness.frames(3);
    CHECK(s.panel.list().rows().size() == 6);
}

TEST_CASE("Entities: nothing is hidden without a line that says how much", "[panels][entities]") {
    const std::string_view filters[] = {"", "rock", "!rock", "c:Frozen", "Frozen | Parent", "#0", "nobody"};
    for (const std::string_view text : filters)
        for (const bool hide : {false, true})
            for (const char* const view : {"tree", "flat", "archetype", "name"}) {
                INFO("\"" << text << "\" " << view << ", internal hidden: " << hide);
                Scene s;
                s.panel.load_settings(std::string(view) + (hide ? " hide-internal" : ""));
                s.harness.frames(3);
                if (!text.empty()) s.filter(text);
                INFO(s.harness.screen());
                const std::size_t hits = s.panel.list().hit_count(s.world);
                const std::size_t hidden = s.world.entity_count() - hits;
                if (text.empty()) CHECK(hidden == (hide ? 1 : 0));
                if (hidden > 0) {
                    CHECK(s.harness.says(std::to_string(hidden) + " hidden"));
                    s.harness.click_text("Show");
                    s.harness.frames(3);
                    CHECK(s.panel.list().hit_count(s.world) == s.world.entity_count());
                }
                CHECK_FALSE(s.harness.says(std::to_string(hidden) + " hidden"));
            }
}

TEST_CASE("Entities: with chips and the line about what is hidden, only the rows scroll", "[panels][entities]") {
    Scene s;
    for (int i = 0; i < 200; ++i) s.world.create(ecs::Name{"Turret " + std::to_string(i)});
    s.filter("turret !5");
    REQUIRE(s.harness.says("hidden"));
    std::size_t scrolled = 0;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (!window->Active) continue;
        INFO(window->Name);
        const bool rows = std::string_view(window->Name).find("/rows") != std::string_view::npos;
        if (!rows) CHECK(window->ScrollMax.y == 0);
        scrolled += rows && window->ScrollMax.y > 0 ? 1 : 0;
    }
    CHECK(scrolled == 1);
}

TEST_CASE("Entities: each part of a filter has a chip; its cross takes the part away, and it can be put back",
          "[panels][entities]") {
    Scene s;
    s.panel.load_settings("flat hide-internal");
    s.filter("!ship !turret");
    INFO(s.harness.screen());
    CHECK(s.harness.says("Hide internal"));
    CHECK(s.panel.list().hit_count(s.world) == 2);
    // The chip, not the same word in the field.
    s.harness.click_text("!turret", 0);
    s.harness.frames(3);
    if (s.panel.list().hit_count(s.world) == 2) s.harness.click_text("!turret", 1);
    s.harness.frames(3);
    CHECK(s.panel.list().hit_count(s.world) == 3);
    CHECK(s.harness.says("Turret"));
    s.harness.click_text("Put back");
    s.harness.frames(3);
    CHECK(s.panel.list().hit_count(s.world) == 2);
    CHECK_FALSE(s.harness.says("Put back"));
    s.harness.click_text("Hide internal");
    s.harness.frames(3);
    CHECK(s.harness.says("Gizmo"));
    CHECK(s.panel.save_settings() == "flat");
}

TEST_CASE("Entities: the parts of a query are what stands between its and", "[panels][entities]") {
    Scene s;
    const auto parts = [&](std::string_view text) { return panels::parts_of_filter(text, s.world.types()); };
    using Parts = std::vector<std::string>;
    CHECK(parts("turret  12v3 c:Frozen") == Parts{"turret", "12v3", "c:Frozen"});
    CHECK(parts("Frozen & !(Name & Parent) & #1") == Parts{"Frozen", "!(Name & Parent)", "#1"});
    CHECK(parts("Frozen | Name & Parent") == Parts{"Frozen | Name & Parent"});
    CHECK(parts("Name = \"a & b\" & Frozen") == Parts{"Name = \"a & b\"", "Frozen"});
    CHECK(parts("").empty());
    CHECK(panels::join_filter({"Frozen", "Name"}, true) == "Frozen & Name");
    CHECK(panels::join_filter({"a", "b"}, false) == "a b");
}

TEST_CASE("Entities: how they are grouped and that internal ones are hidden is remembered", "[panels][entities]") {
    for (const char* const text : {"tree", "flat", "archetype", "name", "tree hide-internal", "name hide-internal"}) {
        EntitiesPanel panel;
        panel.load_settings(text);
        CHECK(panel.save_settings() == text);
    }
    EntitiesPanel panel;
    panel.load_settings("nonsense");
    CHECK(panel.save_settings() == "tree");
}

TEST_CASE("Entities: what is of the engine of an attached program is one line below the game, and comes last",
          "[panels][entities]") {
    Harness harness{{320, 560}};
    test::FakeOwner owner;
    for (int i = 0; i < 49; ++i) owner.spawn();
    owner.call(owner.spawn(), "Hero");
    owner.call(owner.spawn(), "Rat");
    owner.set(owner.spawn(), test::FakeOwner::health, std::int32_t{5});
    auto mirror = std::make_unique<ecs::Mirror>(owner, harness.world);
    mirror->update();
    REQUIRE(harness.world.entity_count() == 52);
    harness.world.types().add<Frozen>("Observer", "bevy_ecs::observer::Observer");
    harness.mirror = mirror.get();
    EntitiesPanel panel;
    harness.add(panel);
    for (const View view : {View::Tree, View::Flat}) {
        panel.load_settings(view == View::Flat ? "flat" : "tree");
        harness.frames(6);
        INFO(harness.screen());
        CHECK(panel.list().rows().size() == 3);
        CHECK(harness.says("3 of 52"));
        CHECK(harness.says("49 of the engine"));
        CHECK_FALSE(harness.says("49 hidden"));
        harness.click_text("Show");
        harness.frames(6);
        REQUIRE(panel.list().rows().size() == 52);
        CHECK(harness.world.name(panel.list().rows()[0].entity) == "Hero");
        CHECK(harness.world.name(panel.list().rows()[1].entity) == "Rat");
        CHECK(harness.says("49 of the engine"));
        harness.click_text("Hide");
        harness.frames(6);
        CHECK(panel.list().rows().size() == 3);
        // A filter says what it hides of the game.
        harness.click_text("Filter");
        harness.type("Hero");
        harness.frames(4);
        CHECK(harness.says("2 hidden"));
        CHECK(harness.says("49 of the engine"));
        harness.replace_text("");
        harness.key(Key::Backspace);
        harness.frames(4);
    }
    harness.mirror = nullptr;
    mirror.reset();
    owner.forget();
}

}  // namespace entities_noise_test
