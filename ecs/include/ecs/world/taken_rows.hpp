// TakenRows are rows that World::take_rows moved out of a world, column by column and in the order in which they lay,
// so that World::put_rows_back can put them where they were. A million entities take about the memory that they took in
// the world. Copies share what memcpy can move; only values that it cannot move are copied. Groups and families describe
// their members for bundles: see ecs/edit/edit_members.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ecs/base/entity_runs.hpp"
#include "ecs/types/component_type.hpp"

namespace ecs {

class World;

class TakenRows {
public:
    /// Values of one type side by side.
    class Column {
    public:
        /// Raw memory for so many values, none of which exists yet.
        Column(const ComponentType& type, std::size_t room);
        ~Column();
        Column(const Column&) = delete;
        Column& operator=(const Column&) = delete;

        const ComponentType& type() const { return type_; }
        /// How many values exist.
        std::size_t count() const { return count_; }
        std::byte* at(std::size_t position) { return values_ + position * type_.size; }
        const std::byte* at(std::size_t position) const { return values_ + position * type_.size; }
        /// The first `count` values exist now, and are destroyed with the column.
        void set_count(std::size_t count) { count_ = count; }
        std::size_t bytes() const { return room_ * type_.size; }

    private:
        const ComponentType& type_;
        std::size_t room_, count_ = 0;
        std::byte* values_;
    };
    /// Row numbers in the archetype that follow each other.
    struct Places {
        std::uint32_t first = 0, count = 0;
    };
    /// The rows of one archetype.
    struct Group {
        std::vector<const ComponentType*> types;       // as Archetype::types(); Parent is among them
        std::vector<std::shared_ptr<Column>> columns;  // one a type; null for tags
        EntityRuns entities;                           // in the order of their rows
        std::vector<Places> places;                    // ascending; where they lay
        std::size_t rows_before = 0;                   // of the archetype
        std::uint32_t chunk_rows = 0;                  // of a full chunk of it then
        std::vector<std::uint64_t> made_at_ticks;      // of its chunks

        const Column* column_of(ComponentId component) const;
        static constexpr void members(auto& member) {
            member("types", &Group::types);
            member("rows", &Group::rows_before);
            member("chunk_rows", &Group::chunk_rows);
            member("entities", &Group::entities);
            member("places", &Group::places);
            member("made", &Group::made_at_ticks);
            member("values", &Group::columns);
        }
    };
    /// All children that a parent had. Some of them, or all, are among the rows.
    struct Family {
        Entity parent;
        std::vector<Entity> children;
        static constexpr void members(auto& member) {
            member("parent", &Family::parent);
            member("children", &Family::children);
        }
    };

    std::vector<Group> groups;
    std::vector<Family> families;

    std::size_t size() const;
    EntityRuns entities() const;
    /// Whether no entity is named twice, and each that has a parent is among the children of that one's family. Rows
    /// that were read from a file may not be so.
    bool fits_together(ComponentId parent) const;
    bool copyable() const;
    /// A copy whose values that memcpy cannot move are its own. All types must be copyable.
    std::shared_ptr<TakenRows> clone() const;
    /// What it holds, beside what values hold themselves.
    std::size_t bytes() const;
};

}  // namespace ecs
