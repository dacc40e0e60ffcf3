// The kinds of components of the model test: trivial and not, small and larger than a chunk, over-aligned, move-only,
// throwing, tags, made at run time. To the model a value is one number, and 0 is the default value.
#pragma once

#include <memory>
#include <vector>

#include "ecs/world/world.hpp"

namespace test {

class Kind {
public:
    Kind() = default;
    virtual ~Kind() = default;
    Kind(const Kind&) = delete;
    Kind& operator=(const Kind&) = delete;

    virtual bool holds(const void* value, int number) const = 0;
    virtual void write(void* value, int number) const = 0;
    /// Through the typed calls, where there is a C++ type.
    virtual void add(ecs::World& world, ecs::Entity entity, int number) const = 0;
    virtual bool remove(ecs::World& world, ecs::Entity entity) const { return world.remove(entity, id); }
    virtual void* get_mut(ecs::World& world, ecs::Entity entity) const { return world.get_mut(entity, id); }

    ecs::Value make(const ecs::World& world, int number) const;

    ecs::ComponentId id = ecs::no_component;
    bool tag = false;
    bool copyable = true;
    bool throwing = false;        // when it is made or copied
    std::size_t max_values = ~0;  // larger ones are kept few
};

/// The kinds by position; `Name` is among them, `Parent` is not.
std::vector<std::unique_ptr<Kind>> register_kinds(ecs::World& world);

/// Positions of the kinds that tests name.
inline constexpr std::size_t position_kind = 0, health_kind = 1, label_kind = 2, tracked_kind = 3, frozen_kind = 4;
inline constexpr std::size_t kind_count = 13;

}  // namespace test
