// Compares single entities of two worlds. The plan for a pair of archetypes is made once: which components came or
// went, and where the columns of the others lie. Belongs to one comparison; valid until one of the worlds changes.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ecs/diff/world_diff.hpp"

namespace ecs {

class EntityComparer {
public:
    EntityComparer(const World& before, const World& after);

    const std::vector<DiffType>& types() const { return types_; }

    /// Handles that mean another entity in the world after than in the one before: whatever refers to them there, as a
    /// parent or in a field, differs. Not owned; may be null.
    const std::unordered_set<Entity>* elsewhere = nullptr;

    /// Appends the differences of an entity that lives in both worlds.
    void compare(Entity entity, std::vector<DiffEntry>& found);

private:
    struct ColumnPair {
        std::uint32_t type = 0;
        std::size_t before = 0, after = 0;  // positions in the archetypes
        bool by_bytes = false;              // equal bytes are equal values
        bool refers = false;                // has fields that refer to entities
    };
    struct Plan {
        std::vector<std::uint32_t> removed, added;  // types
        std::vector<ColumnPair> columns;
    };
    const Plan& plan_of(const Archetype& before, const Archetype& after);
    void compare_column(const ColumnPair& column, Entity entity, const std::byte* before, const std::byte* after,
                        std::vector<DiffEntry>& found) const;
    bool means_elsewhere(const Field& field, const std::byte* value) const;

    const World& before_;
    const World& after_;
    std::vector<DiffType> types_;
    std::vector<std::uint32_t> type_before_, type_after_;  // positions in types_, by component id
    std::unordered_map<std::uint64_t, Plan> plans_;        // by the two archetype ids
};

/// The address of a field as field_equal() and its like expect it, for a field that lies elsewhere: `field` as if it
/// were the first of its component.
Field at_start(const Field& field);

}  // namespace ecs
