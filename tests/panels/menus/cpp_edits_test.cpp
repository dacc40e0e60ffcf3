#include "panels/menus/cpp_edits.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/world/world.hpp"

namespace cpp_edits_test {

namespace {

struct Spot {
    float x = 0, y = 0;
};
struct Burning {};

}  // namespace

TEST_CASE("C++ of edits: each kind is a call of ecs, and what is created gets a variable", "[panels][menus]") {
    ecs::World world;
    world.types().add<Spot>("Spot").field("x", &Spot::x).field("y", &Spot::y);
    world.types().add<Burning>("Burning");
    const ecs::Entity old = world.create(ecs::Name{"Old"}, Spot{1, 2});
    const ecs::ComponentType& spot = world.types()[world.id<Spot>()];
    const ecs::Value name = ecs::Value::of(world.types()[world.name_id()], ecs::Name{"Lamp"});
    const std::vector<ecs::Edit> edits{
        ecs::CreateEntities{{{{7, 1}, {}, {name, ecs::Value::of(spot, Spot{3, 4})}}, {{8, 2}, {7, 1}, {}}}},
        ecs::SetComponent{old, ecs::Value::of(spot, Spot{5, 6}), {1}},
        ecs::SetComponent{{7, 1}, ecs::Value::of(spot, Spot{5, 6}), {}},
        ecs::AddComponent{old, ecs::Value(world.types()[world.id<Burning>()])},
        ecs::RemoveComponent{old, spot.id},
        ecs::SetParent{{8, 2}, old},
        ecs::SetParent{{8, 2}, {}},
        ecs::ToggleSystem{"Movement", false},
        ecs::DestroyEntity{{7, 1}},
    };
    CHECK(panels::cpp_of_edits(world, edits) ==
          "const ecs::Entity entity_7 = world.create(ecs::Name{\"Lamp\"}, Spot{.x = 3.0f, .y = 4.0f});\n"
          "const ecs::Entity entity_8v2 = world.create(ecs::Parent{entity_7});\n"
          "world.get_mut<Spot>(ecs::Entity{1, 1}).y = 6.0f;\n"
          "world.get_mut<Spot>(entity_7) = Spot{.x = 5.0f, .y = 6.0f};\n"
          "world.add(ecs::Entity{1, 1}, Burning{});\n"
          "world.remove<Spot>(ecs::Entity{1, 1});\n"
          "world.set_parent(entity_8v2, ecs::Entity{1, 1});\n"
          "world.set_parent(entity_8v2, ecs::null_entity);\n"
          "schedule.set_enabled(\"Movement\", false);\n"
          "world.destroy(entity_7);\n");
}

TEST_CASE("C++ of edits: what cannot be written is named in a comment", "[panels][menus]") {
    ecs::World world;
    const std::vector<ecs::Edit> edits{ecs::FoldTags{{}, "Marks", {}}};
    const std::string text = panels::cpp_of_edits(world, edits);
    CHECK(text.starts_with("// "));
    CHECK(text.find("not written as C++\n") != std::string::npos);
}

}  // namespace cpp_edits_test
