// World files of worlds in which generations run out.
#include <limits>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"

namespace last_generation_test {

using namespace editor;
using ecs::Entity;

TEST_CASE("World file: a retired slot stays so, and the last handles go on as in the world that was saved",
          "[editor][world_file][generation]") {
    constexpr std::uint32_t last_generation = std::numeric_limits<std::uint32_t>::max();
    demo::Session session;
    ecs::World& world = session.world;
    const Entity lives{3, last_generation}, retired{5, last_generation}, almost{7, last_generation - 1};
    for (const Entity entity : {lives, retired, almost}) REQUIRE(world.create_at(entity));
    world.destroy(retired);
    world.destroy(almost);

    const std::string saved = write_world(session);
    const std::unique_ptr<Session> loaded = demo::read(saved, "level.json");
    CHECK(write_world(*loaded) == saved);
    CHECK(ecs::state_hash(loaded->world) == ecs::state_hash(world));
    CHECK(loaded->world.alive(lives));
    loaded->world.destroy(lives);
    world.destroy(lives);
    for (int i = 0; i < 20; ++i) {
        const Entity made = world.create();
        CHECK(loaded->world.create() == made);
        CHECK(made.index != retired.index);
        CHECK(made.index != lives.index);
        if (made.index == almost.index) CHECK(made.generation == last_generation);
    }
}

}  // namespace last_generation_test
