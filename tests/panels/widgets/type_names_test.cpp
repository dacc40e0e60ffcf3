#include "figures/drawing/type_names.hpp"

#include "catch.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/support/inspector_scene.hpp"

namespace type_names_test {

using figures::short_name;

namespace {

void add(ecs::TypeRegistry& types, const char* name) {
    ecs::ComponentType type;
    type.name = name;
    REQUIRE(types.add_at_run_time(std::move(type)));
}

}  // namespace

TEST_CASE("Names of types are as long as they must be to be told apart", "[panels][figures]") {
    ecs::TypeRegistry types, others;
    for (const char* name :
         {"foo::Objective", "bar::Objective", "solo::Only", "a::deep::Spot", "b::deep::Spot", "Bare", "in::Bare"})
        add(types, name);
    figures::tell_names_apart(types);
    CHECK(short_name("foo::Objective") == "foo::Objective");
    CHECK(short_name("bar::Objective") == "bar::Objective");
    CHECK(short_name("solo::Only") == "Only");
    CHECK(short_name("a::deep::Spot") == "a::deep::Spot");
    CHECK(short_name("in::Bare") == "in::Bare");
    CHECK(short_name("Bare") == "Bare");
    CHECK(short_name("game::Position") == "Position");

    // A type that is out of use is in nobody's way.
    types.retire(types.find("bar::Objective")->id);
    figures::tell_names_apart(types);
    CHECK(short_name("foo::Objective") == "Objective");
    figures::tell_names_apart(others);
    CHECK(short_name("a::deep::Spot") == "Spot");
}

TEST_CASE("Inspector: two components that are called alike have names that differ", "[panels][inspector]") {
    inspector_scene::Scene s;
    for (const char* name : {"foo::Objective", "bar::Objective", "solo::Only"}) {
        add(s.world.types(), name);
        s.world.add(s.hero, s.world.types().find(name)->id);
    }
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("foo::Objective"));
    CHECK(s.harness.says("bar::Objective"));
    CHECK(s.harness.says("Only"));
    CHECK_FALSE(s.harness.says("solo::Only"));
}

TEST_CASE("Inspector: a component whose values stay with their program is called no tag", "[panels][inspector]") {
    inspector_scene::Scene s;
    ecs::ComponentType kept;
    kept.name = "Kept";
    kept.hidden_bytes = 24;
    s.world.add(s.hero, *s.world.types().add_at_run_time(kept));
    s.harness.frames(3);
    CHECK(s.harness.says("24 B, not described"));
    s.harness.hover_text("Kept", 1);  // the first is in the name of the archetype
    CHECK(s.harness.says("24 B that no field describes"));
}

}  // namespace type_names_test
