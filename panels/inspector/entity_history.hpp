// The history of one entity, from the journal: when it was created, what it got and lost, when and by whom it was
// destroyed. Records are read a part in each frame, and followed as they come. Belongs to the Inspector.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "ecs/world/journal.hpp"
#include "panels/base/panel.hpp"

namespace panels {

class EntityHistory {
public:
    static constexpr std::size_t records_a_frame = 20'000;
    static constexpr std::size_t most_kept = 500;

    /// Reads on. Another entity, or another journal, begins anew.
    void follow(const Context& context, ecs::Entity entity);
    /// Newest first.
    void draw(const Context& context);

    /// Oldest first: what happened to the entity itself. Holes that it filled are left out.
    const std::deque<ecs::StructuralChange>& changes() const { return changes_; }
    /// Whether all records that there are were read.
    bool complete() const { return complete_; }
    /// Its end; nothing when that is not in the journal.
    std::optional<ecs::StructuralChange> death() const;

private:
    const ecs::Journal* journal_ = nullptr;
    ecs::Entity entity_;
    std::uint64_t next_ = 0;   // number of the next record
    std::uint64_t jumps_ = 0;  // of the timeline
    bool complete_ = false, forgotten_ = false;
    std::deque<ecs::StructuralChange> changes_;
};

/// "Got Frozen", "Destroyed".
std::string words_of_change(const ecs::World& world, const ecs::StructuralChange& change);
/// A cause as people know it: the system, "you" for edits, "direct call".
std::string words_of_cause(const ecs::World& world, ecs::CauseId cause);

}  // namespace panels
