// The worlds that a Probe shows, by their names, and the one that its first client looks at. Private to probe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/utf8.hpp"
#include "ecs/mirror/owner.hpp"
#include "probe/run/pulled_world.hpp"
#include "probe/world/world_owner.hpp"

namespace probe {

struct ShownWorld {
    std::string name;
    // Of an ecs::World, and of another library's one.
    ecs::World* world = nullptr;
    ecs::Schedule* schedule = nullptr;
    std::unique_ptr<WorldOwner> made = nullptr;
    PulledWorld* pulled = nullptr;
    ecs::Owner* owner = nullptr;  // never null
    std::uint64_t number = 0;     // of all that were shown, whatever their names
};

class ShownWorlds {
public:
    static constexpr std::size_t most_name_bytes = 128;

    /// A longer name is cut, wherever it is given.
    static std::string_view kept_name(std::string_view name) { return ecs::whole_characters(name, most_name_bytes); }

    /// Replaces the one of the same name. Returns whether that was the one that the client looks at, or there was none.
    bool add(ShownWorld world);
    /// Likewise.
    bool remove(std::string_view name);
    void clear();
    /// The one of this name, or else the first. False: the client looks at it already, or there is none at all.
    bool choose(std::string_view name);
    /// Null: there is none.
    const ShownWorld* chosen() const { return worlds_.empty() ? nullptr : &worlds_[chosen_]; }
    std::span<const ShownWorld> all() const { return worlds_; }
    /// Null: there is none of this name.
    const ShownWorld* find(std::string_view name) const;
    /// Only among those that clients are told of.
    const ShownWorld* find_told(std::string_view name) const;
    /// For a client that looks at this one of them: nothing while the program gives its one world no name.
    ecs::OwnerWorlds names(const ShownWorld& shown) const;

private:
    std::vector<ShownWorld> worlds_;
    std::size_t chosen_ = 0;
};

}  // namespace probe
