// What a FakeOwner's program does at random, and what a mirror of it shows otherwise.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>

#include "ecs/base/random.hpp"
#include "ecs/mirror/fake_owner.hpp"

namespace test {

struct Place {
    float x = 0, y = 0;
};

/// Empty when the mirror shows exactly what the owner has, else the first difference.
inline std::string difference(const ecs::Mirror& mirror, const FakeOwner& owner) {
    const ecs::World& world = mirror.world();
    if (world.entity_count() != owner.things.size())
        return std::to_string(world.entity_count()) + " entities, not " + std::to_string(owner.things.size());
    for (const auto& [key, thing] : owner.things) {
        const ecs::Entity entity = mirror.entity_of(key);
        if (!entity) return std::to_string(key) + " is missing";
        if (mirror.key_of(entity) != key) return std::to_string(key) + " is not known by its handle";
        if (world.name(entity) != thing.name) return std::to_string(key) + " has another name";
        const ecs::Entity parent =
            thing.parent == ecs::no_owner_key ? ecs::null_entity : mirror.entity_of(thing.parent);
        if (world.parent(entity) != parent) return std::to_string(key) + " has another parent";
        for (std::uint32_t type = 0; type < FakeOwner::type_count; ++type) {
            const auto part = thing.parts.find(type);
            if (world.has(entity, mirror.component_of(type)) != (part != thing.parts.end()))
                return std::to_string(key) + " has other components";
            if (part == thing.parts.end() || type == FakeOwner::frozen) continue;
            if (!ecs::values_equal(part->second.type(), part->second.data(),
                                   world.get(entity, mirror.component_of(type))))
                return std::to_string(key) + " has another value";
        }
    }
    return {};
}

inline ecs::OwnerKey any_of(const FakeOwner& owner, ecs::Random& random) {
    if (owner.things.empty()) return ecs::no_owner_key;
    auto found = owner.things.begin();
    std::advance(found, static_cast<std::ptrdiff_t>(random.next() % owner.things.size()));
    return found->first;
}

inline bool is_below(const FakeOwner& owner, ecs::OwnerKey key, ecs::OwnerKey ancestor) {
    for (; key != ecs::no_owner_key; key = owner.things.at(key).parent)
        if (key == ancestor) return true;
    return false;
}

/// What a program does to its world in a tick.
inline void run_owner(FakeOwner& owner, ecs::Random& random) {
    for (int i = 0; i < 8; ++i) {
        const ecs::OwnerKey key = any_of(owner, random);
        const auto roll = random.next() % 10;
        if (key == ecs::no_owner_key || roll == 0)
            owner.set(owner.spawn(), FakeOwner::health, i);
        else if (roll == 1)
            owner.kill(key);
        else if (roll <= 3)
            owner.set(key, FakeOwner::position, Place{static_cast<float>(random.next() % 100), 1});
        else if (roll == 4)
            owner.set(key, FakeOwner::label, std::string("text ") + std::to_string(random.next() % 1000));
        else if (roll == 5)
            owner.tag(key);
        else if (roll == 6)
            owner.unset(key, static_cast<std::uint32_t>(random.next() % FakeOwner::type_count));
        else if (roll == 7)
            owner.call(key, random.next() % 3 == 0 ? "" : "N" + std::to_string(random.next() % 50));
        else if (const ecs::OwnerKey parent = any_of(owner, random); !is_below(owner, parent, key))
            owner.put_below(key, random.next() % 4 == 0 ? ecs::no_owner_key : parent);
    }
}

}  // namespace test
