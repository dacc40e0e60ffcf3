// Copies of the values of some entities, taken at up to three moments: A, B and C. They stay as they were, byte for
// byte, whatever becomes of the entities. The copies point to the types of their world, so they must go before it does.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ecs/types/value.hpp"
#include "ecs/world/world.hpp"

namespace panels {

class FrozenValues {
public:
    static constexpr std::size_t columns = 3;
    /// Copying takes time and memory; for more there are scenes and files.
    static constexpr std::size_t most_entities = 100'000;

    /// Copies what can be copied of those that are alive; the column forgets what it had.
    void freeze(const ecs::World& world, std::span<const ecs::Entity> entities, std::size_t column);
    void clear() {
        columns_ = {};
        ++revision_;
    }

    bool taken(std::size_t column) const { return columns_[column].taken; }
    bool any_taken() const;
    /// When it was taken.
    std::uint64_t tick(std::size_t column) const { return columns_[column].tick; }
    /// Grows whenever a column changes.
    std::uint64_t revision() const { return revision_; }

    /// In order of the handles.
    std::span<const ecs::Entity> entities(std::size_t column) const { return columns_[column].entities; }
    /// By component id.
    std::span<const ecs::Value> values(std::size_t column, ecs::Entity entity) const;
    /// Null when the entity did not have it.
    const ecs::Value* find(std::size_t column, ecs::Entity entity, ecs::ComponentId component) const;
    /// What the entity was called then.
    std::string name(std::size_t column, ecs::Entity entity, const ecs::World& world) const;

private:
    struct Column {
        bool taken = false;
        std::uint64_t tick = 0;
        std::vector<ecs::Entity> entities;  // sorted
        std::vector<std::size_t> ends;      // of each entity's values
        std::vector<ecs::Value> values;
    };
    std::array<Column, columns> columns_;
    std::uint64_t revision_ = 0;
};

}  // namespace panels
