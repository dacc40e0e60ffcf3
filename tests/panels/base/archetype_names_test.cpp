#include "panels/base/archetype_names.hpp"

#include <set>
#include <string>
#include <vector>

#include "catch.hpp"

namespace archetype_names_test {

namespace {

struct Position {
    float x = 0;
};
struct Velocity {
    float x = 0;
};
struct Health {
    int hp = 0;
};
struct Enemy {};
struct Frozen {};

struct Names {
    ecs::World world;
    panels::ArchetypeNames names;

    Names() {
        ecs::TypeRegistry& types = world.types();
        types.add<Position>("game::Position").field("x", &Position::x);
        types.add<Velocity>("game::Velocity").field("x", &Velocity::x);
        types.add<Health>("game::Health").field("hp", &Health::hp);
        types.add<Enemy>("game::Enemy");
        types.add<Frozen>("game::Frozen");
    }
    std::string of(ecs::Entity entity) { return names.of(world, world.archetype_of(entity)).text; }
};

}  // namespace

TEST_CASE("Archetype names: tags, and what not every archetype with these tags has", "[panels][archetype_names]") {
    Names n;
    const ecs::Entity enemy = n.world.create(ecs::Name{"E"}, Position{}, Velocity{}, Enemy{});
    CHECK(n.of(enemy) == "Enemy");
    const ecs::Entity tough = n.world.create(ecs::Name{"E"}, Position{}, Velocity{}, Health{}, Enemy{});
    CHECK(n.of(enemy) == "Enemy");
    CHECK(n.of(tough) == "Enemy + Health");
    const ecs::Entity frozen = n.world.create(ecs::Name{"E"}, Position{}, Velocity{}, Enemy{}, Frozen{});
    const ecs::Entity both = n.world.create(ecs::Name{"E"}, Position{}, Velocity{}, Health{}, Enemy{}, Frozen{});
    CHECK(n.of(frozen) == "Enemy + Frozen");
    CHECK(n.of(both) == "Enemy + Frozen, Health");
    CHECK(n.of(tough) == "Enemy + Health");

    const panels::ArchetypeName& name = n.names.of(n.world, n.world.archetype_of(tough));
    CHECK(name.named == 2);
    CHECK(name.columns.size() == 5);
    CHECK(n.world.archetype_of(tough).types()[name.columns.back()]->id == n.world.name_id());
}

TEST_CASE("Archetype names: without tags", "[panels][archetype_names]") {
    Names n;
    const ecs::Entity nothing = n.world.create();
    CHECK(n.of(nothing) == "no components");
    const ecs::Entity still = n.world.create(ecs::Name{"S"}, Position{});
    CHECK(n.of(still) == "Position");
    const ecs::Entity moving = n.world.create(ecs::Name{"M"}, Position{}, Velocity{});
    CHECK(n.of(still) == "Position");
    CHECK(n.of(moving) == "Velocity");
    const ecs::Entity nameless = n.world.create(Position{}, Velocity{});
    CHECK(n.of(moving) == "Velocity + Name");
    CHECK(n.of(nameless) == "Velocity");
    CHECK(n.of(still) == "Name");
}

TEST_CASE("Archetype names: no two of a world are the same, however the archetypes come", "[panels][archetype_names]") {
    Names n;
    std::vector<ecs::Entity> entities;
    for (unsigned set = 0; set < 32; ++set) {
        const unsigned bits = set * 13 % 32;
        const ecs::Entity entity = n.world.create();
        if ((bits & 1) != 0) n.world.add(entity, Position{});
        if ((bits & 2) != 0) n.world.add(entity, Velocity{});
        if ((bits & 4) != 0) n.world.add(entity, Health{});
        if ((bits & 8) != 0) n.world.add(entity, Enemy{});
        if ((bits & 16) != 0) n.world.add(entity, Frozen{});
        entities.push_back(entity);
        for (const ecs::Entity each : entities) {
            // Kept names are those of a fresh look at the world.
            CHECK(n.of(each) == panels::ArchetypeNames().of(n.world, n.world.archetype_of(each)).text);
            for (const ecs::Entity other : entities)
                if (each != other) CHECK(n.of(each) != n.of(other));
        }
    }
}

TEST_CASE("Archetype names: of thousands of archetypes a call looks at a few, and in the end no two are the same",
          "[panels][archetype_names]") {
    ecs::World world;
    std::vector<ecs::ComponentId> tags;
    for (int i = 0; i < 12; ++i) {
        ecs::ComponentType tag;
        tag.name = "Tag" + std::to_string(i);
        tags.push_back(*world.types().add_at_run_time(std::move(tag)));
    }
    for (unsigned set = 0; set < 4096; ++set) {
        std::vector<ecs::ComponentId> some;
        for (unsigned i = 0; i < 12; ++i)
            if ((set >> i & 1) != 0) some.push_back(tags[i]);
        world.create_with(some);
    }
    REQUIRE(world.archetype_count() >= 4096);
    panels::ArchetypeNames names;
    const auto& last = world.archetype(static_cast<ecs::ArchetypeId>(world.archetype_count() - 1));
    CHECK(names.of(world, last).text.starts_with("Tag0 + Tag1"));
    CHECK(names.looked_at() <= panels::ArchetypeNames::looked_at_a_call + 1);
    std::size_t calls = 1;
    for (; names.busy(world); ++calls) (void)names.of(world, last);
    CHECK(calls == (world.archetype_count() + panels::ArchetypeNames::looked_at_a_call - 1) /
                       panels::ArchetypeNames::looked_at_a_call);
    CHECK(names.looked_at() == world.archetype_count());
    std::set<std::string> all;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        CHECK(all.insert(names.of(world, world.archetype(id)).text).second);
}

}  // namespace archetype_names_test
