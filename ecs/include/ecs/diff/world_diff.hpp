// The difference of two worlds, field by field. Entities are the same if they have the same handle, types if they have
// the same name, fields if they have the same name and form. So the worlds need not share a registry: they may come
// from two files.
//
//     ecs::WorldDiff found = ecs::diff(before, after);
//     for (const ecs::DiffEntry& entry : found.entries) …
//     auto edits = ecs::edits_of(found, before, after);   // see diff_edits.hpp
//
// A WorldDiff holds no values, only where they differ: code that shows or applies it reads them from the two worlds. It
// is valid until one of them changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

/// A component type of two worlds, or of one of them.
struct DiffType {
    struct FieldPair {
        std::uint32_t before = 0, after = 0;  // positions in ComponentType::fields
    };
    std::string name;
    ComponentId before = no_component, after = no_component;  // no_component: that world does not know the type
    bool same_layout = false;                                 // a value of one is a value of the other
    std::vector<FieldPair> fields;                            // those that are alike, in the order of the type before
    std::string difference;  // of the two layouts, for a person; see layout_difference()
};

enum class DiffKind : std::uint8_t {
    EntityRemoved,
    EntityAdded,
    NameChanged,  // also when it came or went
    ParentChanged,
    ComponentRemoved,
    ComponentAdded,
    FieldChanged,
};

struct DiffEntry {
    /// In place of a field: a component without described fields differs as a whole.
    static constexpr std::uint32_t whole_value = ~std::uint32_t{0};

    Entity entity;
    DiffKind kind = DiffKind::FieldChanged;
    std::uint32_t type = 0;   // position in WorldDiff::types, of the last three kinds
    std::uint32_t field = 0;  // position in DiffType::fields, or whole_value
    friend bool operator==(const DiffEntry&, const DiffEntry&) = default;
};

struct WorldDiff {
    std::vector<DiffType> types;                      // all, those before first, by their ids
    std::vector<DiffEntry> entries;                   // by slot; within an entity by kind, then by type and field
    std::size_t added = 0, removed = 0, changed = 0;  // entities

    bool empty() const { return entries.empty(); }
};

/// Compares two worlds bit by bit, so that a panel can do it over several frames. Neither may change meanwhile.
class WorldComparison {
public:
    /// `strangers`: handles that mean one entity before and another one after, see strangers.hpp. Each is listed as
    /// removed and as added, and whatever refers to it differs.
    WorldComparison(const World& before, const World& after, std::unordered_set<Entity> strangers = {});
    ~WorldComparison();
    WorldComparison(WorldComparison&&) noexcept;
    WorldComparison& operator=(WorldComparison&&) noexcept;

    /// Compares the entities in the next `slots` slots. True when all are compared.
    bool go_on(std::size_t slots);
    bool finished() const;
    /// From 0 to 1.
    double progress() const;
    /// What was found so far.
    const WorldDiff& found() const;
    WorldDiff take();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// All differences.
WorldDiff diff(const World& before, const World& after);

/// How a difference is called where it is listed: "Health.hp", "Health", "name", "parent". Empty for whole entities.
std::string path_of(const WorldDiff& diff, const World& before, const DiffEntry& entry);

}  // namespace ecs
