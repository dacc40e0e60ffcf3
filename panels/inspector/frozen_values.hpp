// Copies of the values of some entities, taken at up to three moments: A, B and C. They stay as they were, byte for
// byte, whatever becomes of the entities. The copies point to the types of their world, so they must go before it does.
//
// The values of all entities of one archetype stand together, one array for each component:
//
//     entities (sorted) ──► block of the archetype, row ──► Position of all rows | Health of all rows | …
//
// So a million entities take little more memory than the values themselves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ecs/types/component_type.hpp"
#include "ecs/world/world.hpp"

namespace panels {

class FrozenValues {
public:
    static constexpr std::size_t columns = 3;

    /// Copies what can be copied of those that are alive; the column forgets what it had. All of it is of one moment,
    /// so this takes as long as the copying.
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
    /// The memory of all columns, apart from what the values themselves own elsewhere, such as long texts.
    std::size_t bytes() const;

    /// In order of the handles.
    std::span<const ecs::Entity> entities(std::size_t column) const { return columns_[column].entities; }
    bool knows(std::size_t column, ecs::Entity entity) const { return place_of(column, entity).block != nullptr; }
    /// Those that the entity had and that could be copied, by id.
    std::span<const ecs::ComponentId> components(std::size_t column, ecs::Entity entity) const;
    bool has(std::size_t column, ecs::Entity entity, ecs::ComponentId component) const;
    /// Null when the entity did not have it, and for tags.
    const void* find(std::size_t column, ecs::Entity entity, ecs::ComponentId component) const;
    /// What the entity was called then.
    std::string name(std::size_t column, ecs::Entity entity, const ecs::World& world) const;

private:
    /// The copies of one component, destroyed with it.
    class Values {
    public:
        Values(const ecs::ComponentType& type, std::size_t capacity);
        Values(Values&& other) noexcept;
        Values& operator=(Values&&) = delete;
        ~Values();
        void add(const void* value);
        const void* operator[](std::size_t row) const { return data_ + row * type_->size; }
        std::size_t bytes() const { return capacity_ * type_->size; }

    private:
        const ecs::ComponentType* type_;
        std::byte* data_ = nullptr;  // null for tags
        std::size_t size_ = 0, capacity_;
    };
    /// All frozen entities of one archetype.
    struct Block {
        std::vector<ecs::ComponentId> components;  // in order
        std::vector<Values> values;                // one for each
    };
    struct Column {
        bool taken = false;
        std::uint64_t tick = 0;
        std::vector<ecs::Entity> entities;  // sorted
        struct Row {
            std::uint32_t block = 0, row = 0;
        };
        std::vector<Row> rows;  // of each entity
        std::vector<Block> blocks;
    };
    struct Place {
        const Block* block = nullptr;
        std::size_t row = 0;
    };
    Place place_of(std::size_t column, ecs::Entity entity) const;

    std::array<Column, columns> columns_;
    std::uint64_t revision_ = 0;
};

}  // namespace panels
