#include "probe/world/world_owner.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"

namespace world_owner_test {

namespace {

struct Place {
    float x = 0, y = 0;
};

struct Health {
    int hp = 0;
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
    /// One new chunk, while the world arrives.
    ecs::Pull& look_at_part() {
        pull.clear(owner.types().size());
        CHECK(owner.pull_part(pull, std::chrono::steady_clock::time_point::min()).empty());
        for (const probe::NewRows& rows : owner.new_rows()) add_to(pull, rows, owner.types());
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

TEST_CASE("World owner: a value is said once, whether it was written alone, in a pass, or in both", "[world_owner]") {
    Owned owned;
    std::vector<ecs::Entity> entities;
    for (int i = 0; i < 100; ++i) entities.push_back(owned.world.create(Place{float(i), 0}, Health{i}));
    owned.look();
    const auto write = [&](std::size_t which) { owned.world.get_mut<Place>(entities[which]).y += 1; };
    write(3);
    write(3);
    ecs::View<Health> pass(owned.world);
    pass.each(owned.world, [](Health& health) { health.hp += health.hp == 7 ? 1 : 0; });
    CHECK(owned.values() == 2);
    // Its row is another one by now.
    write(99);
    owned.world.destroy(entities[0]);
    const ecs::Pull& pull = owned.look();
    CHECK(pull.columns[0].keys == std::vector<ecs::OwnerKey>{entities[99].bits()});
    // It was written, and is gone.
    write(98);
    owned.world.destroy(entities[98]);
    const std::vector<ecs::OwnerKey> said = owned.look().columns[0].keys;
    CHECK(std::count(said.begin(), said.end(), entities[98].bits()) == 0);
    // What memcpy cannot copy is not compared, and still said once.
    owned.world.add(entities[1], ecs::Name{"one"});
    owned.look();
    for (int i = 0; i < 5; ++i) owned.world.get_mut<ecs::Name>(entities[1]).value = "another";
    CHECK(owned.look().named.size() == 1);
    CHECK(owned.pull.named.front().name == "another");
}

TEST_CASE("World owner: a child that went with its parent is destroyed already", "[world_owner]") {
    Owned owned;
    const ecs::Entity parent = owned.world.create(Place{}), child = owned.world.create(Place{}, ecs::Parent{parent});
    owned.look();
    for (const ecs::Entity each : {parent, child}) {
        const ecs::OwnerRequest request{.kind = ecs::OwnerRequest::Kind::Destroy, .key = each.bits()};
        CHECK(owned.owner.why_not(request).empty());
        CHECK(owned.owner.ask(1, request).outcome == ecs::OwnerReply::Outcome::Done);
    }
    CHECK(owned.world.entity_count() == 0);
}

TEST_CASE("World owner: who is created comes into its archetype at once", "[world_owner]") {
    Owned owned;
    owned.world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    owned.world.types().add<Health>("Health").field("hp", &Health::hp);
    owned.look();
    const std::span<const ecs::ComponentType> types = owned.owner.types();
    ecs::OwnerRequest request{.kind = ecs::OwnerRequest::Kind::Create, .name = "made"};
    request.parts.push_back({0, ecs::Value::of(types[0], Place{1, 2})});
    request.parts.push_back({1, ecs::Value::of(types[1], Health{7})});
    request.parts.push_back(request.parts.front());  // twice does no harm
    const std::size_t archetypes = owned.world.archetype_count();
    const ecs::OwnerReply reply = owned.owner.ask(1, request);
    REQUIRE(reply.outcome == ecs::OwnerReply::Outcome::Done);
    CHECK(owned.world.archetype_count() == archetypes + 1);
    const ecs::Entity made = ecs::entity_of_bits(reply.key);
    CHECK(owned.world.get<Place>(made).y == 2);
    CHECK(owned.world.get<Health>(made).hp == 7);
    CHECK(owned.world.name(made) == "made");
}

namespace {

/// A client: its world is what the pulls say.
struct Client {
    struct Known {
        std::optional<Place> place;
        std::optional<int> hp;
        std::string name;
        bool operator==(const Known& other) const {
            return place.has_value() == other.place.has_value() && hp == other.hp && name == other.name &&
                   (!place || (place->x == other.place->x && place->y == other.place->y));
        }
    };
    std::map<ecs::OwnerKey, Known> all;

    void apply(const ecs::Pull& pull, const probe::WorldOwner& owner) {
        for (const ecs::OwnerKey key : pull.destroyed) all.erase(key);
        for (const ecs::Pull::Created& each : pull.created) all[each.key] = {};
        for (const ecs::Pull::Removed& each : pull.removed)
            is_place(owner, each.type) ? all[each.key].place.reset() : all[each.key].hp.reset();
        for (const ecs::Pull::Column& column : pull.columns)
            for (std::size_t i = 0; i < column.keys.size(); ++i) {
                if (is_place(owner, column.type))
                    all[column.keys[i]].place = *static_cast<const Place*>(column.values[i]);
                else
                    all[column.keys[i]].hp = static_cast<const Health*>(column.values[i])->hp;
            }
        for (const ecs::Pull::Named& each : pull.named) all[each.key].name = each.name;
    }
    static bool is_place(const probe::WorldOwner& owner, std::uint32_t type) {
        return owner.types()[type].size == sizeof(Place);
    }
};

}  // namespace

TEST_CASE("World owner: a client that applies every pull has the same world after each of 1,000 random ticks",
          "[world_owner]") {
    const bool in_parts = GENERATE(false, true);
    std::size_t compared = 0, parts = 0;
    Owned owned;
    ecs::World& world = owned.world;
    ecs::Random random(11);
    std::vector<ecs::Entity> all;
    (void)world.id<Place>(), (void)world.id<Health>();
    const auto any = [&] { return all[random.below(static_cast<std::uint32_t>(all.size()))]; };
    ecs::View<Place> places(world);
    Client client;
    const auto change = [&] {
        if (all.size() < 300) all.push_back(world.create(Place{random.unit(), 0}, Health{1}));
        switch (random.below(12)) {
            case 0:
                all.push_back(world.create(Health{static_cast<int>(random.below(100))}));
                break;
            case 1:
                world.destroy(any());
                std::erase_if(all, [&](ecs::Entity each) { return !world.alive(each); });
                break;
            case 2:
                places.each(world, [&](Place& place) { place.x += random.below(9) == 0 ? 1.0f : 0.0f; });
                break;
            case 3:
                world.remove<Place>(any());
                break;
            case 4:
                world.add(any(), Place{random.unit(), 1});
                break;
            case 5:
                world.add(any(), ecs::Name{std::to_string(random.below(1000))});
                break;
            case 6: {
                const ecs::HoldGuard hold(world);
                if (const ecs::Entity one = any(); world.has<Health>(one)) world.get_mut<Health>(one).hp += 1;
                break;
            }
            default:
                if (const ecs::Entity one = any(); world.has<Place>(one)) world.get_mut<Place>(one).y = random.unit();
                if (const ecs::Entity one = any(); world.has<Health>(one)) world.get_mut<Health>(one).hp += 1;
        }
    };
    for (int tick = 0; tick < 1'000; ++tick) {
        for (std::uint32_t i = random.below(6); i > 0; --i) change();
        if (tick % 200 == 199)  // more than the log holds
            for (std::size_t i = 0; i < ecs::WriteLog::most_rows + 10; ++i)
                if (const ecs::Entity one = any(); world.has<Health>(one)) world.get_mut<Health>(one).hp += 1;
        if (tick % 30 == 29) owned.owner.say_all_again(), client.all.clear();
        client.apply(in_parts ? owned.look_at_part() : owned.look(), owned.owner);
        if (owned.owner.still_to_come() > 0) {
            ++parts;
            continue;
        }
        ++compared;
        std::map<ecs::OwnerKey, Client::Known> is;
        for (const ecs::Entity each : all) {
            Client::Known& known = is[each.bits()];
            if (world.has<Place>(each)) known.place = world.get<Place>(each);
            if (world.has<Health>(each)) known.hp = world.get<Health>(each).hp;
            known.name = world.name(each);
        }
        REQUIRE(client.all == is);
    }
    CHECK(compared > 500);
    CHECK((parts > 30) == in_parts);
}

TEST_CASE("World owner: a large world comes in parts", "[world_owner]") {
    Owned owned;
    std::vector<ecs::Entity> all;
    for (int i = 0; i < 20'000; ++i) all.push_back(owned.world.create(Place{float(i), 0}));
    const ecs::Archetype& archetype = owned.world.archetype_of(all.front());
    std::size_t parts = 0, came = 0;
    do {
        const ecs::Pull& pull = owned.look_at_part();
        CHECK(pull.columns[0].values.size() == pull.created.size());
        came += pull.created.size();
        ++parts;
        CHECK(came + owned.owner.still_to_come() == all.size());
        // A chunk that did not come yet is not looked at for single values.
        owned.world.get_mut<Place>(all.back()).y += 1;
    } while (owned.owner.still_to_come() > 0);
    CHECK(parts == archetype.chunk_count());
    CHECK(owned.values() == 1);
    // What appears later comes at once.
    for (int i = 0; i < 20'000; ++i) owned.world.create(Place{});
    CHECK(owned.look_at_part().created.size() == 20'000);
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
