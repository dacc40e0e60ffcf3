// An owner, the mirror that shows it, and a history whose edits go to it.
#pragma once

#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/mirror/fake_owner.hpp"

namespace test {

struct MirrorDesk {
    using Edits = std::vector<ecs::Edit>;

    FakeOwner owner;
    ecs::Mirror mirror{owner};
    ecs::Schedule schedule;
    ecs::History history{mirror.world(), schedule};

    MirrorDesk() { mirror.follow(history); }
    ~MirrorDesk() {
        mirror.unfollow();
        owner.forget();
    }

    ecs::World& world() { return mirror.world(); }
    ecs::ComponentId id(std::uint32_t type) const { return mirror.component_of(type); }
    const ecs::ComponentType& type(std::uint32_t type) { return world().types()[id(type)]; }
    template <class T>
    const T& seen(ecs::OwnerKey key, std::uint32_t type) {
        const void* const value = world().get(mirror.entity_of(key), id(type));
        REQUIRE(value != nullptr);
        return *static_cast<const T*>(value);
    }
    template <class T>
    ecs::Value value(std::uint32_t of, const T& content) {
        ecs::Value made(type(of));
        *static_cast<T*>(made.data()) = content;
        return made;
    }
    ecs::OwnerKey hero(int hp = 10) {
        const ecs::OwnerKey key = owner.spawn();
        owner.set(key, FakeOwner::health, hp);
        owner.call(key, "Hero");
        mirror.update();
        return key;
    }
    std::string set_hp(ecs::OwnerKey key, int hp) {
        return history.perform(
            {"Set hp of Hero", Edits{ecs::SetComponent{mirror.entity_of(key), value(FakeOwner::health, hp), {0}}}});
    }
    int hp_there(ecs::OwnerKey key) const { return owner.get<int>(key, FakeOwner::health); }
};

}  // namespace test
