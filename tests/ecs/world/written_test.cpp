#include "ecs/world/written.hpp"

#include "catch.hpp"
#include "ecs/ecs.hpp"

namespace written_test {

namespace {

struct Place {
    float x = 0;
};
struct Health {
    float hp = 0;
};

}  // namespace

TEST_CASE("Written: the components of a world that were written since a version, each once", "[ecs][world]") {
    ecs::World world;
    const ecs::Entity one = world.create(Place{}, Health{}), other = world.create(Health{});
    const auto written_by = [&](auto&& change) {
        const std::uint64_t version = world.version();
        change();
        return ecs::written_since(world, version);
    };
    const ecs::ComponentId place = world.id<Place>(), health = world.id<Health>();
    CHECK(written_by([] {}).empty());
    CHECK(written_by([&] { world.get_mut<Place>(one).x = 1; }) == std::vector{place});
    CHECK(written_by([&] {
              world.get_mut<Health>(one).hp = 1;
              world.get_mut<Health>(other).hp = 2;
          }) == std::vector{health});
    // Rows come and go without counting.
    CHECK(written_by([&] { world.add(other, Place{}); }).empty());
    CHECK(written_by([&] { world.destroy(one); }).empty());
}

}  // namespace written_test
