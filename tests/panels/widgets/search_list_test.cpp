#include "panels/widgets/search_list.hpp"

#include <array>

#include "catch.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/support/headless.hpp"

namespace search_list_test {

using editor::Key;
using panels::Match;
using panels::match_of;

namespace {

struct Scale {
    float value = 1;
};
struct Radius {
    float value = 1;
};
struct InnerRadius {
    float value = 1;
};
struct Ring {
    float radius = 1;
};

/// An entity with nothing, and types of which several say "radius" somewhere.
struct Scene {
    Harness harness{{420, 640}};
    panels::InspectorPanel panel;
    ecs::World& world = harness.world;
    ecs::Entity entity;

    Scene() {
        world.types().add<Scale>("Scale", "Multiplies the radius").field("value", &Scale::value);
        world.types().add<Ring>("Ring", "A ring").field("radius", &Ring::radius);
        world.types().add<InnerRadius>("InnerRadius", "Of a hole").field("value", &InnerRadius::value);
        world.types().add<Radius>("Radius", "How large").field("value", &Radius::value);
        entity = world.create();
        harness.selection.select(entity);
        harness.add(panel);
        harness.frames(3);
        harness.click_text("+ Add component");
        harness.frames(2);
    }
};

}  // namespace

TEST_CASE("Search: names rank before what else is said", "[panels][search]") {
    const std::array<std::string_view, 1> said{"Multiplies the radius"};
    CHECK(match_of("radius", "Radius") == Match::Name);
    CHECK(match_of("rad", "Radius") == Match::NameStart);
    CHECK(match_of("radius", "InnerRadius") == Match::WordStart);
    CHECK(match_of("target", "move_target") == Match::WordStart);
    CHECK(match_of("adiu", "Radius") == Match::NamePart);
    CHECK(match_of("rds", "Radius") == Match::NameLetters);
    CHECK(match_of("radius", "Scale", said) == Match::Elsewhere);
    CHECK(match_of("radius", "Health") == Match::None);
    CHECK(match_of("", "Health") == Match::Name);
    CHECK(Match::Name < Match::NameStart);
    CHECK(Match::NameLetters < Match::Elsewhere);
}

TEST_CASE("Add component: Enter adds the one that is called so", "[panels][search][inspector]") {
    Scene s;
    s.harness.type("radius");
    s.harness.key({.key = Key::Enter});
    CHECK(s.world.has<Radius>(s.entity));
    CHECK(s.harness.edit_labels().size() == 1);
}

TEST_CASE("Add component: the arrows move the choice, Enter adds it, an empty search adds nothing",
          "[panels][search][inspector]") {
    Scene s;
    SECTION("arrows") {
        s.harness.type("radius");  // Radius, InnerRadius, then Scale and Ring, which only speak of it
        s.harness.key({.key = Key::Down});
        s.harness.key({.key = Key::Down});
        s.harness.key({.key = Key::Up});
        s.harness.key({.key = Key::Enter});
        CHECK(s.world.has<InnerRadius>(s.entity));
        CHECK_FALSE(s.harness.says("Find a component"));
    }
    SECTION("nothing typed") {
        s.harness.key({.key = Key::Enter});
        CHECK(s.harness.edit_labels().empty());
    }
    SECTION("arrows without a word") {
        s.harness.key({.key = Key::Down});
        s.harness.key({.key = Key::Enter});
        CHECK(s.harness.edit_labels().size() == 1);
    }
}

TEST_CASE("Systems: a world without systems offers those that the program knows; adding is undone and redone",
          "[panels][search][systems]") {
    Harness harness({900, 420});
    panels::SystemsPanel panel;
    panels::KnownSystems known;
    known.all = {{"Orbit", "Circles around a parent, as Movement does not"}, {"Movement", "Moves what has a Velocity"}};
    int runs = 0;
    known.make = [&runs](std::string_view name) {
        ecs::SystemDescription system;
        system.name = std::string(name);
        system.run = [&runs](ecs::SystemContext&) { ++runs; };
        return system;
    };
    harness.lend(&panels::Context::known_systems, &known);
    harness.add(panel);
    harness.frames(3);
    REQUIRE(harness.says("No systems"));
    harness.click_text("Add a system");
    harness.frames(2);
    harness.type("move");
    harness.key({.key = Key::Enter});
    REQUIRE(harness.schedule.find("Movement") != nullptr);
    CHECK(harness.edit_labels() == std::vector<std::string>{"Add system Movement"});
    harness.key({.key = Key::F10});
    CHECK(runs == 1);
    harness.key({.key = Key::Z, .ctrl = true});
    CHECK(harness.schedule.find("Movement") == nullptr);
    harness.key({.key = Key::Z, .ctrl = true, .shift = true});
    CHECK(harness.schedule.find("Movement") != nullptr);
    harness.click_text("+ System");
    harness.frames(2);
    CHECK(harness.says("Orbit"));
    harness.key({.key = Key::Escape});
}

}  // namespace search_list_test
