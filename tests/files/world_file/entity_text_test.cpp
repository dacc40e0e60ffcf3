#include "files/world_file/entity_text.hpp"

#include "catch.hpp"
#include "files/world_file/world_file.hpp"

namespace entity_text_test {

struct Wick {
    float left = 1;
};
struct Lit {};

TEST_CASE("Entity text: it is the line of the entity in the world file", "[files][world_file]") {
    ecs::World world;
    world.types().add<Wick>("Wick").field("left", &Wick::left);
    world.types().add<Lit>("Lit");
    const ecs::Entity lamp = world.create(ecs::Name{"A \"lamp\""}, Wick{0.5f}, Lit{});
    const ecs::Entity bare = world.create(ecs::Parent{lamp});
    const std::string file = files::write_world(world, {});
    for (const ecs::Entity entity : {lamp, bare}) {
        const std::string text = files::entity_text(world, entity);
        INFO(text);
        CHECK(file.find("    " + text) != std::string::npos);
    }
    CHECK(files::entity_text(world, bare) == R"({ "id": "2v1", "parent": "1v1" })");
}

}  // namespace entity_text_test
