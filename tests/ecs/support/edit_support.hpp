// What the tests of edits share: a world with a small tree in it, and all of its state that an edit must restore.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"

namespace test {

struct Unique {
    std::unique_ptr<int> pointer;
};
struct Link {
    ecs::Entity one;
    std::int32_t number = 0;
    ecs::Entity many[3];
};
struct Chain {
    Link links[2];
    ecs::Entity end;
};

struct State {
    std::uint64_t hash = 0;
    std::vector<ecs::Entity> entities, free_list;
    std::size_t slots = 0;
    ecs::Entity next;
    std::vector<std::string> systems;  // with all that edits change about them
    std::vector<std::string> types;
    friend bool operator==(const State&, const State&) = default;
};

struct EditFixture {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::Entity player, child, grandchild, other;

    EditFixture() {
        register_types(world);
        register_tracked(world);
        world.types().add<Unique>("Unique");
        world.types()
            .add<Link>("Link")
            .field("one", &Link::one)
            .field("number", &Link::number)
            .field("many", &Link::many);
        ecs::StructBuilder<Link> link;
        link.field("one", &Link::one).field("number", &Link::number).field("many", &Link::many);
        world.types().add<Chain>("Chain").struct_field("links", &Chain::links, link).field("end", &Chain::end);

        for (const char* const name : {"Movement", "Steering"}) {
            ecs::SystemDescription system;
            system.name = name;
            system.run = [](ecs::SystemContext&) {};
            schedule.add(system);
        }

        player = world.create(ecs::Name{"Player"}, Position{1, 2, 3}, Health{5}, Tracked(1));
        child = world.create(ecs::Parent{player}, Label{"child"}, Frozen{});
        grandchild = world.create(ecs::Parent{child}, Tracked(2), Wide{});
        other = world.create(Health{9});
    }

    State state() const {
        State result{ecs::state_hash(world),
                     entities_of(world),
                     world.entity_index().free_list(),
                     world.slot_count(),
                     world.entity_index().next(),
                     {},
                     {}};
        for (ecs::ComponentId id = 0; id < world.types().size(); ++id)
            if (!world.types()[id].retired && !world.types()[id].made_by_edit)
                result.types.push_back(world.types()[id].name);
        for (const ecs::System* system : schedule.systems()) {
            const ecs::SystemDescription& its = system->description;
            result.systems.push_back(its.name + ' ' + its.group + ' ' + std::to_string(its.budget_us) +
                                     (system->enabled ? " on" : " off"));
        }
        result.systems.push_back("a tick " + std::to_string(schedule.budget_us));
        return result;
    }
    template <class T>
    ecs::Value value(T object) const {
        return ecs::Value::of(world.types()[world.id<T>()], std::move(object));
    }
    template <class T>
    ecs::Value tag() const {
        return ecs::Value(world.types()[world.id<T>()]);
    }
    std::string why_not(const ecs::Edit& edit) const { return ecs::why_not(world, schedule, edit); }
    void apply(ecs::Edit& edit) { ecs::apply(world, schedule, edit); }
};

}  // namespace test
