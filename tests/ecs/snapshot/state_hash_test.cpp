#include "ecs/snapshot/state_hash.hpp"

#include <cstring>
#include <limits>

#include "catch.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"

namespace state_hash_test {

using namespace ecs;
using namespace test;

namespace {

struct Padded {
    std::uint8_t flag = 0;
    double number = 0;
    Entity target;
};
struct Undescribed {
    std::int32_t a = 1, b = 2;
};
struct Secret {
    std::string text = "on the heap, at an address that differs from run to run";
};

void register_more(World& world) {
    register_types(world);
    world.types()
        .add<Padded>("Padded")
        .field("flag", &Padded::flag)
        .field("number", &Padded::number)
        .field("target", &Padded::target);
    world.types().add<Undescribed>("Undescribed");
    world.types().add<Secret>("Secret");
}

struct Fixture {
    World world;
    Fixture() { register_more(world); }
    std::uint64_t hash() const { return state_hash(world); }
};

}  // namespace

TEST_CASE("State hash: depends neither on the order of rows nor of registration", "[ecs][state_hash]") {
    Fixture a;
    World b;
    b.types().add<Enemy>("Enemy");  // other ids for the same components
    b.types().add<Health>("Health").field("hp", &Health::hp);
    register_more(b);

    const Entity first = a.world.create(Health{1}, Position{1, 2, 3}, Label{"one"});
    const Entity second = a.world.create(Health{2}, Position{}, Label{"two"});
    const Entity third = a.world.create(Enemy{});

    REQUIRE(b.create_at(third));
    b.add<Enemy>(third);
    for (const Entity entity : {second, first}) {
        REQUIRE(b.create_at(entity));
        b.add(entity, Label{entity == first ? "one" : "two"});
        b.add(entity, entity == first ? Position{1, 2, 3} : Position{});
        b.add(entity, Health{entity == first ? 1 : 2});
    }
    CHECK(state_hash(b) == a.hash());
}

TEST_CASE("State hash: differs when anything that counts differs", "[ecs][state_hash]") {
    Fixture f;
    const Entity a = f.world.create(Health{1}, Padded{}, Undescribed{}, Name{"a"}), b = f.world.create(Health{2});
    std::vector<std::uint64_t> seen{f.hash()};
    const auto changed = [&] {
        const std::uint64_t hash = f.hash();
        const bool fresh = std::find(seen.begin(), seen.end(), hash) == seen.end();
        seen.push_back(hash);
        return fresh;
    };
    f.world.get_mut<Health>(a).hp = 2;
    f.world.get_mut<Health>(b).hp = 1;  // the same values, on the other entity
    CHECK(changed());
    f.world.get_mut<Padded>(a).number = -0.0;
    CHECK(changed());
    f.world.get_mut<Padded>(a).target = b;
    CHECK(changed());
    f.world.get_mut<Undescribed>(a).b = 3;
    CHECK(changed());
    f.world.get_mut<Name>(a) = Name{"b"};
    CHECK(changed());
    f.world.get_mut<Name>(a).value.clear();
    CHECK(changed());
    f.world.remove<Name>(a);
    CHECK(changed());
    f.world.add<Frozen>(a);
    CHECK(changed());
    f.world.remove<Frozen>(a);
    f.world.add<Enemy>(a);  // another tag
    CHECK(changed());
    f.world.set_parent(a, b);
    CHECK(changed());
    f.world.destroy(a);
    CHECK(changed());
    f.world.create();  // the same slot, another generation, and empty
    CHECK(changed());
    f.world.destroy(b);
    CHECK(changed());
}

TEST_CASE("State hash: a value that moved from one component to another is another state", "[ecs][state_hash]") {
    Fixture a, b;
    a.world.create(Position{1, 2, 3}, Velocity{4, 5, 6});
    b.world.create(Position{4, 5, 6}, Velocity{1, 2, 3});
    CHECK(a.hash() != b.hash());
    Fixture c, d;
    c.world.create(Label{"x"}, Name{""});
    d.world.create(Label{""}, Name{"x"});
    CHECK(c.hash() != d.hash());
}

TEST_CASE("State hash: padding, the past and the free slots do not count", "[ecs][state_hash]") {
    Fixture f;
    const Entity entity = f.world.create(Padded{});
    const std::uint64_t before = f.hash();
    std::memset(reinterpret_cast<std::byte*>(&f.world.get_mut<Padded>(entity)) + 1, 0x5a, 7);
    CHECK(f.hash() == before);
    f.world.destroy(f.world.create(Health{}));
    f.world.add<Frozen>(entity);
    f.world.remove<Frozen>(entity);
    f.world.set_tick(99);
    CHECK(f.hash() == before);
}

TEST_CASE("State hash: floats count by their bits", "[ecs][state_hash]") {
    Fixture f;
    const Entity entity = f.world.create(Position{std::numeric_limits<float>::quiet_NaN(), 0, 0});
    const std::uint64_t nan = f.hash();
    CHECK(f.hash() == nan);
    f.world.get_mut<Position>(entity).x = 0.0f;
    const std::uint64_t zero = f.hash();
    f.world.get_mut<Position>(entity).x = -0.0f;
    CHECK(zero != f.hash());
    CHECK(zero != nan);
}

TEST_CASE("State hash: undescribed values that are not plain bytes count by their name only", "[ecs][state_hash]") {
    Fixture a, b;
    a.world.create(Secret{});
    b.world.create(Secret{"short"});
    CHECK(a.hash() == b.hash());
    b.world.create();
    CHECK(a.hash() != b.hash());
}

TEST_CASE("State hash: values kept as text count by their text", "[ecs][state_hash]") {
    const auto hash_of = [](const std::string& text) {
        World world;
        const ComponentId id = *world.types().add_opaque("Unknown");
        const Entity entity = world.create_with({&id, 1});
        *static_cast<std::string*>(world.get_mut(entity, id)) = text;
        return state_hash(world);
    };
    CHECK(hash_of("{\"a\":1}") == hash_of("{\"a\":1}"));
    CHECK(hash_of("{\"a\":1}") != hash_of("{\"a\":2}"));
}

TEST_CASE("State hash: is the same in every build", "[ecs][state_hash]") {
    Fixture f;
    CHECK(f.hash() == 0x48218226ff3cd4bfu);
    const Entity parent = f.world.create(Name{"Player"}, Position{1.5f, -2, 3e10f}, Health{-7});
    const Entity child = f.world.create(Padded{1, 2.5, parent}, Wide{}, Label{""}, Undescribed{}, Enemy{});
    f.world.set_parent(child, parent);
    CHECK(f.hash() == 0xa0c38daad162f3b5u);
}

}  // namespace state_hash_test
