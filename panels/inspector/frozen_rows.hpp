// The rows of a table that compares frozen values with the live ones: one for each field that any of them has, under
// the entity and the component. A choice leaves out what does not differ, or did not rise or fall. Large tables are
// made in parts, over several frames; while a person waits for one, its part is shown.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "panels/inspector/frozen_values.hpp"

namespace panels {

enum class FrozenChoice : std::uint8_t { All, Different, Rising, Falling };

class FrozenRows {
public:
    static constexpr std::size_t entities_a_look = 50;  // at the clock
    /// A table of more could not be scrolled exactly: places on the screen are floats.
    static constexpr std::size_t most_rows = 500'000;
    /// Time limit of one step: for what ticks change, and while a person waits.
    static constexpr std::chrono::microseconds background_slice{150}, asked_for_slice{4000};

    struct Row {
        ecs::Entity entity;
        ecs::ComponentId component = ecs::no_component;  // no_component: the entity's own row
        std::uint32_t field = whole;                     // whole: the component's own row
        bool different = false;                          // among the values that there are
        static constexpr std::uint32_t whole = static_cast<std::uint32_t>(-1);
    };

    /// Works on for a part. Begins anew when something that it shows may have changed.
    void step(const ecs::World& world, const FrozenValues& frozen, std::span<const ecs::Entity> selected,
              std::uint64_t selection_revision, FrozenChoice choice, std::size_t entities = entities_a_look);
    /// Of the last whole pass; the first rows while there is none.
    std::span<const Row> rows() const { return complete_ ? rows_ : next_; }
    /// How many entities are compared.
    std::size_t entity_count() const { return entities_.size(); }
    /// The first so many of them have been looked at for rows().
    std::size_t listed() const { return complete_ ? listed_ : next_entity_; }
    bool complete() const { return complete_; }
    /// Whether a step has work left.
    bool busy(const ecs::World& world) const { return passing_ || !complete_ || made_.version != world.version(); }

private:
    struct Made {  // from what the rows are made
        const ecs::World* world = nullptr;
        std::uint64_t version = 0, frozen = 0, selection = 0;
        FrozenChoice choice = FrozenChoice::All;
        friend bool operator==(const Made&, const Made&) = default;
    };
    void collect(const FrozenValues& frozen, std::span<const ecs::Entity> selected);
    void add_entity(const ecs::World& world, const FrozenValues& frozen, ecs::Entity entity, FrozenChoice choice);

    Made made_;
    bool passing_ = false, complete_ = false;
    std::vector<ecs::Entity> entities_;
    std::size_t next_entity_ = 0, listed_ = 0;
    std::vector<ecs::ComponentId> components_;
    std::vector<Row> next_, rows_;
};

/// The value in one of the columns, or live (FrozenValues::columns); null when there is none. For a tag there is never
/// one: ask has_in().
const void* value_in(const ecs::World& world, const FrozenValues& frozen, std::size_t column, ecs::Entity entity,
                     ecs::ComponentId component);
bool has_in(const ecs::World& world, const FrozenValues& frozen, std::size_t column, ecs::Entity entity,
            ecs::ComponentId component);

}  // namespace panels
