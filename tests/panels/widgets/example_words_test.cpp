#include "panels/widgets/example_words.hpp"

#include "catch.hpp"
#include "ecs/ecs.hpp"

namespace example_words_test {

namespace {

struct Place {
    ecs::Vec2 at;
};
struct Health {
    std::int32_t hp = 1;
};

}  // namespace

TEST_CASE("Words of hints are of components that entities have", "[panels]") {
    ecs::World world;
    CHECK(panels::example_words(world).number == "Health.hp");
    world.types().add<Place>("game::Place").field("at", &Place::at);
    CHECK(panels::example_words(world).number == "Health.hp");
    world.create(ecs::Name{"A"}, Place{});
    CHECK(panels::example_words(world).number == "Place.at.x");
    CHECK(panels::example_words(world).component == "Place");
    world.types().add<Health>("Health").field("hp", &Health::hp);
    CHECK(panels::example_words(world).number == "Health.hp");
    CHECK(panels::example_words(world).component == "Place");
}

TEST_CASE("Words of hints are short where the world has short ones", "[panels]") {
    struct Transform {
        ecs::Vec2 translation;
    };
    struct Speed {
        float now = 0;
    };
    ecs::World world;
    world.types().add<Transform>("Transform").field("translation", &Transform::translation);
    world.types().add<Speed>("Speed").field("now", &Speed::now);
    world.create(Transform{});
    CHECK(panels::example_words(world).number == "Transform.translation.x");
    world.create(Transform{}, Speed{});
    CHECK(panels::example_words(world).number == "Speed.now");
    CHECK(panels::example_words(world).component == "Speed");
}

}  // namespace example_words_test
