#include "ecs/world/sibling_order.hpp"

#include <limits>

#include "catch.hpp"
#include "ecs/world/world.hpp"

namespace sibling_order_test {

using namespace ecs;

TEST_CASE("SiblingOrder: an entity without it stands at its slot", "[ecs][siblings]") {
    World world;
    const Entity a = world.create(), b = world.create(), c = world.create();
    CHECK(sibling_order_type(world.types()) == no_component);
    CHECK_FALSE(SiblingPlaces(world).any());
    REQUIRE(register_sibling_order(world.types()).empty());
    CHECK(register_sibling_order(world.types()).empty());
    world.add(c, SiblingOrder{a.index + 0.5});
    const SiblingPlaces places(world);
    CHECK(places.any());
    CHECK(places.place(b) == b.index);
    std::vector<Entity> all{a, b, c};
    places.sort(all);
    CHECK(all == std::vector<Entity>{a, c, b});
    CHECK(places.before(c, b));
    CHECK_FALSE(places.before(c, a));
    CHECK(places.placed_at_top() == std::vector<Entity>{c});
}

TEST_CASE("SiblingOrder: what is no number counts as none", "[ecs][siblings]") {
    World world;
    const Entity a = world.create(), b = world.create();
    world.add(a, SiblingOrder{std::numeric_limits<double>::quiet_NaN()});
    std::vector<Entity> all{b, a};
    SiblingPlaces(world).sort(all);
    CHECK(all == std::vector<Entity>{a, b});
}

TEST_CASE("SiblingOrder: a type of another kind with its name is left alone, and said", "[ecs][siblings]") {
    World world;
    struct Other {
        int value = 0;
    };
    world.types().add<Other>("SiblingOrder").field("value", &Other::value);
    CHECK(sibling_order_type(world.types()) == no_component);
    CHECK(register_sibling_order(world.types()).find("Siblings of this world can have no order") == 0);
}

TEST_CASE("SiblingOrder: the version grows when a place changes, and only then", "[ecs][siblings]") {
    World world;
    const Entity a = world.create(SiblingOrder{1}), other = world.create(Name{"other"});
    const std::uint64_t before = SiblingPlaces(world).version();
    world.get_mut<Name>(other).value = "another";
    CHECK(SiblingPlaces(world).version() == before);
    world.get_mut<SiblingOrder>(a).value = 2;
    CHECK(SiblingPlaces(world).version() > before);
}

}  // namespace sibling_order_test
