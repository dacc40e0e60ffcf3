#include "probe/world/world_owner.hpp"

#include <vector>

#include "catch.hpp"
#include "ecs/ecs.hpp"

namespace world_owner_test {

namespace {

struct Place {
    float x = 0, y = 0;
};

struct Owned {
    ecs::World world;
    probe::WorldOwner owner{world};
    ecs::Pull pull;

    ecs::Pull& look() {
        pull.clear(owner.types().size());
        CHECK(owner.pull(pull).empty());
        return pull;
    }
    std::size_t values() {
        std::size_t count = 0;
        for (const ecs::Pull::Column& column : look().columns) count += column.keys.size();
        return count;
    }
};

}  // namespace

TEST_CASE("World owner: one written value among ten thousand is the only one that is said", "[world_owner]") {
    Owned owned;
    std::vector<ecs::Entity> entities;
    for (int i = 0; i < 10'000; ++i) entities.push_back(owned.world.create(Place{float(i), 0}));
    CHECK(owned.values() == 10'000);
    CHECK(owned.values() == 0);
    owned.world.get_mut<Place>(entities[5'000]).y = 1;
    CHECK(owned.values() == 1);
    // Written, and the same: nobody need hear of it.
    owned.world.get_mut<Place>(entities[5'000]).y = 1;
    CHECK(owned.values() == 0);
}

TEST_CASE("World owner: who moves in memory and stays what it was is said at most once", "[world_owner]") {
    Owned owned;
    std::vector<ecs::Entity> entities;
    for (int i = 0; i < 1'000; ++i) entities.push_back(owned.world.create(Place{float(i), 0}));
    owned.look();
    owned.world.destroy(entities.front());
    const ecs::Pull& pull = owned.look();
    CHECK(pull.destroyed == std::vector<ecs::OwnerKey>{entities.front().bits()});
    CHECK(pull.columns[0].keys.size() <= 1);  // the last row fills the hole
    CHECK(pull.created.empty());
}

TEST_CASE("World owner: another entity in the slot of one that went is told apart", "[world_owner]") {
    Owned owned;
    const ecs::Entity first = owned.world.create(Place{1, 1});
    owned.look();
    owned.world.destroy(first);
    const ecs::Entity second = owned.world.create(Place{1, 1});
    REQUIRE(second.index == first.index);
    const ecs::Pull& pull = owned.look();
    CHECK(pull.destroyed == std::vector<ecs::OwnerKey>{first.bits()});
    REQUIRE(pull.created.size() == 1);
    CHECK(pull.created.front().key == second.bits());
}

TEST_CASE("World owner: a type that is described later begins another run", "[world_owner]") {
    Owned owned;
    owned.world.create(Place{1, 1});
    owned.look();
    const std::uint64_t run = owned.owner.run();
    owned.world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    const ecs::Pull& pull = owned.look();
    CHECK(owned.owner.run() == run + 1);
    CHECK(pull.created.size() == 1);
}

}  // namespace world_owner_test
