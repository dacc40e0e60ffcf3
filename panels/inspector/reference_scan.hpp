// Finds the entities that refer to one: those with a handle of it in a field. It looks through all columns with
// handles, a part of them in each frame, and again when one of them was written. Parents are left out: the tree has
// them. A ReferenceScan belongs to one world, which must outlive it or be told of by forget().
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace panels {

struct EntityReference {
    ecs::Entity from;
    ecs::ComponentId component = ecs::no_component;
    std::uint32_t handle = 0;  // position in ReferenceScan::handles_of(component)
    friend bool operator==(const EntityReference&, const EntityReference&) = default;
};

class ReferenceScan {
public:
    static constexpr std::size_t rows_a_look = 8'192;  // between two readings of the clock
    /// Time limit of one look: once it knows, and while a person waits.
    static constexpr std::chrono::microseconds background_slice{200}, asked_for_slice{4000};
    static constexpr std::size_t kept = 1'000;  // of what was found; all are counted

    /// One handle inside of a component.
    struct Handle {
        std::uint32_t offset = 0;
        std::string path;  // "target", "slots[1].owner"
    };

    void forget();
    /// Looks on for handles of `target`. A new target begins anew.
    void step(const ecs::World& world, ecs::Entity target, std::size_t rows = rows_a_look);
    /// The same for a part of the frame.
    void look(const ecs::World& world, ecs::Entity target) {
        look(world, target, knows_ && target_ == target ? background_slice : asked_for_slice);
    }
    void look(const ecs::World& world, ecs::Entity target, std::chrono::microseconds slice);

    /// Whether it looked through everything at least once for this target.
    bool knows() const { return knows_; }
    /// Whether another step may find something else.
    bool busy(const ecs::World& world) const { return passing_ || !knows_ || checked_version_ != world.version(); }
    /// How far the first pass is, 0 to 1.
    double progress() const;
    /// What the last whole pass found, in order of the handles; at most `kept`. The world may have changed since: ask
    /// holds() before showing one.
    const std::vector<EntityReference>& found() const { return found_; }
    std::size_t count() const { return count_; }
    bool holds(const ecs::World& world, const EntityReference& reference) const;
    const std::vector<Handle>& handles_of(ecs::ComponentId component) const { return handles_[component]; }

private:
    /// A column with handles.
    struct Source {
        ecs::ArchetypeId archetype = ecs::no_archetype;
        std::size_t column = 0;
        ecs::ComponentId component = ecs::no_component;
    };

    void list_sources(const ecs::World& world);
    void begin_pass(const ecs::World& world);
    bool stale(const ecs::World& world) const;
    std::size_t look_through(const ecs::World& world, const Source& source, std::size_t rows);

    const ecs::World* world_ = nullptr;
    ecs::Entity target_;
    std::vector<std::vector<Handle>> handles_;  // by component
    std::vector<Source> sources_;
    std::size_t archetypes_listed_ = 0;

    bool passing_ = false, knows_ = false;
    std::uint64_t pass_version_ = 0;                // of the world when the present or last pass began
    std::uint64_t checked_version_ = 0;             // no column with handles was written between the two
    std::size_t source_ = 0, chunk_ = 0, row_ = 0;  // where the pass goes on
    std::size_t rows_done_ = 0, rows_total_ = 0;
    std::vector<EntityReference> next_, found_;
    std::size_t next_count_ = 0, count_ = 0;
};

/// The first live entity that a field of this one refers to, its parent aside; null when there is none.
ecs::Entity first_reference(const ecs::World& world, ecs::Entity entity);

}  // namespace panels
